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
  Object.assign(list, { hidden: true, role: 'listbox', ariaLabel: 'Results' });
  said.role = 'status';
  form.append(list, said);
  Object.assign(box, { role: 'combobox', ariaExpanded: false, ariaAutoComplete: 'list' }).setAttribute('aria-controls', list.id);

  function show(open) {
    list.hidden = !open;
    box.ariaExpanded = open;
    if (!open) choose(-1);
  }

  const options = () => [...list.querySelectorAll('[role=option]')];

  function choose(n) {
    const items = options();
    if (items[active]) items[active].ariaSelected = false;
    active = n < -1 ? items.length - 1 : n >= items.length ? -1 : n;
    const item = items[active];
    if (!item) return box.removeAttribute('aria-activedescendant');
    item.ariaSelected = true;
    item.scrollIntoView({ block: 'nearest' });
    box.setAttribute('aria-activedescendant', item.id);
  }

  // option is a result: a link, so that a click works as on any.
  function option(n, href, ...children) {
    const link = Object.assign(S.link(href, ...children), { tabIndex: -1, id: 'site-result-' + n, role: 'option', ariaSelected: false });
    return Object.assign(S.el('li', '', link), { role: 'presentation' });
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
    const row = Object.assign(S.el('li', 'site-said', words), { role: 'presentation' });
    list.replaceChildren(...words ? [row] : [], ...options);
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
      const chosen = placeOf(options()[active]);
      tell(remarks, ...items);
      active = -1;
      choose(options().findIndex((item) => chosen && placeOf(item) === chosen));
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
    const { key } = event;
    if (key === 'ArrowDown') list.hidden ? answer() : choose(active + 1);
    else if (list.hidden) return;
    else if (key === 'Escape') show(false);
    else if (key === 'ArrowUp') choose(active - 1);
    else if (key === 'Enter' && active >= 0) options()[active].click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener('mousedown', (event) => event.preventDefault()); // keeps the focus in the box
  box.addEventListener('blur', () => show(false));
  if (box.value) answer();
  else S.opened().index.open().catch(() => {});
})(globalThis);
