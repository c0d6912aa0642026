// Queries for parts of words: "*part*" and "/re(wind|do)/". The list of all words is
// read and what fits is searched. Expressions run on the page itself, so only those
// are run that cannot take forever, and not for longer than a reader would wait.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const most = 60, patience = 2000, atOnce = 6; // words searched, ms of testing, files read

  // risky tells why an expression might run forever on a word: something repeated
  // within something repeated, or too many repetitions in a row.
  function risky(source) {
    const groups = [];
    let repeats = 0, closed = null;
    for (const [token] of source.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/g)) {
      const repeat = /^[*+{?]/.test(token) && token !== '{';
      if (/^\\[1-9k]/.test(token) || /^\(\?<?[=!]/.test(token)) return 'it looks back or ahead';
      if (repeat) {
        if (++repeats > 5) return 'it repeats too often';
        if (closed && token[0] !== '?') return 'it repeats what repeats or has choices';
        for (const g of groups) g.open = true;
      }
      if (token === '|') for (const g of groups) g.open = true;
      closed = null;
      if (token[0] === '(') groups.push({ open: false });
      else if (token === ')') {
        const g = groups.pop();
        closed = g && g.open ? g : null;
      }
    }
    return '';
  }

  // wide gives the words of the index that a mark fits: {terms, total, problem}, of
  // more than are searched the shortest.
  async function wide(index, mark) {
    const fits = S.test(mark), problem = mark[0] !== '/' ? '' : !fits ? 'it is no expression' : risky(mark.slice(1, -1));
    const found = [];
    if (problem || !fits) return { terms: [], total: 0, problem };
    let spent = 0, cut = false;
    for (let n = 0; n < index.m.w && !cut; n += atOnce) {
      const files = await Promise.all(Array.from({ length: Math.min(atOnce, index.m.w - n) }, (_, i) => index.words(n + i)));
      const start = performance.now();
      for (const words of files) {
        for (let i = 0; i < words.length && !cut; i++) {
          if (fits(words[i])) found.push(words[i]);
          cut = i % 64 === 0 && spent + performance.now() - start > patience;
        }
      }
      spent += performance.now() - start;
      await new Promise((resolve) => setTimeout(resolve)); // the page may paint, and a newer query begin
    }
    found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    return { terms: found.slice(0, most), total: found.length, problem: cut ? 'it took too long, not all words were tried' : '' };
  }

  S.wide = wide;
  S.risky = risky;
})(globalThis);
