// Changes to files: one below the other, or side by side where the window is wide
// enough. The choice is remembered; see code.css for what it does.
(function () {
  'use strict';
  const root = document.documentElement;
  const button = steno.$('#split');
  if (!steno.$('pre.diff')) return;
  button.hidden = false;

  function tell() { button.ariaPressed = !!root.dataset.diff; }
  function turn() {
    steno.put('diff', root.dataset.diff ? '' : 'split');
    tell();
  }
  button.addEventListener('click', turn);
  steno.keys.d = turn;
  tell();
})();
