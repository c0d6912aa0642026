// The search page: a form whose state is in the address, and results that
// grow below it. What is shown stays where it is; only a new query replaces it.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const $ = (id) => document.getElementById(id);
  const form = $('find'), input = $('q'), list = $('find-results'), status = $('find-status'), note = $('find-note'), more = $('find-more');
  if (!form) return;
  const fields = ['project', 'kind', 'tool', 'tag', 'agent', 'model', 'branch', 'after', 'before', 'is', 'has', 'sort'];
  const step = 10;
  const { chips } = S;
  let turn = 0, timer, asked, shown; // shown: {result, groups, next, seen} of the answered query; seen are the texts

  const field = (name) => form.elements[name];
  const chosen = () => [...new FormData(form)].filter(([name, value]) => value && name !== 'q');
  const filters = () => chosen().filter((f) => f[0] !== 'sort').map(([key, value]) => ({ key, value, not: false }));

  // The address. A pasted one wins over what the browser kept in the form.
  function read(params) {
    input.value = params.get('q') || '';
    for (const name of fields) {
      const value = params.get(name) || '', f = field(name);
      if (f.type === 'checkbox') f.checked = !!value;
      else {
        f.value = value;
        if (f.value !== value) {
          if (f.options) f.append(new Option(value, value, true, true));
          else input.value += ' ' + name + ':' + value; // there is nothing to choose it by
        }
      }
    }
    if (filters().some((f) => $('find-filters').contains(field(f.key)))) $('find-filters').open = true;
    chips.press();
  }

  function write(push) {
    const params = new URLSearchParams(chosen());
    if (input.value.trim()) params.set('q', input.value);
    const text = params.toString(), url = location.pathname + (text ? '?' + text : '');
    try {
      history[push ? 'pushState' : 'replaceState'](null, '', url);
    } catch { /* the address stays as it is */ }
  }

  function clear() {
    list.replaceChildren();
    note.textContent = '';
    more.hidden = true;
    shown = null;
  }

  const fail = (err) => { status.textContent = S.message(err); };

  async function answer() {
    const mine = ++turn, text = input.value, extra = filters();
    chips.press();
    if (!text.trim() && !extra.length) {
      clear();
      chips.active([]);
      status.textContent = '';
      facets(mine).catch(fail);
      return;
    }
    const late = setTimeout(() => mine === turn && (status.textContent = 'Searching …'), 300);
    try {
      const search = S.opened(), byDate = field('sort').value, result = await search.run(text, extra, !byDate && step);
      if (mine !== turn) return;
      const groups = await S.ordered(search.index, result, byDate);
      const [remarks, ...first] = await Promise.all([S.remarks(result), ...S.page(groups, 0, step).map((g) => S.load(search.index, g))]);
      if (mine !== turn) return;
      clear();
      shown = { result, groups, next: 0, seen: new Map() };
      append(first);
      chips.active(result.q.filters);
      clearTimeout(late);
      status.textContent = list.firstChild ? sum(result, groups) : 'Nothing found';
      note.append(...remarks);
      if (!list.firstChild || remarks[0]) {
        const offer = await (await S.need('tell'), S.offer)(search, result);
        if (mine === turn) note.append(...offer);
      }
      facets(mine).catch(fail);
    } catch (err) {
      clearTimeout(late);
      if (mine !== turn) return;
      clear();
      fail(err);
    }
  }

  function sum(result, groups) {
    const titles = groups.filter((g) => g.title).length, n = result.total - titles;
    return [n && (result.partial ? 'at least ' : result.unsure ? 'up to ' : '') + S.plural(n, 'message'), titles && S.plural(titles, 'title')].filter(Boolean).join(' and ') + ' in ' + S.plural(groups.length - result.others, 'session');
  }

  // complete reads all hits where those that are shown are the best only, and puts the others behind these.
  async function complete() {
    if (!shown?.result.partial) return;
    const mine = turn, { result, groups } = shown;
    const search = S.opened(), whole = await search.run(input.value, filters()), had = new Map(groups.map((g) => [g.session, g])), docs = new Set(result.docs);
    if (mine !== turn) return;
    for (const g of S.grouped(search.index, whole)) {
      if (had.has(g.session)) had.get(g.session).hits.push(...g.hits.filter((h) => !docs.has(h.doc)));
      else groups.push(g);
    }
    shown.result = whole;
    status.textContent = sum(whole, groups);
  }

  function append(loaded) {
    list.append(...loaded.map(group).filter(Boolean));
    shown.next += loaded.length;
    more.hidden = shown.next >= shown.groups.length && !shown.result.partial;
  }

  // grows has a button add to a list, and puts the focus on what is new.
  function grows(button, to, act) {
    button.onclick = async () => {
      const before = to.children.length;
      button.disabled = true;
      await act().catch(fail);
      button.disabled = false;
      const item = to.children[before];
      if (item) item.querySelector('a').focus();
    };
  }

  function group({ group, session, records }) {
    const { result } = shown, hits = S.el('ol', 'find-hits');
    const title = S.link(S.address(session, result.marks), ...S.marks(session.title || 'Untitled session', result.marks));
    const item = S.el('li', 'find-group', S.el('h2', '', title),
      S.el('p', 'find-meta', [session.project, session.branch, S.day(session.start)].filter(Boolean).join(' · '), session.resume ? resume(session.resume) : ''), hits);
    const add = (rows) => rows.forEach((r) => {
      const row = hit(session, r);
      if (row) hits.append(row);
    });
    add(records);
    if (!group.title && !hits.children.length && records.length === group.hits.length) return null;
    if (records.length < group.hits.length || result.partial) {
      const button = S.el('button', 'quiet', (result.partial ? 'More' : group.hits.length - records.length + ' more') + ' in this session');
      grows(button, hits, async () => (await complete(), await S.need('tell'), S.rest)(button, group.hits, records, add));
      item.append(button);
    }
    return item;
  }

  // resume is a button that copies the command that a session's page shows.
  function resume(copy) {
    const button = steno.button('copy find-resume', 'Copy resume command: ' + copy, 'copy');
    button.dataset.copy = copy;
    button.append('Resume');
    return button;
  }

  // lines cuts from a text the lines around most hits, without what indents all of them.
  function lines(text, words) {
    const all = text.split('\n'), n = text.slice(0, S.around(text, S.ranges(text, words), 300)).split('\n').length - 1;
    const from = n && all[n - 1].length < 100 ? n - 1 : n, some = all.slice(from, from + 5);
    const indent = Math.min(16, ...some.slice(from ? 0 : 1).map((line) => line.search(/\S/))); // the first line of a text has none
    return some.map((line) => line.replace(RegExp('^\\s{' + indent + '}'), '')).join('\n');
  }

  // hit is a result's row; nothing when it is like one above, of whatever session, or no hit after all.
  function hit(session, record) {
    const { result, seen } = shown;
    const key = [record.kind, record.tool, record.file, record.text].join(), twin = (record.file || record.text[40]) && seen.get(key); // short texts may be alike
    const to = S.address(session, result.marks, record);
    if (twin) {
      twin.append(twin.firstChild ? ', ' : 'more like it: ', S.link(to, S.day(record.time) || session.title));
      return;
    }
    const missing = result.phrases.some((p) => !S.has(record.text, p) && !S.has(record.file, p));
    if (missing && !record.cut) return;
    const more = S.el('span', 'find-twins');
    seen.set(key, more);
    const about = S.el('span', 'find-about', S.el('b', 'is-' + record.kind, S.kindName(record)), record.tool ? ' ' + S.toolName(record.tool) : '', S.el('time', '', S.minute(record.time)));
    if (record.failed) about.append(S.el('span', 'bad', 'failed'));
    const body = S.el('span', 'find-body'), link = S.link(to, about, body);
    const say = (name, ...words) => body.append(S.el('span', name, ...words));
    if (record.file) say('find-file', ...S.marks(record.file, result.marks));
    if (record.text.includes('\n')) say('find-code', ...S.marks(lines(record.text, result.marks), result.marks, 400));
    else if (record.text) say('find-text', ...S.marks(record.text, result.marks, 260));
    if (record.cut && result.marks.length && !body.querySelector('mark')) say('find-twins', 'found further down in this message');
    if (missing) say('find-twins', 'these words, maybe apart');
    link.className = 'find-hit';
    return S.el('li', '', link, more);
  }

  // facets brings the filters in line with the answer. What they count is all of it.
  async function facets(mine) {
    if (asked) await complete();
    return chips.facets(asked, input.value, filters(), shown?.result, () => mine !== turn);
  }

  // ask has everything counted, whatever it reads.
  const ask = () => asked || facets(turn, asked = true).catch(fail);

  function soon(delay) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      write(false);
      answer();
    }, delay);
  }

  // arrows go through the results and back to the field, Escape does at once.
  function arrows(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, Escape: 0 }[event.key], links = [...list.querySelectorAll('a')], at = links.indexOf(document.activeElement);
    if (step === undefined || at < 0 && (!step || event.target !== input)) return;
    (step && links[Math.min(at + step, links.length - 1)] || input).focus();
    event.preventDefault();
  }

  input.disabled = false;
  input.addEventListener('focus', () => S.opened().index.open().catch(() => {}), { once: true });
  form.addEventListener('input', (event) => soon(event.target === input ? 120 : 0));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    write(true);
    answer();
  });
  chips.chosen = () => {
    asked = true;
    write(true);
    answer();
  };
  $('find-filters').addEventListener('toggle', ask);
  form.addEventListener('pointerover', ask);
  grows(more, list, async () => {
    const mine = turn;
    if (shown.next + step > shown.groups.length) await complete();
    if (mine !== turn) return;
    const rows = await Promise.all(S.page(shown.groups, shown.next, step).map((g) => S.load(S.opened().index, g)));
    if (mine === turn) append(rows);
  });
  document.addEventListener('keydown', arrows);
  const arrive = () => {
    read(new URLSearchParams(location.search));
    answer();
  };
  root.addEventListener('popstate', arrive);
  arrive();
  if (!input.value && !filters().length && matchMedia('(min-width: 40rem)').matches) input.focus({ preventScroll: true });
})(globalThis);
