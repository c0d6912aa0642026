// The search box in the header of every page. Nothing is loaded until it is
// focused; then the scripts that the form names in data-scripts are, in order,
// and the last of them attaches a list of results to the box.
(function () {
  'use strict';
  const box = document.getElementById('site-q');
  if (!box || !box.form.dataset.scripts || document.getElementById('find')) return;
  const load = () => {
    for (const name of box.form.dataset.scripts.split(' ')) {
      const tag = document.createElement('script');
      tag.src = (document.body.dataset.root || '') + name;
      tag.async = false;
      document.head.append(tag);
    }
  };
  box.addEventListener('focus', load, { once: true });
  if (document.activeElement === box) {
    box.blur();
    box.focus();
  }
})();
