// Places: a link to any anchor opens what folds it and lifts what hides it; going
// back, by the browser or by a link to where one came from, finds the page as it
// was left, with its folds and at its height; every message and every block of
// code has its own link.
(function () {
  'use strict';
  const { $, $$, here } = steno;

  // find returns the element of an anchor. "m-1a2b3c4d.2" is the second block of code
  // of a message.
  function find(name) {
    const target = document.getElementById(name);
    const part = /^(m-[0-9a-f]+)\.(\d+)$/.exec(name);
    if (target || !part) return target;
    const message = document.getElementById(part[1]);
    return message && ($$('.code', message)[part[2] - 1] || message);
  }

  function reveal(name) {
    const target = name && find(name);
    if (!target) return elsewhere(name);
    for (let e = target; e; e = e.parentElement) if (e.localName === 'details') e.open = true;
    const folds = ':scope > details, :scope > div > details, :scope > div > div > details';
    const own = target.closest('.step, .row') && (target.matches('details') ? target : $(folds, target));
    if (own) own.open = true;
    steno.lift(target);
    target.scrollIntoView({ block: 'start', behavior: 'instant' });
    steno.hit(target.matches('.code') && target);
  }

  // Pages are cut anew as a session grows. An anchor that is not on this page is looked up in
  // the session's list of anchors, and the page that has it is opened.
  function elsewhere(name) {
    const list = document.body.dataset.anchors;
    const id = /^m-([0-9a-f][^.]*)/.exec(name)?.[1];
    if (!list || !id) return;
    window.stenoAnchors = function (pages) {
      const to = Object.keys(pages).map((page) => [new URL(page, new URL(list, location.href)), pages[page].split(' ')])
        .filter((entry) => entry[1].includes(id) && pathOf(entry[0]) !== pathOf(location))
        .sort((a, b) => folder(b[0]) - folder(a[0]))[0];
      if (to) location.replace(`${to[0].href.replace(/#.*/, '')}#${name}`);
    };
    steno.script(list);
  }
  // folder reports whether a page is of the same thread as this one.
  function folder(url) { return url.pathname.replace(/[^/]*$/, '') === location.pathname.replace(/[^/]*$/, ''); }

  // What was unfolded, and the height. Folds are told by their number in the page.
  let folds = $$('main details');
  function keep() {
    store(`place ${pathOf(location)}`, JSON.stringify({ y: Math.round(scrollY), open: folds.map((d) => +d.open) }));
  }
  function restore() {
    try {
      const place = JSON.parse(store(`place ${pathOf(location)}`));
      if (!place || place.open.length !== folds.length) return false;
      place.open.forEach((open, i) => { folds[i].open = open; });
      scrollTo({ top: place.y, behavior: 'instant' });
      return true;
    } catch { return false; }
  }
  // Some servers send readers of index.html to its folder.
  function pathOf(place) { return place.pathname.replace(/index\.html$/, ''); }
  function store(key, value) { return steno.remember(key, value, 'sessionStorage'); }

  // A link back to the page that one came from returns to how it was left. There
  // the call it names is brought into view when it is not.
  function arrive() {
    const kind = performance.getEntriesByType('navigation')[0]?.type;
    const returns = store('return') === pathOf(location);
    store('return', '');
    if ((returns || kind === 'back_forward' || kind === 'reload') && restore()) {
      const target = returns && find(here());
      if (target && (!target.checkVisibility() || !inView(target))) reveal(here());
      if (returns && location.hash) stay();
    } else if (location.hash) reveal(here());
  }
  // Some browsers scroll to the anchor of an address until the first frame after a
  // page has loaded. In that frame it goes back to where it was, unless its reader
  // went on.
  function stay() {
    const height = scrollY;
    let moved = false;
    const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
    moves.forEach((name) => { addEventListener(name, () => { moved = true; }, { once: true, passive: true }); });
    addEventListener('load', () => {
      requestAnimationFrame(() => { if (!moved) scrollTo({ top: height, behavior: 'instant' }); });
    });
  }
  function inView(e) {
    const box = e.getBoundingClientRect();
    return box.bottom > 80 && box.top < innerHeight - 80;
  }
  function leave(a) {
    if (pathOf(a) === pathOf(location)) return;
    if (store(`from ${pathOf(location)}`) === pathOf(a)) store('return', pathOf(a));
    else store(`from ${pathOf(a)}`, pathOf(location));
  }

  document.addEventListener('click', (event) => {
    const a = event.target.closest('a[href]');
    if (!a || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (a.matches(':is(.msg > header, .compaction > p) > a, .step > a, .code-link')) steno.copy(a.href, a, 'Link copied');
    if (pathOf(a) === pathOf(location) && a.hash && a.hash === location.hash) reveal(here());
    else leave(a);
  });
  addEventListener('hashchange', () => reveal(here()));
  addEventListener('pagehide', keep);
  steno.keys.b = () => {
    const back = $('.back-to');
    if (back) back.click();
    else history.back();
  };

  function dress() {
    // Screen readers call a block what its heading does.
    $$('.card > div > div > b').forEach((b) => {
      $$('pre', b.parentElement).forEach((pre) => {
        pre.role = 'group';
        pre.ariaLabel = b.textContent;
      });
    });

    // Buttons and links that only scripts can serve.
    $$('.thread .msg > header:not(:has(button))').forEach((head) => {
      if (head.parentElement.matches(':has(.prose, .command)')) head.append(steno.button('copy', 'Copy message', 'copy'));
      if (head.parentElement.matches('.prompt')) head.append(steno.button('share', 'Copy as Markdown', 'read'));
    });
    $$('[data-what]:not(:has(+ .copy))').forEach((code) => { code.after(steno.button('copy', `Copy ${code.dataset.what}`, 'copy')); });
    $$('.prose .code:not(:has(.code-tools))').forEach((block) => {
      const tools = steno.make('span', 'code-tools');
      const message = block.closest('[id^="m-"]');
      if (message) {
        tools.innerHTML = '<a class=code-link aria-label="Link to this code"><i class=i-link></i></a>';
        tools.firstChild.href = `#${message.id}.${$$('.code', message).indexOf(block) + 1}`;
      }
      tools.append(steno.button('copy', 'Copy code', 'copy'));
      block.append(tools);
    });
  }
  dress();
  document.addEventListener('steno-change', () => { // steno serve has put what is new into the page
    folds = $$('main details');
    dress();
  });
  arrive();
})();
