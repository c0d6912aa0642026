// The list of results below the search box in the header: a combobox with a
// listbox. Enter without a choice goes to the search page, which has all results.
(function (root) {
  'use strict';
  const S = root.stenoSearch, box = document.getElementById('site-q');
  if (!box) return;
  const form = box.form, list = S.el('ul', 'site-results'), said = S.el('p', 'hide');
  const rest = 250; // ms, after which words are looked up; after two, results are shown
  let turn = 0, timer, active = -1;
  list.id = 'site-results';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Results');
  said.setAttribute('role', 'status');
  form.append(list, said);
  for (const [name, value] of [['role', 'combobox'], ['aria-expanded', 'false'], ['aria-controls', list.id], ['aria-autocomplete', 'list']]) box.setAttribute(name, value);

  function show(open) {
    list.hidden = !open;
    box.setAttribute('aria-expanded', String(open));
    if (!open) choose(-1);
  }

  function choose(n) {
    const items = list.querySelectorAll('[role=option]');
    if (items[active]) items[active].setAttribute('aria-selected', 'false');
    active = n < -1 ? items.length - 1 : n >= items.length ? -1 : n;
    const item = items[active];
    if (!item) return box.removeAttribute('aria-activedescendant');
    item.setAttribute('aria-selected', 'true');
    item.scrollIntoView({ block: 'nearest' });
    box.setAttribute('aria-activedescendant', item.id);
  }

  // option is a result: a link, so that a click works as on any.
  function option(n, href, ...children) {
    const link = S.el('a', '', ...children), item = S.el('li', '', link);
    link.href = href;
    link.tabIndex = -1;
    link.id = 'site-result-' + n;
    item.setAttribute('role', 'presentation');
    link.setAttribute('role', 'option');
    link.setAttribute('aria-selected', 'false');
    return item;
  }

  function rows(loaded, result) {
    const out = [];
    for (const { group, session, records } of loaded) {
      const title = () => S.el('span', 'site-title', ...S.marks(session.title || 'Untitled session', result.marks));
      if (group.title || !records.length) out.push(option(out.length, S.address(session, result.marks), title(), S.el('span', 'find-text', [session.project, S.day(session.start)].filter(Boolean).join(' · '))));
      for (const r of records.filter((r) => r.kind)) {
        out.push(option(out.length, S.address(session, result.marks, r), title(), S.el('span', 'find-text', S.el('b', 'is-' + r.kind, S.kindName(r)), ' ', ...S.marks(r.text || r.file, result.marks, 120))));
      }
    }
    return out;
  }

  // placeOf is the message that an option links to, whatever words it marks there.
  const placeOf = (item) => item && !item.querySelector('.site-all') && item.pathname + item.hash;

  // tell says words above the options, or in their place.
  function tell(words, ...options) {
    const row = S.el('li', 'site-said', words);
    row.setAttribute('role', 'presentation');
    list.replaceChildren(...(words ? [row] : []), ...options);
    show(true);
  }

  async function answer() {
    const mine = ++turn;
    if (!box.value.trim()) return show(false);
    try {
      const search = S.opened();
      await Promise.all([search.look(box.value), new Promise((go) => setTimeout(go, rest))]); // postings and snippets are read after the last word
      if (mine !== turn) return;
      const result = await search.run(box.value, null, 6), groups = await S.ordered(search.index, result);
      const [notes, ...loaded] = await Promise.all([S.remarks(result), ...S.page(groups, 0, 6, 2).map((g) => S.load(search.index, g))]);
      if (mine !== turn || document.activeElement !== box) return;
      const remarks = notes.map((part) => part.textContent || part).join('');
      const n = (result.partial ? 'at least ' : '') + result.total.toLocaleString('en');
      said.textContent = (result.total ? n : 'Nothing') + ' found. ' + remarks;
      const to = (q) => form.getAttribute('action').split('?')[0] + '?q=' + encodeURIComponent(q);
      if (!result.total) {
        const offers = await (await S.need('tell'), S.offers)(search, result);
        if (mine === turn) tell(said.textContent, ...offers.map((q, i) => option(i, to(q + ' '), S.el('span', 'site-all', 'Try ' + q))), option(9, to('').replace('search/index.html?q=', 'sessions/index.html'), S.el('span', 'site-all', 'All sessions')));
        return;
      }
      const items = rows(loaded, result);
      items.push(option(items.length, to(box.value), S.el('span', 'site-all', 'All results (' + n + ')')));
      const chosen = placeOf(list.querySelectorAll('[role=option]')[active]);
      tell(remarks, ...items);
      active = -1;
      choose([...list.querySelectorAll('[role=option]')].findIndex((item) => chosen && placeOf(item) === chosen));
    } catch (err) {
      if (mine === turn) tell(said.textContent = S.message(err));
    }
  }

  box.addEventListener('input', () => {
    clearTimeout(timer);
    turn++;
    timer = setTimeout(answer, rest);
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) show(false);
    else if (event.key === 'ArrowDown' && list.hidden) answer();
    else if (event.key === 'ArrowDown' && !list.hidden) choose(active + 1);
    else if (event.key === 'ArrowUp' && !list.hidden) choose(active - 1);
    else if (event.key === 'Enter' && !list.hidden && active >= 0) list.querySelectorAll('[role=option]')[active].click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener('mousedown', (event) => event.preventDefault()); // keeps the focus in the box
  box.addEventListener('blur', () => show(false));
  if (box.value) answer();
  else S.opened().index.open().catch(() => {});
})(globalThis);
