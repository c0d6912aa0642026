// Queries that the words as they are typed do not answer: parts of words, "*part*" and
// "/re(wind|do)/", and words that are not there but for a slip. For parts the list of
// all words is read and what fits is searched. Expressions run on the page itself, so only those
// are run that cannot take forever, and not for longer than a reader would wait.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const most = 60, patience = 2000, atOnce = 6; // words searched, ms of testing, files read

  // risky reports why an expression might run forever on a word: something repeated
  // within something repeated, or too many repetitions in a row.
  function risky(source) {
    const groups = [];
    let repeats = 0, closed = false;
    for (const [token] of source.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/g)) {
      const repeat = /^[*+{?]/.test(token) && token !== '{';
      if (/^\\[1-9k]/.test(token) || /^\(\?<?[=!]/.test(token)) return 'it looks back or ahead';
      if (repeat) {
        if (++repeats > 5) return 'it repeats too often';
        if (closed && token[0] !== '?') return 'it repeats what repeats or has choices';
      }
      if (repeat || token === '|') for (const g of groups) g.open = true;
      closed = false;
      if (token[0] === '(') groups.push({ open: false });
      else if (token === ')') {
        const g = groups.pop();
        closed = g && g.open;
      }
    }
    return '';
  }

  // partsOf cuts a word at slashes into marks and plain terms; an expression is one mark.
  function partsOf(word) {
    if (word[0] === '/' && /\/i?$/.test(word)) return [word.replace(/i$/, '')];
    return S.fold(word).toLowerCase().split('/').flatMap((piece) => {
      piece = piece.replace(/\*+/g, '*').replace(/^[._-]+|[._-]+$/g, '');
      if (!piece.includes('*')) return S.queryTerms(piece).map((it) => it.term);
      if (!/[^*]{2}/.test(piece)) return [];
      return /^\*?[^*]+\*$/.test(piece) ? piece : '/^' + piece.replace(/\./g, '\\.').replace(/\*/g, '.*') + '$/';
    });
  }

  // fitting returns the words of the index that a mark fits: {mark, terms, problem,
  // said}, of more than are searched the shortest. A plain term is itself.
  async function fitting(index, mark) {
    const fits = S.test(mark), problem = mark[0] !== '/' ? '' : !fits ? 'it is no expression' : risky(mark.slice(1, -1));
    if (problem) return { mark, terms: [], problem, said: 'cannot be searched: ' + problem };
    if (!fits) return { mark, terms: [mark] };
    const found = [];
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
    const n = found.length, terms = found.slice(0, most);
    let said = n > most ? 'fits ' + n.toLocaleString('en') + ' words; the ' + most + ' shortest are searched' :
      n ? 'fits ' + terms.slice(0, 9).join(', ') + (n > 9 ? ' and ' + (n - 9) + ' more' : '') : '';
    if (cut) said += (n ? '; ' : 'took too long: ') + 'not all words were tried';
    return { mark, terms, problem: cut && 'slow', said };
  }

  // oneEdit: same first two characters, and one insertion, deletion, change or swap.
  function oneEdit(a, b) {
    let i = 0, j = 0;
    while (i < a.length && a[i] === b[i]) i++;
    while (j < Math.min(a.length, b.length) - i && a.at(~j) === b.at(~j)) j++;
    const x = a.length - i - j, y = b.length - i - j;
    return i > 1 && (x < 2 && y < 2 || x === 2 && y === 2 && a[i] === b[i + 1] && a[i + 1] === b[i]);
  }

  const listsOf = async (index, terms) => (await Promise.all(terms.map((t) => index.find(t)))).filter(Boolean);

  // similar returns the lists of the terms that one edit makes of a term, the most frequent first, of those that begin with the
  // same two characters, or more where these are in over 24 blocks.
  S.similar = async (index, term) => {
    await S.need('apart');
    if (S.small.test(term)) return []; // "warum" is no slip of "warm"
    let n = 2;
    while (n < term.length && index.blockOf(term.slice(0, n) + '\uffff') - index.blockOf(term.slice(0, n)) > 23) n++;
    return (await index.near(term.slice(0, n), 24)).filter((l) => oneEdit(term, l.term)).sort((a, b) => b.df - a.df).slice(0, 5);
  };

  // wide returns the clauses of a word that asks for parts of words.
  S.wide = (index, word) => Promise.all(partsOf(word).map(async (mark) => {
    const wide = await fitting(index, mark);
    return { term: mark, wide, options: (await listsOf(index, wide.terms)).map((list) => ({ list, factor: 1 })) };
  }));
})(globalThis);
