// The tokenizer of the search index, in the browser. It must cut text exactly as
// package generator/search does; the vectors in testdata/tokens.json of that
// package hold the two together. There the rules are explained.
(function (root) {
  'use strict';
  const SEPARATOR = 0, WORD = 1, DENSE = 2, EMOJI = 3;
  const RUN = 0, PART = 1, PAIR = 2, JOIN = 3;

  // Where ranges of code points begin and end, as distances in base 36: those of generator/search/script.go, whose test
  // prints them.
  const boundaries = (s) => s.split(' ').map(((at) => (x) => at += parseInt(x, 36))(0));
  const separators = boundaries('3k 16 1 a 1 4 1 5 n 1 v 1 cq u 4e 1 8 1 6y 1 5z 6 15 7 1a 1 1 1 2 1 1b 2 b g b 5 22 4 2u 1 8 2 x g gk 2 1hx 1 ' +
    'h0 9 lg 2 h 1 q 2 9v f 1kh 34 1c 1c 5c 228 e8 3k a8 l 3 p 9 m 2f 2 7 1 2i 1 5ok 1s r9c 6io u6 i 4w 34 3z 1 0 ' +
    'g a 7 q 6 q b 3e w');
  const denseScripts = boundaries('2rk 74 74 4g 2o 74 134 3k 4qt 3 1l 9b g 2o e8 534 1s g74 2dc 8mo 6kw e8 1fk0 2t4w');
  const pictures = boundaries('7i8 cg pc 6 2hsg q 74 1kw');
  const within = (c, list) => list.filter((x) => x <= c).length % 2;

  function classOf(c) {
    if (c < 128) return c >= 48 && c < 58 || (c | 32) >= 97 && (c | 32) < 123 || c === 95 ? WORD : SEPARATOR;
    if (within(c, pictures)) return EMOJI;
    if (within(c, separators)) return SEPARATOR;
    if (within(c, denseScripts)) return DENSE;
    return c > 0xffff ? SEPARATOR : WORD;
  }

  const letters = {
    ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ',
  };
  const foldSpan = (s) => Array.from(s.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC'), (c) => {
    if (c < '\x80') return c;
    const low = c.toLowerCase(), to = letters[low];
    return !to ? low : low !== c ? to.toUpperCase() : to; // camelCase sees capitals
  }).join('');
  const fold = (s) => s.replace(/[^\x00-\x7f]+/g, foldSpan);

  // foldMap folds and distinguishes where in the text a place in the folded one comes from.
  function foldMap(text) {
    const map = [], out = [];
    for (const m of text.matchAll(/[\x00-\x7f]+|[^\x00-\x7f]+/g)) {
      const folded = m[0] < '\x80' ? m[0] : foldSpan(m[0]), chars = Array.from(m[0]);
      let at = m.index;
      const same = folded.length === m[0].length, pieces = same ? [...folded] : chars.map(foldSpan);
      out.push(folded);
      if (pieces.join('') !== folded) for (const i in folded) map.push(at);
      else pieces.forEach((piece, k) => {
        for (let i = 0; i < piece.length; i++) map.push(same ? at++ : at);
        if (!same) at += chars[k].length;
      });
    }
    map.push(text.length);
    return { folded: out.join(''), from: (i) => map[i] };
  }

  // tokens calls emit(term, from, run, start, end) for each term of folded text.
  function tokens(s, emit) {
    let run = -1, prev = '', prevStart = 0, prevEnd = -1, prevDigits = false, prevPart = 0, afterColon = false;

    // parts returns where the last one begins.
    function parts(w, start) {
      let before = -1;
      for (const { 0: part, index } of w.matchAll(/[^_](?:[^A-Z_]|(?<=[A-Z])[A-Z](?![a-z\x80-\uffff]))*/g)) {
        const end = index + part.length;
        if (before >= 0 && end - before < w.length && end - before <= 64) emit(w.slice(before, end).toLowerCase(), JOIN, run, start + before, start + end);
        before = index;
        if (part.length < w.length && part.length > 1 && part.length <= 64 && (/[^0-9]/.test(part) || part.length > 2 && part.length <= 12)) {
          emit(part.toLowerCase(), PART, run, start + index, start + end);
        }
      }
      return before;
    }

    // marked emits a number with its sign, or a small one with # or %.
    function marked(start, end) {
      const mark = s[start - 1], small = end - start < 3;
      if ((mark === '-' || mark === '+') && (start < 2 || /[^\w+.\x80-\uffff-]/.test(s[start - 2])) || mark === '#' && small) emit(mark + s.slice(start, end), RUN, run, start - 1, end);
      if (s[end] === '%' && small) emit(s.slice(start, end + 1), RUN, run, start, end + 1);
    }

    let lastPart = 0; // of the run
    // single emits what the index keeps of one run, and reports whether it may be in a pair.
    function single(w, start, after) {
      const low = w.toLowerCase(), n = w.length, end = start + n, digits = count(w, /\d/g);
      const whole = (term) => emit(term, RUN, run, start, end);
      if (digits === n) {
        if (n > 2) whole(low.slice(0, 12));
        return n <= 8;
      }
      if (n > 6 && digits > 1 && /^[0-9a-f]+$/.test(low)) {
        whole(low.slice(0, 12));
        return false;
      }
      if (n > 23 && count(w, /(?<=[a-z])[A-Z]|(?<=[a-zA-Z])\d|(?<=\d)[a-zA-Z]/g) * 3 > n && /^[\x00-\x7f]+$/.test(w)) {
        if (n <= 64) whole(low.slice(0, 12));
        return false;
      }
      if (n === 1) {
        if (low === 'c' && after.startsWith('++')) whole('c++');
        else if ((low === 'c' || low === 'f') && after[0] === '#') whole(low + '#');
        return true;
      }
      if (n > 64) {
        parts(w, start);
        return false;
      }
      whole(low);
      if (/_|[^][A-Z]/.test(w)) lastPart = parts(w, start);
      return true;
    }

    function wordRun(start) {
      run++;
      const id = uuidEnd(s, start);
      if (id) {
        prevEnd = -1;
        emit(s.slice(start, start + 8).toLowerCase(), RUN, run, start, id);
        emit(s.slice(id - 12, id).toLowerCase(), RUN, run, start, id);
        return id;
      }
      let end = start;
      for (; end < s.length && classOf(s.codePointAt(end)) === WORD;) end++;
      let from = start, to = end;
      while (from < to && s[from] === '_') from++;
      while (to > from && s[to - 1] === '_') to--;
      const w = s.slice(from, to), before = prevEnd;
      prevEnd = -1;
      lastPart = 0;
      const pairable = w && single(w, from, s.slice(end, end + 2)), digits = /^[0-9]+$/.test(w);
      if (digits && w.length < 9 && w.length === end - start) marked(start, end);
      if (!pairable) return end;
      const low = w.toLowerCase(), joint = before >= 0 && before + 1 === start ? s[before] : '';
      const time = joint === ':' && digits && prevDigits && !afterColon && prev.length < 3 && low.length === 2;
      if (joint && (time || './-\\'.includes(joint)) && prev.length + 1 + low.length <= 64 &&
        !(digits && prevDigits && prev.length + low.length > 8)) {
        const by = time ? '.' : joint === '\\' ? '/' : joint;
        emit(prev + by + low, PAIR, run, prevStart, to);
        if (by === '.' && prevPart) emit(prev.slice(prevPart) + by + low, JOIN, run, prevStart + prevPart, to);
      }
      prev = low;
      prevPart = lastPart;
      afterColon = joint === ':';
      prevStart = from;
      prevEnd = end;
      prevDigits = digits;
      return end;
    }

    function denseRun(i) {
      run++;
      prevEnd = -1;
      let last = -1, size;
      for (; i < s.length && classOf(s.codePointAt(i)) === DENSE; i += size) {
        size = s.codePointAt(i) > 0xffff ? 2 : 1;
        if (last >= 0) emit(s.slice(last, i + size), RUN, run, last, i + size);
        last = i;
      }
      emit(s.slice(last, i), RUN, run, last, i);
      return i;
    }

    for (let i = 0; i < s.length;) {
      const c = s.codePointAt(i), is = classOf(c);
      const size = c > 0xffff ? 2 : 1;
      if (is === SEPARATOR) i += size;
      else if (is === EMOJI) {
        prevEnd = -1;
        emit(s.slice(i, i + size), RUN, ++run, i, i += size);
      } else i = is === DENSE ? denseRun(i) : wordRun(i);
    }
  }

  const count = (w, pattern) => (w.match(pattern) || []).length;

  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy;
  function uuidEnd(s, i) {
    uuid.lastIndex = i;
    if (s[i + 8] !== '-' || !uuid.test(s)) return 0;
    const end = i + 36;
    return end < s.length && classOf(s.codePointAt(end)) !== SEPARATOR ? 0 : end;
  }

  // queryTerms are the terms that a message must hold: of joined runs the pairs, of
  // other runs their joined parts, or the run itself. One item: {term, from}.
  function queryTerms(text) {
    const items = [], whole = new Map(), covered = new Set(), joined = new Set();
    tokens(fold(text), (term, from, run) => {
      items.push({ term, from, run });
      if (from === PAIR) covered.add(run).add(run - 1);
      if (from === RUN) whole.set(run, (whole.get(run) || 0) + 1);
      if (from === JOIN) joined.add(run);
    });
    const seen = new Set();
    return items.filter((it, i) => {
      const n = whole.get(it.run) || 0, last = !items[i + 1] || items[i + 1].run !== it.run;
      const keep = it.from === PAIR || !covered.has(it.run) && (it.from === JOIN || it.from === RUN && !joined.has(it.run)) || it.from === PART && !n;
      return keep && !(last && n > 1 && isDense(it.term)) && !seen.has(it.term) && seen.add(it.term);
    });
  }

  const isDense = (term) => classOf(term.codePointAt(0)) === DENSE;

  root.stenoSearch = Object.assign(root.stenoSearch || {}, { fold, foldMap, tokens, queryTerms, isDense });
})(globalThis);
