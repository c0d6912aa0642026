// The outline follows the scroll. It is open on wide screens; on others it is a
// drawer, which a choice, Escape and a tap beside it close.
(function () {
  'use strict';
  const drawer = steno.$('#drawer');
  if (!drawer) return;
  const nav = drawer.parentElement;
  const wide = matchMedia('(min-width: 64rem)');
  const fit = () => { drawer.open = wide.matches; };
  fit();
  wide.addEventListener('change', fit);

  const find = () => steno.$$('a[data-here]', drawer)
    .map((a) => ({ link: a, target: document.getElementById(decodeURIComponent(a.hash.slice(1))) }))
    .filter((e) => e.target);
  let entries = find();
  let current = null;
  let queued = false;

  function update() {
    queued = false;
    let low = 0;
    let high = entries.length - 1;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (entries[mid].target.getBoundingClientRect().top < 160) low = mid;
      else high = mid - 1;
    }
    if (!entries.length || entries[low].link === current) return;
    if (current) current.ariaCurrent = null;
    current = entries[low].link;
    current.ariaCurrent = 'location';
    if (wide.matches) follow();
  }

  // follow brings the current entry into the outline's own window, and moves nothing else.
  function follow() {
    const box = wide.matches ? nav : drawer.lastElementChild;
    const top = current.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 40 || top > box.clientHeight - 80) box.scrollTop += top - box.clientHeight / 3;
  }

  addEventListener('scroll', () => {
    if (queued) return;
    queued = true;
    requestAnimationFrame(update);
  }, { passive: true });

  function close() { if (!wide.matches) drawer.open = false; }
  function opened() {
    if (wide.matches || !drawer.open) return;
    update();
    if (current) follow();
  }
  drawer.addEventListener('toggle', opened);
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || wide.matches || !drawer.open) return;
    close();
    drawer.firstElementChild.focus();
  });
  document.addEventListener('click', (event) => {
    if (!drawer.contains(event.target) || event.target.closest('a')) close();
  });
  steno.keys.o = () => {
    if (!wide.matches) drawer.open = true
    ;(current || drawer.firstElementChild).focus();
  };
  document.addEventListener('steno-change', () => {
    entries = find();
    update();
  });
  update();
})();
