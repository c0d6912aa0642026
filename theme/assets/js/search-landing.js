// The page that a result leads to: what was searched is marked there, counted, and
// can be gone through. The address names the marks (?mark=...), so that a link, a
// reload and going back show them again; search-box.js loads this when it does.
(function (root) {
  'use strict';
  const S = root.stenoSearch, { $$ } = steno, marks = new URL(location.href).searchParams.getAll('mark').slice(0, 50);
  const painter = root.Highlight && CSS.highlights; // without it, nothing is painted
  const most = 5000;
  const inline = /^(a|b|code|del|em|i|ins|kbd|s|span|strong|sub|sup|mark)$/;

  // read joins the text of the page. Words go on over inline elements and end at others.
  function read() {
    const nodes = [], starts = [];
    let text = '', last = null;
    for (const part of $$($$('.thread').length ? 'h1, .thread' : 'main')) {
      const walk = document.createTreeWalker(part, 5, // elements and text; 2 leaves out all that is in one
        (n) => n.nodeType === 1 && n.matches('svg, script, style, button, .hide, [aria-hidden=true]') ? 2 : 1);
      for (let n; (n = walk.nextNode());) {
        if (n.nodeType === 1) continue;
        let block = n.parentElement;
        while (inline.test(block.localName)) block = block.parentElement;
        if (block !== last) text += '\n';
        last = block;
        nodes.push(n);
        starts.push(text.length);
        text += n.data;
      }
    }
    return { text, nodes, starts };
  }

  // rangesIn makes ranges of the page of the places in its text.
  function rangesIn({ text, nodes, starts }) {
    let i = 0;
    const place = (at, end) => {
      while (i + 1 < nodes.length && (end ? starts[i + 1] < at : starts[i + 1] <= at)) i++;
      return [nodes[i], Math.min(at - starts[i], nodes[i].length)];
    };
    return S.ranges(text, marks).slice(0, most).map(([start, end]) => {
      const range = new Range();
      range.setStart(...place(start));
      range.setEnd(...place(end, true));
      return range;
    });
  }

  const found = rangesIn(read());
  let now = -1;
  const bar = S.el('div', 'marks'), count = S.el('span', 'marks-count');

  function paint() {
    if (!painter) return;
    painter.set('found', new Highlight(...found));
    const one = new Highlight(...found.slice(now, now + 1));
    one.priority = 1;
    if (now >= 0) painter.set('found-now', one);
  }

  const holder = (range) => range.startContainer.parentElement;
  function seen(range) {
    const box = range.getBoundingClientRect();
    return box.height > 0 && box.top > 100 && box.bottom < innerHeight - 60;
  }

  // go shows one mark: opens what folds it, lifts what hides it, brings it into view.
  // The short form of a text that is unfolded has no place on the page: it is passed by.
  function go(i, step, tries = 0) {
    now = (i + found.length) % found.length;
    const range = found[now];
    for (let e = holder(range); e; e = e.parentElement) if (e.localName === 'details' && !e.firstElementChild.contains(holder(range))) e.open = true;
    if (steno.lift) steno.lift(holder(range));
    if (!range.getClientRects().length && ++tries < 50) return go(now + (step || 1), step, tries);
    for (let e = holder(range); e; e = e.parentElement) if (/auto/.test(getComputedStyle(e).overflow)) { // a box that scrolls
      const at = range.getBoundingClientRect(), box = e.getBoundingClientRect();
      e.scrollBy(at.left - box.left - e.clientWidth / 2, at.top - box.top - e.clientHeight / 2);
    }
    if (!seen(range)) {
      holder(range).scrollIntoView({ block: 'center', behavior: 'instant' });
      if (!seen(range)) scrollBy({ top: range.getBoundingClientRect().top - innerHeight / 2, behavior: 'instant' });
    }
    paint();
    tell();
  }

  const next = () => go(now + 1, 1), before = () => go(now < 0 ? -1 : now - 1, -1);

  function tell() {
    count.textContent = now < 0 ? found.length : now + 1 + ' of ' + found.length;
  }

  function clear() {
    if (painter) ['found', 'found-now'].forEach((name) => painter.delete(name));
    bar.remove();
    steno.address({ mark: '' });
    document.removeEventListener('keydown', escape);
    root.removeEventListener('hashchange', arrive);
    delete steno.keys.m;
    delete steno.keys.M;
    steno.say('Marks removed');
  }
  const escape = (event) => event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]') && clear();

  // arrive goes to the first mark in what the link leads to, unless the reader is
  // coming back to where that was.
  function arrive(event) {
    const target = document.getElementById(steno.here());
    const i = target ? found.findIndex((r) => target.contains(r.startContainer)) : -1;
    const kind = performance.getEntriesByType('navigation')[0]?.type;
    if (i >= 0 && (event || kind === 'navigate')) go(i);
    $$('.marks a').forEach((a) => a.remove());
    if (target && i < 0) $$('.whole a, .note a', target).forEach(elsewhere);
  }

  // elsewhere links to the whole of a text of which the page shows the start, where browsers look for the first word.
  function elsewhere({ href }) {
    count.after(S.link(href + '#:~:text=' + encodeURIComponent(marks[0].replace(/["*]/g, '')), 'in the whole text'));
  }

  function show() {
    const words = marks.map((m) => m.replace(/^"|"$/g, '')).join(' ');
    const button = (label, text, act) => {
      bar.append(Object.assign(S.el('button', 'v', text), { title: label, ariaLabel: label, onclick: act }));
    };
    Object.assign(bar, { role: 'region', ariaLabel: 'Marked words' }).append(Object.assign(S.el('b', 'marks-words', words), { title: words }), count);
    if (found.length) {
      button('Marked word before (M)', '‹', before);
      button('Next marked word (m)', '›', next);
      Object.assign(steno.keys, { m: next, M: before });
    }
    button('Remove the marks (Escape)', '×', clear);
    document.body.append(bar);
    tell();
    if (!found.length) count.textContent = 'not shown on this page';
    steno.say('Marked words: ' + count.textContent);
  }

  show();
  paint();
  document.addEventListener('keydown', escape);
  root.addEventListener('hashchange', arrive);
  arrive();
})(globalThis);
