// The net diff of a session: side by side or unified, files that the reader has viewed, going from
// file to file, and collapsing. What was viewed is remembered with the hash of the
// diff, so that a file whose diff has changed is no longer viewed.
(function () {
  'use strict';
  const { $, $$ } = steno;
  const root = document.documentElement;
  const files = $$('.file-diff');
  const tools = $('.changes-tools');
  if (!files.length) return;
  tools.hidden = false;
  const split = $('#split');
  const fold = $('#fold');
  const details = (file) => $('details', file);
  const box = (file) => $('input', file);

  // Two columns are made of the rows of a file when it is opened.
  const copy = (line) => line ? line.cloneNode(true) : steno.make('span');
  function sides(pre) {
    const grid = steno.make('code', `${pre.firstElementChild.className} d-sides`);
    [...pre.firstElementChild.children].forEach((line) => {
      if (line.className !== 'd-change') {
        grid.append(copy(line), copy(line));
        return;
      }
      const removed = $$('del', line), added = $$('ins', line);
      for (let i = 0; i < Math.max(removed.length, added.length); i++) {
        grid.append(copy(removed[i]), copy(added[i]));
      }
    });
    const twin = pre.cloneNode();
    twin.className += ' d-twin';
    twin.append(grid);
    return twin;
  }
  function arrange(file) {
    if (!details(file).open) return;
    $$('pre.diff:not(.d-twin)', file).forEach((pre) => {
      let twin = pre.nextElementSibling;
      const on = !!root.dataset.diff;
      if (on && !twin) pre.after(twin = sides(pre));
      pre.hidden = on;
      if (twin) twin.hidden = !on;
    });
  }
  function turn() {
    steno.put('diff', root.dataset.diff ? '' : 'split');
    show();
  }
  function show() {
    split.ariaPressed = !!root.dataset.diff;
    files.forEach(arrange);
  }

  // Viewed files: for each the key of its diff.
  const name = (file) => `viewed-${tools.dataset.session}-${file.id}`;
  function mark(file, on) {
    box(file).checked = on;
    details(file).open = !on;
    $(`.tree a[href="#${file.id}"]`)?.parentElement.classList.toggle('viewed', on);
  }
  function tell() {
    $('#viewed-count').textContent = `${$$('.viewed-mark :checked').length} of ${files.length} viewed`;
  }
  function keep(file) {
    const on = box(file).checked;
    steno.remember(name(file), on ? file.dataset.key : '');
    mark(file, on);
    tell();
    if (top(file) < 0) file.scrollIntoView();
  }

  // The file being read: the focused one, or the last whose start was reached.
  const top = (file) => file.getBoundingClientRect().top;
  function here() {
    const own = files.indexOf(document.activeElement.closest('.file-diff'));
    return own < 0 ? files.findLastIndex((file) => top(file) < 60) : own;
  }
  function go(step) {
    const file = files[here() + step];
    if (!file) return;
    file.scrollIntoView();
    $('summary', file).focus({ preventScroll: true });
  }

  files.forEach((file) => {
    const button = steno.button('copy', 'Copy path', 'copy');
    const bar = steno.make('div', 'viewed-mark');
    bar.innerHTML = '<label><input type=checkbox> Viewed</label>';
    button.dataset.copy = file.ariaLabel;
    bar.prepend(button);
    details(file).before(bar);
    details(file).addEventListener('toggle', () => arrange(file));
    box(file).ariaLabel = `Viewed: ${file.ariaLabel}`;
    box(file).addEventListener('change', () => keep(file));
    if (steno.remember(name(file)) === file.dataset.key) mark(file, true);
  });
  tell();

  // On a phone the tree would be before the first diff.
  if (!matchMedia('(min-width: 64rem)').matches) $('.tree details').open = false;

  // A link to a hunk opens its file.
  function open() {
    const target = document.getElementById(steno.here());
    const file = target?.closest('.file-diff');
    if (!file || details(file).open) return;
    details(file).open = true;
    target.scrollIntoView();
  }
  window.addEventListener('hashchange', open);

  fold.addEventListener('click', () => {
    const some = files.some((file) => details(file).open);
    files.forEach((file) => { details(file).open = !some; });
    fold.textContent = some ? 'Expand all' : 'Collapse all';
  });
  split.addEventListener('click', turn);
  Object.assign(steno.keys, { d: turn, j: () => go(1), k: () => go(-1), v: () => box(files[here()] || files[0]).click() });
  show();
  open();
})();
