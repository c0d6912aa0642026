// Words in different messages, and pairs that nobody wrote. Loaded with the first query of several words.
(function (root) {
  'use strict';
  const S = root.stenoSearch, rank = (w) => Math.min(...w.clauses.map((c) => c.df));

  // split returns clauses for the parts of a pair, null when it has one.
  S.split = async (search, term, open) => {
    const parts = S.queryTerms(term.replace(/[./-]/g, ' ')).map((it) => it.term);
    if (parts.length < 2) return null;
    return Promise.all(parts.map(async (part, i) => ({ term: part, options: await search.options(part, open && i === parts.length - 1), loose: true })));
  };

  // spread finds words in different messages of one session: the messages of each that has all of
  // them, null when none does. A session is worth the sum of the best message for each word.
  async function spread(search, words, filtered) {
    let worth = null;
    const found = [], session = (doc) => search.index.session(doc);
    for (const w of words.slice().sort((a, b) => rank(a) - rank(b))) {
      const hits = S.pick(await filtered(await search.match(w.clauses, worth && docsOf(search.index, worth))), (d) => !worth || worth.has(session(d)));
      const best = new Map();
      hits.docs.forEach((d, i) => best.set(session(d), Math.max(best.get(session(d)) || 0, hits.scores[i])));
      worth = new Map([...best].map(([n, score]) => [n, score + (worth ? worth.get(n) : 0)]));
      if (!worth.size) return null;
      found.push(hits);
    }
    return Object.assign(S.pick(S.either(found), (d) => worth.has(session(d))), { worth });
  }

  // docsOf are the docs of sessions, undefined when they are too many to choose parts of lists by.
  function docsOf(index, sessions) {
    const docs = [];
    for (const n of [...sessions.keys()].sort((a, b) => a - b)) {
      for (let d = index.starts[n], end = n + 1 < index.starts.length ? index.starts[n + 1] : d + 2000; d < end; d++) docs.push(d);
      if (docs.length > 2000) return undefined;
    }
    return docs;
  }

  // beside adds to messages that have all words the sessions that have them in different messages. It reads nothing for
  // them: words with long lists are in so many sessions that it would say little.
  async function beside(search, left, filtered, result, hits) {
    if (left.some((w) => w.word.phrase || w.clauses.some((c) => c.options.some((o) => o.list.chunks)))) return hits;
    const all = await spread(search, left, filtered), best = new Map(), session = (doc) => search.index.session(doc);
    if (!all) return hits;
    hits.docs.forEach((d, i) => best.set(session(d), Math.max(best.get(session(d)) || 0, hits.scores[i])));
    for (const [n, score] of best) all.worth.set(n, all.worth.get(n) + 0.25 * score);
    const more = S.pick(all, (d) => !best.has(session(d)) && d !== search.index.starts[session(d)]), sessions = new Set(more.docs.map(session));
    if (!sessions.size) return hits;
    result.beside = sessions;
    result.said = (sessions.size > 1 ? sessions.size.toLocaleString('en') + ' more sessions have' : '1 more session has') + ' the words in different messages. ';
    return Object.assign(S.either([hits, more]), { worth: all.worth, total: hits.docs.length, others: sessions.size });
  }

  // apart answers with sessions that have all words, else with messages that have some: {hits, left}, where
  // left are the words that the hits have.
  S.apart = async (search, left, filtered, result, hits) => {
    if (hits.docs.length) return { hits: await beside(search, left, filtered, result, hits), left };
    hits = await spread(search, left, filtered);
    if (hits) {
      result.said = 'No message has all words; these sessions have them in different messages. ';
      return { hits, left };
    }
    hits = { docs: [], scores: [] };
    while (!hits.docs.length && left.length > 1) {
      const alone = await Promise.all(left.map(async (w) => (await filtered(await search.match(w.clauses))).docs.length));
      const out = left.find((w, i) => !alone[i]) || left.reduce((a, b) => rank(b) > rank(a) ? b : a);
      result.dropped.push(out.word.text);
      left = left.filter((w) => w !== out);
      hits = await filtered(await search.match(left.flatMap((w) => w.clauses)));
    }
    return { hits, left };
  };
})(globalThis);
