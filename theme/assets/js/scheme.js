// Runs before the page is painted: what the reader chose must not flash. The
// choices are colours, how much of a thread to show (see reading.js), and how changes to
// files stand (see diffs.js).
(function () {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  const stored = (key) => {
    try { return localStorage.getItem(`steno-${key}`); } catch { return null; } // storage is off
  };
  const scheme = stored('scheme');
  if (scheme === 'light' || scheme === 'dark') root.dataset.theme = scheme;
  const asked = new URLSearchParams(location.search);
  const chosen = (key) => (asked.has(key) ? asked.get(key) : stored(key)) || '';
  const level = chosen('level');
  if (/^(prompts|conversation|errors)$/.test(level)) root.dataset.level = level;
  const hide = chosen('hide').split(',').filter((kind) => /^[a-z]+$/.test(kind)).join(' ');
  if (hide) root.dataset.hide = hide;
  if (stored('diff') === 'split') root.dataset.diff = 'split';
})();
