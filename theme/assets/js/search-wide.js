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
    const fits = S.test(mark), problem = mark[0] !== '/' ? '' : !fits ? 'it is not a regular expression' : risky(mark.slice(1, -1));
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

  // What words end with in some form: "schneller" and "schnell", "archivos" and "archivo", "gardée" and "garder".
  const ending = /^(|[aeio]?(m|n|nt|r|rn|s|st|t|x)|[aeio]|ee?s?|ere[mnrs]?|te[nrs]?|ung(en)?|ad[ao]s?|aba[ns]?|o?ns|ando|iendo|aie?nt|ait)$/;

  // related: one is the other with another ending, behind four letters or more.
  function related(a, b) {
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    return i > 3 && /^[a-z]+$/.test(a) && ending.test(a.slice(i)) && ending.test(b.slice(i));
  }

  // alike are the options of a term that are in these lists, of which the most frequent are enough.
  const alike = (lists) => lists.sort((a, b) => b.df - a.df).slice(0, 5).map((list) => ({ list, factor: 0.4 }));

  // similar returns the lists of the terms that are a term with umlauts in another spelling, or one edit away, or else have another ending, of
  // those that begin with the same two characters, or more where these are in over 24 blocks.
  async function similar(index, term) {
    const same = await listsOf(index, [term.replace(/([aou])e/g, '$1'), term.replace(/^[aou]/, '$&e')]);
    if (same[0]) return same;
    let n = 2;
    while (n < term.length && index.blockOf(term.slice(0, n) + '\uffff') - index.blockOf(term.slice(0, n)) > 23) n++;
    const near = await index.near(term.slice(0, n), 24), slips = near.filter((l) => oneEdit(term, l.term));
    return slips[0] ? slips : near.filter((l) => related(term, l.term));
  }

  // compound takes a word apart that is there as two only, which may have other endings: "indexsuche" into "index" and "suche", "zeitungsseiten" into
  // "zeitung" and "seite".
  async function compound(index, term) {
    const half = async (term) => ({ term, loose: true, options: alike((await index.near(term)).filter((l) => ending.test(l.term.slice(term.length)))) });
    for (let n = /^[a-z]+$/.test(term) && term.length - 4; n >= 4; n--) {
      const first = await half(term.slice(0, n));
      for (const rest of first.options[0] ? new Set([term.slice(n), term.slice(n).replace(/^e?[ns](?=....)/, '')]) : []) {
        const second = await half(rest);
        if (second.options[0]) return [first, second];
      }
    }
  }

  // instead returns the clauses that stand for a term that no message has, if there are any.
  S.instead = async (index, term) => {
    await S.need('apart');
    if (S.asks({ terms: [term] })) return null; // "warum" is no slip of "warm"
    const options = alike(await similar(index, term));
    return options[0] ? { term, options } : compound(index, term);
  };

  // wide returns the clauses of a word that asks for parts of words.
  S.wide = (index, word) => Promise.all(partsOf(word).map(async (mark) => {
    const wide = await fitting(index, mark);
    return { term: mark, wide, options: (await listsOf(index, wide.terms)).map((list) => ({ list, factor: 1 })) };
  }));
})(globalThis);
