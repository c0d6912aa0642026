// The search box in the header of every page. Nothing is loaded until it is
// focused; then the scripts that the form names in data-scripts are, in order,
// and the last of them attaches a list of results to the box. Those in data-marks
// are loaded when the address asks for words to be marked.
(function () {
  'use strict';
  const box = document.getElementById('site-q');
  if (!box || !box.form.dataset.scripts) return;
  const loaded = new Set();
  const load = (names) => {
    for (const name of (names || '').split(' ')) {
      if (!name || loaded.has(name)) continue;
      loaded.add(name);
      const tag = document.createElement('script');
      tag.src = (document.body.dataset.root || '') + name;
      tag.async = false;
      document.head.append(tag);
    }
  };
  if (new URLSearchParams(location.search).has('mark')) load(box.form.dataset.marks);
  box.addEventListener('focus', () => load(box.form.dataset.scripts), { once: true });
  if (document.activeElement === box) {
    box.blur();
    box.focus();
  }
})();
