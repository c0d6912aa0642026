// The minimap: the whole page at the edge of a wide window, with its prompts and errors and the part
// that is seen. It is for the pointer; outline and keys lead to the same places.
(function () {
  'use strict';
  const { $, $$, make } = steno;
  const map = make('div', 'minimap');
  const view = make('div', 'mm-view');
  map.ariaHidden = true;
  document.body.append(map);

  function height() { return document.documentElement.scrollHeight; }
  function look() {
    view.style.top = `${scrollY / height() * 100}%`;
    view.style.height = `${innerHeight / height() * 100}%`;
  }
  let queued = false;
  function draw() {
    queued = false;
    const all = height();
    const marks = [];
    $$('.thread > *').forEach((e) => {
      const box = e.getBoundingClientRect();
      if (!box.height) return;
      const fault = e.matches('[data-error]') || $('[data-error]', e);
      const kind = e.matches('.prompt') ? 'prompt' : e.matches('.compaction') ? 'cut' : fault ? 'fault' : e.matches('.reply') && 'reply';
      if (!kind) return;
      const mark = make('i', `mm-${kind}`);
      mark.style.top = `${(box.top + scrollY) / all * 100}%`;
      mark.style.height = `${box.height / all * 100}%`;
      marks.push(mark);
    });
    map.replaceChildren(...marks.concat(view));
    look();
  }
  function later() {
    if (!queued) requestAnimationFrame(draw);
    queued = true;
  }
  function go(event) { scrollTo({ top: event.offsetY / map.clientHeight * height() - innerHeight / 2, behavior: 'instant' }); }
  map.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    event.preventDefault();
    map.setPointerCapture(event.pointerId);
    go(event);
  });
  map.addEventListener('pointermove', (event) => { if (map.hasPointerCapture(event.pointerId)) go(event); });
  addEventListener('scroll', look, { passive: true });
  new ResizeObserver(later).observe(document.body);
  later();
})();
