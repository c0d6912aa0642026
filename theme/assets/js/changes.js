// The net diff of a session: side by side or unified, files that the reader has viewed, and
// collapsing. What was viewed is remembered with the hash of the diff, so that a file whose
// diff has changed is no longer viewed.
(function () {
  'use strict';
  const $$ = steno.$$;
  const root = document.documentElement;
  const files = $$('.file-diff > details');
  const tools = steno.$('.changes-tools');
  if (!tools || !files.length) return;
  tools.hidden = false;
  const split = steno.$('#split');
  const fold = steno.$('#fold');
  const count = steno.$('#viewed-count');
  const session = tools.dataset.session;

  // Two columns are made of the rows of a file when it is opened.
  function row(line, number) {
    const copy = line.cloneNode(true);
    if (number) copy.dataset.n = number;
    return copy;
  }
  function sides(pre) {
    const grid = document.createElement('code');
    grid.className = 'd-sides';
    let shift = Number(pre.dataset.shift || 0);
    const blank = () => document.createElement('span');
    Array.from(pre.firstElementChild.children).forEach((line) => {
      if (line.className !== 'd-change') {
        grid.append(row(line, line.dataset.n && line.dataset.n - shift), row(line));
        return;
      }
      const removed = $$('del', line), added = $$('ins', line);
      for (let i = 0; i < Math.max(removed.length, added.length); i++) {
        grid.append(removed[i] ? row(removed[i]) : blank(), added[i] ? row(added[i]) : blank());
      }
      shift += added.length - removed.length;
    });
    const twin = document.createElement('pre');
    twin.className = 'diff d-code d-twin';
    twin.append(grid);
    return twin;
  }
  function arrange(file) {
    if (!file.open) return;
    $$('pre.diff:not(.d-twin)', file).forEach((pre) => {
      let twin = pre.nextElementSibling;
      const on = root.dataset.diff === 'split';
      if (on && !twin) pre.after(twin = sides(pre));
      pre.hidden = on;
      if (twin) twin.hidden = !on;
    });
  }
  function turn() {
    const on = root.dataset.diff !== 'split';
    if (on) root.dataset.diff = 'split';
    else delete root.dataset.diff;
    steno.remember('diff', on ? 'split' : '');
    show();
  }
  function show() {
    split.setAttribute('aria-pressed', root.dataset.diff === 'split');
    files.forEach(arrange);
  }

  // Viewed files: {file: key of its diff}, for each session.
  function viewed() {
    try { return JSON.parse(steno.remember(`viewed-${session}`) || '{}'); } catch (e) { return {}; }
  }
  function mark(file, on, keep) {
    const box = steno.$('.viewed-mark input', file.parentElement);
    box.checked = on;
    const entry = steno.$(`.tree a[href="#${file.parentElement.id}"]`);
    if (entry) entry.parentElement.classList.toggle('viewed', on);
    if (!keep) return;
    const all = viewed();
    if (on) all[file.parentElement.id] = file.parentElement.dataset.key;
    else delete all[file.parentElement.id];
    steno.remember(`viewed-${session}`, Object.keys(all).length ? JSON.stringify(all) : '');
    file.open = !on;
    tell();
  }
  function tell() {
    count.textContent = `${$$('.viewed-mark input:checked').length} of ${files.length} viewed`;
  }

  const before = viewed();
  files.forEach((file) => {
    const label = document.createElement('label');
    label.className = 'viewed-mark';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.setAttribute('aria-label', `Viewed: ${steno.$('h2', file).textContent}`);
    label.append(box, ' Viewed');
    file.before(label);
    file.addEventListener('toggle', () => arrange(file));
    box.addEventListener('change', () => mark(file, box.checked, true));
    if (before[file.parentElement.id] === file.parentElement.dataset.key) {
      mark(file, true);
      file.open = false;
    }
  });
  tell();

  // On a phone the tree would stand before the first diff.
  if (!matchMedia('(min-width: 64rem)').matches) steno.$('.tree details').open = false;

  // A link to a hunk opens its file.
  function open() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const file = target && steno.$('details', target.closest('.file-diff') || target);
    if (!file || file.open) return;
    file.open = true;
    target.scrollIntoView();
  }
  window.addEventListener('hashchange', open);

  fold.addEventListener('click', () => {
    const some = files.some((file) => file.open);
    files.forEach((file) => file.open = !some);
    fold.textContent = some ? 'Expand all' : 'Collapse all';
  });
  split.addEventListener('click', turn);
  steno.keys.d = turn;
  show();
  open();
})();
