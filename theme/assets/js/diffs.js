// Changes to files: one below the other, or side by side where the window is wide
// enough. The choice is remembered; see code.css for what it does.
(function () {
  'use strict';
  const root = document.documentElement;
  const button = steno.$('#split');
  if (!steno.$('pre.diff')) return;
  button.hidden = false;

  function tell() { button.setAttribute('aria-pressed', root.dataset.diff === 'split'); }
  function turn() {
    if (root.dataset.diff === 'split') delete root.dataset.diff;
    else root.dataset.diff = 'split';
    steno.remember('diff', root.dataset.diff || '');
    tell();
  }
  button.addEventListener('click', turn);
  steno.keys.d = turn;
  tell();
})();
