// Going through a thread by prompts and by errors, and on to the pages before and
// after where a page ends.
(function () {
  'use strict';
  const { $, $$ } = steno;
  const prompts = '.thread > .prompt';
  const errors = '.thread [data-error]:not(.run-fold *)'; // a run that is folded names its errors outside of the fold
  const line = 120; // what is above it was reached

  // The last one gone to: it may still be scrolling, or be too near the end to reach
  // the top, so one goes on from it until the reader moves by other means.
  let gone = null;
  const forget = () => { gone = null; };
  addEventListener('wheel', forget, { passive: true });
  addEventListener('touchmove', forget, { passive: true });
  addEventListener('pointerdown', forget);
  addEventListener('keydown', (event) => { if (!/^[jknp]$/.test(event.key)) forget(); });

  function walk(selector, step, what) {
    const list = $$(selector).filter((e) => e.getClientRects().length);
    const tops = list.map((e) => e.getBoundingClientRect().top);
    const i = list.includes(gone) ? list.indexOf(gone) + step : step > 0
      ? tops.findIndex((t) => t > line + 4)
      : tops.findLastIndex((t) => t < line - 60);
    if (list[i]) return go(list[i]);
    const page = $(step > 0 ? '.pager .next' : '.pager .prev');
    if (page) location.href = page.href + (what === 'prompt' ? step > 0 ? '#first' : '#last' : '');
    else steno.say(`No more ${what}s on this page`);
  }

  function go(target) {
    gone = target;
    const named = target.closest('[id^="m-"]') || $('[id^="m-"]', target);
    target.scrollIntoView({ block: 'start' });
    steno.hit(target);
    if (named) steno.address({}, named.id);
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  const button = $('#next-error');
  function tell() { button.hidden = !$(errors) || $('nav.levels'); } // that one counts for all pages
  tell();
  document.addEventListener('steno-change', tell);
  button.addEventListener('click', () => walk(errors, 1, 'error'));

  steno.keys.j = () => { walk(prompts, 1, 'prompt'); };
  steno.keys.k = () => { walk(prompts, -1, 'prompt'); };
  steno.keys.n = () => { walk(errors, 1, 'error'); };
  steno.keys.p = () => { walk(errors, -1, 'error'); };
  const list = $$(prompts);
  const end = { '#first': list[0], '#last': list.at(-1) }[location.hash];
  if (end) go(end);
})();
