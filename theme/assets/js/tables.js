// Tables of lists: sort by a column, filter by words and facets. All are in the address, so that
// a view can be sent to somebody. A list that goes over several pages is fetched as a
// whole when it is first sorted or filtered, and shown in pieces.
(function () {
  'use strict';
  const { $, $$, make } = steno;
  const piece = 250;
  let arrived = null;
  window.stenoRows = (rows) => { arrived?.(rows); };

  const nameOf = (e) => e.textContent.trim().toLowerCase();
  const wordsOf = (field) => field.value.toLowerCase().split(/\s+/).filter(Boolean);

  // A row as the page would have it, out of data.
  function rowOf(data, heads) {
    const link = make('a', '', data.t);
    link.href = data.h;
    const head = make('th', 'what', link);
    head.scope = 'row';
    if (data.e) head.append(' ', make('span', 'excerpt', data.e));
    if (data.r) head.append(' ', make('span', 'excerpt came', make('b', '', data.r[0]), data.r[1]));
    head.append(' ', make('span', 'tags', ...(data.g || []).map((tag) => make('span', '', tag))));
    const row = make('tr', '', head);
    data.c.forEach((cell, i) => {
      const td = make('td', `${heads[i + 1].className} ${cell.c || ''}`.trim(), cell.t, ...(cell.s ? [' ', make('small', '', cell.s)] : []));
      td.dataset.label = heads[i + 1].textContent.trim();
      row.append(td);
    });
    return row;
  }

  function setUp(table) {
    const body = table.tBodies[0];
    const heads = $$('th', table.tHead);
    const counted = (column) => heads[column].dataset.sort === 'number';
    const tools = $(`.table-tools[data-for="${table.id}"]`);
    const filter = tools && $('[data-filter]', tools);
    const count = tools && $('[data-count]', tools);
    const tell = (words) => { if (count) count.textContent = words; };
    const pager = $('.pager');
    const source = table.closest('[data-rows]')?.dataset.rows; // where all rows are, when not here
    let rows; // all of them, in the list's own order
    const original = [...body.rows];
    const more = make('button', 'quiet more', 'Show more');
    const facets = $$(`.table-filters[data-for="${table.id}"] select`);
    const state = { column: -1, down: false, words: [] };
    const clear = make('button', 'quiet', 'Clear filter');
    const nothing = make('tr', '', make('td', 'what', `No ${nameOf(heads[0])} matches\u2002`, clear));
    nothing.firstChild.colSpan = heads.length;
    let hits = [];
    let shown = 0;

    // Calls f when all rows are here.
    function withRows(f) {
      if (rows) return f();
      if (!source) {
        rows = original.map((row) => ({
          row, text: Array.from(row.cells, (cell, i) => counted(i) ? '' : cell.textContent).join(' ').toLowerCase(),
          keys: Array.from(row.cells, (cell, i) => counted(i)
            ? Date.parse($('time', cell)?.dateTime) || parseFloat(cell.dataset.value || cell.textContent) || 0
            : nameOf($('a', cell) || cell)),
        }));
        return f();
      }
      if (arrived) return;
      tell('Loading …');
      arrived = (list) => {
        rows = list.map((data) => ({
          data, text: [data.t, data.e, data.r, ...(data.g || [])].join(' ').toLowerCase(),
          keys: [data.t.toLowerCase(), ...data.c.map((cell) => cell.v)],
        }));
        f();
      };
      steno.script(source, null, () => { arrived = null; tell('The whole list could not be read'); });
    }

    function show() {
      const next = hits.slice(shown, shown + piece);
      body.append(...next.map((r) => r.row || (r.row = rowOf(r.data, heads))));
      shown += next.length;
      if (shown < hits.length) table.after(more);
      else more.remove();
      tell(narrowed() || shown < hits.length ? `${hits.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')}` : '');
    }

    function passes(r) {
      return state.words.every((w) => r.text.includes(w)) && facets.every((s) => !s.value || r.data.f?.[s.dataset.facet]?.includes(s.value));
    }

    function narrowed() { return state.words[0] || facets.some((s) => s.value); }

    function apply() {
      withRows(() => {
        const asItWas = state.column < 0 && !narrowed();
        hits = rows.filter(passes);
        if (state.column >= 0) {
          const sign = state.down ? -1 : 1;
          const c = state.column;
          hits.sort((a, b) => sign * (counted(c) ? a.keys[c] - b.keys[c] : a.keys[c].localeCompare(b.keys[c])));
        }
        // Without a row, columns keep the widths that they had.
        heads.map((th) => [th, hits[0] ? '' : `${th.offsetWidth}px`]).forEach(([th, width]) => { th.style.width = width; });
        table.classList.toggle('mixed', !asItWas);
        body.replaceChildren();
        shown = 0;
        if (!hits[0]) body.append(nothing);
        if (asItWas && source) {
          body.append(...original);
          more.remove();
          tell('');
        } else show();
        if (pager) pager.hidden = !asItWas;
      });
    }

    // turn shows what was chosen and puts it in the address.
    function turn() {
      apply();
      steno.address({
        [`${table.id}-sort`]: state.column < 0 ? '' : (state.down ? '-' : '') + nameOf(heads[state.column]),
        [`${table.id}-filter`]: filter?.value.trim(),
        ...Object.fromEntries(facets.map((s) => [s.dataset.facet, s.value])),
      });
    }

    function sortBy(column, down) {
      state.column = column;
      state.down = down;
      heads.forEach((th, i) => { th.ariaSort = i === column ? down ? 'descending' : 'ascending' : null; });
    }

    heads.forEach((th, column) => {
      if (!th.dataset.sort) return;
      const button = make('button', '', ...th.childNodes);
      th.append(button);
      button.addEventListener('click', () => {
        sortBy(column, th.ariaSort ? th.ariaSort === 'ascending' : counted(column));
        turn();
      });
    });
    more.addEventListener('click', show);
    clear.addEventListener('click', () => {
      [filter, ...facets].forEach((field) => { field.value = ''; });
      filter.dispatchEvent(new Event('input'));
      filter.focus();
    });
    if (filter) {
      tools.hidden = original.length < 8 && !source;
      filter.addEventListener('input', () => {
        state.words = wordsOf(filter);
        turn();
      });
    }
    facets.forEach((s) => s.addEventListener('input', turn));

    const asked = new URL(location.href).searchParams;
    const sort = asked.get(`${table.id}-sort`) || '';
    const column = heads.findIndex((th) => th.dataset.sort && nameOf(th) === sort.replace(/^-/, ''));
    if (sort && column >= 0) sortBy(column, sort[0] === '-');
    if (filter && asked.get(`${table.id}-filter`)) {
      filter.value = asked.get(`${table.id}-filter`);
      state.words = wordsOf(filter);
    }
    facets.forEach((s) => {
      s.value = asked.get(s.dataset.facet) || '';
      if (s.selectedIndex < 0) s.value = '';
    });
    if (state.column >= 0 || narrowed()) apply();
  }

  // A list of files is filtered by their paths.
  const list = $('#changed');
  if (list) {
    const tools = $('.table-tools[data-for=changed]');
    const field = $('[data-filter]', tools);
    const files = $$('[data-path]', list);
    field.addEventListener('input', () => {
      const words = wordsOf(field);
      const left = files.filter((li) => {
        li.hidden = !words.every((w) => li.dataset.path.toLowerCase().includes(w));
        return !li.hidden;
      });
      $$('.folder', list).forEach((li) => { li.hidden = words.length > 0; });
      $('[data-count]', tools).textContent = words.length ? `${left.length} of ${files.length}` : '';
    });
  }

  $$('table[data-sortable]').forEach(setUp);
})();
