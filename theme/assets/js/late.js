// What a thread loads when somebody wants it: the timeline's cards and zoom when a pointer or the
// focus comes near, copying of several turns when one is to be copied, the minimap where the window has room for it.
(function () {
  'use strict';
  const timeline = steno.$('.timeline');
  if (timeline) {
    ['pointerover', 'focusin'].forEach((name) => {
      timeline.addEventListener(name, () => { steno.load('timeline'); }, { once: true });
    });
  }
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.share')) return;
    steno.shared = event;
    steno.load('share');
  });
  const wide = matchMedia('(min-width: 100rem)');
  function map() { if (wide.matches) steno.load('minimap'); }
  wide.addEventListener('change', map);
  if (document.readyState === 'complete') map();
  else addEventListener('load', map);
})();
