// Queries like one that found nothing, which find something. Loaded with the first such query.
(function (root) {
  'use strict';
  const S = root.stenoSearch;

  // offers are queries that find something, made from the words of one that did not: without filters and quotes, with a frequent
  // word that begins with a third of one, with one of the words.
  S.offers = async (search, q) => {
    const plain = q.words.map((w) => w.text).join(' '), tries = [plain], found = [];
    for (const { text, terms: [term] } of q.words) {
      const near = term ? await search.index.near([...term].slice(0, [...term].length / 3 + 1).join('')) : [];
      tries.push(...near.sort((a, b) => b.df - a.df).slice(0, 2).map((l) => plain.replace(text, () => l.term)), text);
    }
    for (const text of new Set(tries)) if (text && !found[2] && (await search.run(text + ' ')).docs.length) found.push(text);
    return found;
  };

  // offer returns links to these queries, and at last to the list of all sessions, for the search page.
  S.offer = async (search, result) => ['Try', ...(await S.offers(search, result.q)).concat('').flatMap((q) =>
    [' ', Object.assign(S.el('a', '', q || 'all sessions'), { href: q ? '?q=' + encodeURIComponent(q + ' ') : '../sessions/index.html' })])];
})(globalThis);
