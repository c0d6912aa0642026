// What the search page offers to filter by: kinds and tools as buttons, each with how many of the answer have it, lists of projects,
// models and the like, and the filters that are set, each of which a click removes. What is chosen is in the fields of the form.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const $ = (id) => document.getElementById(id);
  const form = $('find'), kinds = $('find-kinds'), tools = $('find-tools'), on = $('find-on');
  if (!form) return;
  const few = 6, many = 5000; // tools at first; sessions from which nothing is read unasked
  const cheap = 8, most = 96; // files that counting may read unasked, and once the reader turns to the filters
  const button = (name, text, more) => Object.assign(S.el('button', name, text), { type: 'button' }, more);
  const chips = new Map(), all = button('find-chip', '', { ariaExpanded: false }); // of tools, by name
  let counted, set = []; // of the tools; the filters of the answer

  const values = (name) => form.elements[name].value.split(',').filter(Boolean);

  // tally counts the docs that terms with a prefix list, by the rest of the term; null when it would read too many files.
  async function tally(index, prefix, docs, files) {
    const blocks = index.blockOf(prefix + '\uffff') - index.blockOf(prefix) + 1;
    if (blocks > files) return null;
    const lists = await index.near(prefix, blocks), counts = new Map(), among = new Set(docs);
    if (lists.reduce((n, l) => n + (l.chunks || '').length, blocks) > files) return null;
    await Promise.all(lists.map(async (l) => {
      const found = await index.postings(l, docs);
      counts.set(l.term.slice(prefix.length), found.docs.reduce((n, d) => n + among.has(d), 0));
    }));
    return counts;
  }

  // label puts the name of a chip in it, and its count, if that is known.
  const label = (chip, name, count) => chip.replaceChildren(name, ...count >= 0 ? [' ', S.el('span', '', count.toLocaleString('en'))] : []);

  // press has the chips and the scope show what the fields say.
  function press() {
    for (const b of form.querySelectorAll('.find-chips > [value]'))
      b.ariaPressed = b.className ? values(b.parentElement === kinds ? 'kind' : 'tool').includes(b.value) : b.value === form.elements.kind.value;
  }

  // showTools lists the most frequent tools of the answer, and those that are chosen; all of them on demand.
  function showTools() {
    const chosen = values('tool'), focused = document.activeElement, open = all.ariaExpanded === 'true';
    chosen.forEach(toolChip);
    const names = [...chips.keys()].filter((t) => counted(t) !== 0 || chosen.includes(t)).sort((a, b) => (counted(b) || 0) - (counted(a) || 0));
    const shown = names.filter((t, i) => open || i < few || chosen.includes(t)), left = names.length - few;
    for (const t of shown) label(chips.get(t), S.toolName(t), counted(t));
    all.textContent = open ? 'Fewer' : left + ' more';
    tools.replaceChildren(...shown[0] ? [S.el('span', 'find-name', 'Tools')] : [], ...shown.map((t) => chips.get(t)), ...left > 0 ? [all] : []);
    if (tools.contains(focused)) focused.focus();
    press();
  }

  function toolChip(value) {
    if (!chips.has(value)) chips.set(value, button('find-chip', '', { value }));
  }

  function options(select, rows) {
    const now = select.value;
    rows = rows.filter((v) => v[0] && (v[2] !== 0 || v[0] === now)).sort((a, b) => (b[2] || 0) - (a[2] || 0)).slice(0, 200);
    if (now && !rows.some((v) => v[0] === now)) rows.push([now, now]);
    select.replaceChildren(new Option('all', ''), ...rows.map(([value, text, n]) => new Option(text + (n >= 0 ? ' (' + n + ')' : ''), value)));
    select.value = now;
    select.closest('label').hidden = !rows.length;
  }

  // lists fills the lists of projects, models and the like, with how many messages of an answer each has; of one agent there is
  // nothing to choose.
  function lists(index, c, result) {
    for (const name in c.values) {
      const facet = c.values[name], counts = new Map();
      if (result) for (const doc of result.docs) {
        const v = c[name][index.session(doc)];
        counts.set(v, (counts.get(v) || 0) + 1);
      }
      options(form.elements[name], (name === 'agent' && !facet[1] ? [] : facet).map((v, i) => [v.id || v.name, v.name + (v.path ? ' · ' + v.path : ''), result ? counts.get(i) || 0 : v.count]));
    }
    options(form.elements.tag, c.tags.map((v) => [v.name.replace(/,/g, '-'), v.name]));
    for (const name of ['is', 'has']) form.elements[name].closest('label').hidden = index.m.scope !== 'everything';
  }

  // facets brings everything in line with an answer; asked says that the reader turned to the filters; of the best hits only,
  // nothing is counted. stale reports a newer query.
  async function facets(asked, text, extra, result, stale) {
    const search = S.opened(), { index } = search;
    await index.open();
    if (!asked && index.m.sessions > many) return;
    await S.need('filters');
    const c = await S.columns(index), files = asked ? most : cheap, counts = {};
    if (result && !result.partial) for (const name of ['kind', 'tool']) {
      const rest = extra.filter((f) => f.key !== name); // the chips of a group add to each other
      const { docs } = rest.length < extra.length ? await search.run(text, rest) : result;
      counts[name] = await tally(index, ':' + name + '/', docs, files);
    }
    if (stale()) return;
    lists(index, c, result);
    const of = (name, known) => (value) => !result ? known.find((v) => v.name === value)?.count :
      counts[name] && (counts[name].get(S.slug(value)) || 0);
    if (kinds) for (const b of kinds.children) label(b, b.dataset.name, of('kind', c.kinds)(b.value));
    if (tools) {
      c.tools.forEach((v) => toolChip(v.name));
      counted = of('tool', c.tools);
      showTools();
    }
  }

  // active lists the filters that no chip shows as pressed: those of the fields, and those of the text.
  function active(filters) {
    set = filters;
    const name = (f) => f.text || f.key + ': ' + (form.elements[f.key].selectedOptions?.[0].text.replace(/ \(\d+\)$/, '') ?? f.value);
    const shown = filters.filter((f) => f.text || !{ kind: kinds, tool: tools }[f.key]);
    const buttons = shown.map((f) => button('find-chip on', name(f), { ariaLabel: 'Remove filter ' + name(f), onclick: () => remove([f]) }));
    if (filters[1]) buttons.push(button('quiet', 'Clear all', { onclick: () => remove(filters) }));
    const at = [...on.children].indexOf(document.activeElement.parentElement);
    on.replaceChildren(...buttons.map((b) => S.el('li', '', b)));
    if (at >= 0) (buttons[Math.min(at, buttons.length - 1)] || form.elements.q).focus();
  }

  // remove takes filters out of the fields and the text.
  function remove(filters) {
    for (const f of filters) {
      const { q, [f.key]: e } = form.elements;
      if (f.text) q.value = q.value.replace(f.text, '').trim();
      else e[e.type === 'checkbox' ? 'checked' : 'value'] = '';
    }
    S.chips.chosen();
  }

  form.addEventListener('click', (event) => {
    const b = event.target.closest('#find-scope > button, #find-kinds > button, #find-tools > button');
    if (!b) return;
    if (b === all) {
      all.ariaExpanded = all.ariaExpanded !== 'true';
      return showTools();
    }
    const { kind, tool } = form.elements, group = b.parentElement === kinds ? kind : tool, list = values(group.name);
    if (b.className) group.value = list.includes(b.value) ? list.filter((v) => v !== b.value) : list.concat(b.value);
    else {
      kind.value = b.value;
      tool.value = '';
    }
    remove(set.filter((f) => f.text && [group.name, b.className || 'kind'].includes(f.key))); // what is chosen is in its place
  });
  S.chips = { facets, active, press }; // chosen, which the page adds, is called when the fields changed
})(globalThis);
