// The timeline: a card for the mark that has the pointer or the focus, and zoom, by dragging across
// the lines, by keys and by buttons. All marks have their places in parts of the width, so that zoom is
// one calculation for all of them.
(function () {
  'use strict';
  const { $, $$, make } = steno;
  const figure = $('.timeline');
  if (!figure || figure.dataset.live) return;
  figure.dataset.live = '';
  const lines = $('.tl-lines', figure);
  let from = 0;
  let to = 100;

  // The titles become cards. Links keep them as their names.
  $$('title', figure).forEach((title) => {
    const mark = title.parentElement;
    mark.dataset.card = title.textContent;
    if (mark.localName === 'a') mark.ariaLabel = title.textContent;
    title.remove();
  });
  const card = make('div', 'tl-card');
  card.hidden = true;
  figure.append(card);
  function tell(mark) {
    const [, clock, words] = /^(\d\d:\d\d)?(.*)/s.exec(mark.dataset.card);
    card.replaceChildren(make('b', '', clock || ''), words);
    card.hidden = false;
    const box = mark.getBoundingClientRect();
    const all = figure.getBoundingClientRect();
    const left = box.left + box.width / 2 - all.left - card.offsetWidth / 2;
    card.style.left = `${Math.max(0, Math.min(left, all.width - card.offsetWidth))}px`;
    card.style.top = `${box.bottom - all.top + 6}px`;
  }
  function hide() { card.hidden = true; }
  figure.addEventListener('pointerover', (event) => {
    const mark = event.target.closest('[data-card]');
    if (mark) tell(mark);
    else if (!card.contains(event.target)) hide();
  });
  figure.addEventListener('pointerleave', hide);
  figure.addEventListener('focusout', hide);
  figure.addEventListener('focusin', (event) => {
    const mark = event.target.closest('[data-card]');
    if (!mark) return;
    show(mark);
    tell(mark);
  });

  // What is placed in parts of the width, with its place in the whole picture.
  const placed = [];
  $$('.tl-top *, .tl-lines svg *, .tl-axis *', figure).forEach((e) => {
    ['x', 'width', 'x1', 'x2'].forEach((name) => {
      const value = e.getAttribute(name);
      if (/%$/.test(value)) placed.push({ element: e, name, value: parseFloat(value) });
    });
  });
  const curve = $('.tl-curve svg', figure);
  function draw() {
    const scale = 100 / (to - from);
    placed.forEach((p) => {
      p.element.setAttribute(p.name, `${(p.name === 'width' ? p.value : p.value - from) * scale}%`);
    });
    if (curve) {
      const box = curve.getAttribute('viewBox').split(' ');
      curve.setAttribute('viewBox', [from * 100, 0, (to - from) * 100, box[3]].join(' '));
    }
    figure.classList.toggle('zoomed', scale > 1);
    $('[data-zoom="0"]', figure).hidden = scale === 1;
    hide();
  }
  function zoom(start, end) {
    const width = Math.max(1, Math.min(100, end - start));
    from = Math.max(0, Math.min((start + end - width) / 2, 100 - width));
    to = from + width;
    draw();
    steno.say(width === 100 ? 'The whole timeline' : `${Math.round(width)}% of the timeline`);
  }
  function around(middle, width) { zoom(middle - width / 2, middle + width / 2); }
  function by(factor) {
    const mark = document.activeElement.closest('.timeline [data-card]');
    around(mark ? centre(mark) : (from + to) / 2, (to - from) * factor);
  }
  function centre(mark) {
    const box = mark.getBoundingClientRect();
    return at(box.left + box.width / 2);
  }
  // at is the place in the picture that is at x in the window.
  function at(x) {
    const box = $('.tl-back', figure).getBoundingClientRect();
    return from + (x - box.left) / box.width * (to - from);
  }
  // show brings a mark that has the focus into the part that is seen.
  function show(mark) {
    const middle = centre(mark);
    if (middle < from || middle > to) around(middle, to - from);
  }

  const actions = {
    '+'() { by(.5); },
    '-'() { by(2); },
    0() { zoom(0, 100); },
    ArrowLeft() { around(from + (to - from) / 4, to - from); },
    ArrowRight() { around(to - (to - from) / 4, to - from); },
  };
  actions['='] = actions['+'];
  figure.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return hide();
    if (!Object.hasOwn(actions, event.key) || /^Arrow/.test(event.key) && to - from === 100) return;
    event.preventDefault();
    actions[event.key]();
  });
  figure.addEventListener('click', (event) => {
    const button = event.target.closest('[data-zoom]');
    if (!button) return;
    actions[button.dataset.zoom]();
    if (button.hidden) button.parentElement.firstElementChild.focus();
  });

  // Dragging marks a range. A drag is no click on the mark where it ends.
  let start = null;
  const range = make('div', 'tl-range');
  range.hidden = true;
  lines.append(range);
  function place(x) {
    const box = $('.tl-back', figure).getBoundingClientRect();
    const ends = [x, start].sort((a, b) => a - b).map((end) => Math.max(box.left, Math.min(end, box.right)));
    range.hidden = Math.abs(x - start) < 5;
    range.style.left = `${ends[0] - lines.getBoundingClientRect().left}px`;
    range.style.width = `${ends[1] - ends[0]}px`;
    return ends;
  }
  lines.addEventListener('dragstart', (event) => event.preventDefault());
  lines.addEventListener('pointerdown', (event) => {
    if (event.button || event.pointerType === 'touch') return;
    start = event.clientX;
    event.preventDefault();
  });
  addEventListener('pointermove', (event) => { if (start !== null) place(event.clientX); });
  addEventListener('pointerup', (event) => {
    if (start === null) return;
    const ends = place(event.clientX);
    const dragged = !range.hidden;
    start = null;
    range.hidden = true;
    if (!dragged) return;
    const stop = function (click) {
      click.preventDefault();
      click.stopPropagation();
    };
    addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => { removeEventListener('click', stop, { capture: true }); });
    if (ends[1] > ends[0]) zoom(at(ends[0]), at(ends[1]));
  });

  // Whoever was here before this was loaded.
  const button = document.activeElement.closest('[data-zoom]');
  if (button) actions[button.dataset.zoom]();
  const mark = $('[data-card]:hover, [data-card]:focus', figure);
  if (mark) tell(mark);
})();
