// Marks: the places of a text that answer a query. A mark is a term; the start of
// one, "rewi*"; a part of one, "*wind*"; an expression over terms, "/re(wind|do)/";
// or a phrase, "\"two words\"". Results and the pages they lead to share them.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const gap = '[^0-9a-z\\x80-\\uffff]+';

  // plain is a text as phrases are compared: whatever is between words is a blank.
  const plain = (s) => S.fold(s).toLowerCase().replace(new RegExp(gap, 'g'), ' ').trim();
  const has = (text, phrase) => plain(text).includes(plain(phrase));

  // test makes of a mark a test of terms; null when it is none. Pairs, such as a.b,
  // are tested by those only that ask for what joins them: else their halves are.
  function test(mark) {
    if (mark.length < (/^[*/]/.test(mark) ? 3 : 2)) return null;
    let part = mark.slice(1, -1), fits;
    if (mark[0] === '/') try {
      const re = new RegExp(part, 'i');
      part = part.replace(/\[[^\]]*\]/g, '').match(/\\[./]|-/) || '';
      fits = (term) => re.test(term);
    } catch { return null; }
    else if (mark[0] === '*') fits = (term) => term.includes(part);
    else if (mark.endsWith('*')) {
      part = mark.slice(0, -1);
      fits = (term) => term.startsWith(part);
    } else return null;
    const pairs = /[./-]/.test(part);
    return (term) => (pairs || !/[./-]/.test(term)) && fits(term);
  }

  // ranges lists [start, end] of what marks ask for in a text, ascending and apart.
  function ranges(text, marks) {
    const { folded, from } = S.foldMap(text), found = [];
    const exact = new Set(marks), tests = marks.map(test).filter(Boolean);
    const add = (start, end) => found.push([from(start), from(end)]);
    S.tokens(folded, (term, source, run, start, end) => (exact.has(term) || tests.some((t) => t(term))) && add(start, end));
    for (const mark of marks.filter((m) => m[0] === '"')) {
      const words = plain(mark).split(' ');
      if (words[0]) for (const m of folded.matchAll(new RegExp(words.join(gap), 'gi'))) add(m.index, m.index + m[0].length);
    }
    const out = [];
    for (const [start, end] of found.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      const last = out[out.length - 1];
      if (last && start < last[1]) last[1] = Math.max(last[1], end);
      else out.push([start, end]);
    }
    return out;
  }

  // around is where most different marks follow each other within a width.
  function around(text, found, width) {
    let at = 0, most = 0;
    found.forEach(([start], i) => {
      const n = new Set(found.slice(i, i + 20).map(([from, to]) => from < start + width && text.slice(from, to).toLowerCase())).size;
      if (n > most) [at, most] = [start, n];
    });
    return at;
  }

  // marked cuts a text at its marks: [text, hit] pairs, with a width around most of them.
  function marked(text, marks, width) {
    const found = ranges(text, marks);
    let at = 0, stop = text.length;
    if (width && text.length > width) {
      const first = around(text, found, width * 0.6);
      at = first < width * 0.6 ? 0 : Math.min(first, text.indexOf(' ', first - width * 0.3) + 1 || first);
      stop = at + width;
      stop = stop < text.length ? Math.max(text.lastIndexOf(' ', stop), stop - 20) : text.length;
    }
    const out = at ? [['… ', false]] : [];
    for (const [start, end] of found) if (end > at && start < stop) {
      if (start > at) out.push([text.slice(at, start), false]);
      out.push([text.slice(Math.max(at, start), Math.min(end, stop)), true]);
      at = Math.min(end, stop);
    }
    if (at < stop) out.push([text.slice(at, stop), false]);
    if (stop < text.length) out.push([' …', false]);
    return out;
  }

  Object.assign(S, { test, ranges, around, marked, has });
})(globalThis);
