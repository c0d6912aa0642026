// Words in different messages, pairs that nobody wrote, and frequent words. Loaded with the first query of several words, or in a large archive.
(function (root) {
  'use strict';
  const S = root.stenoSearch, rank = (w) => Math.min(...w.clauses.map((c) => c.df));

  // Words that make a question of others, in English, German, French and Spanish.
  const small = new Set(`and are as at be been but by can could did do does doesn for from had has have how if in is it its me my of often on or our should so that the their
there they this to us was we were what when where which who why will with would you your
aber als am an auch auf aus bei beim da damit dann darf das dass dem den denn der des die diese diesem diesen dieser dieses doch durch ein eine
einem einen einer eines er es fur gab gibt habe haben hat hatte hatten ich ihr im ist jetzt kann kein keine konnen man mein meine mit muss nach
nicht noch nur ob oder oft schon sehr seit sich sie sind uber um und uns unser unter vom von vor wann war waren warum wegen weil welche welchem
welchen welcher welches wenn wer werden weshalb weswegen wie wieso wir wird wo woher wohin wurde wurden zu zum zur
ai au aux avec avez avons ce ces cet cette dans de du elle elles en est et etaient etait ete eu il ils je la le les leur leurs lui ma mais mes mon
ne nos notre nous ont ou par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi sans se ses son sont sur tu un une vos votre vous
al como con cual cuales cuando cuanto cuantos del desde donde el ella ellas ellos era esa ese eso esta estaba estan estas este esto estos fue fueron
ha hace han hasta hay he hemos las lo los mi mis muy para pero por porque quien sin sobre su sus tiene una unos ya yo`.split(/\s/));
  const asks = S.asks = ({ phrase, terms }) => !phrase && !terms[1] && small.has(terms[0]);

  // means returns the words that are there, none if these only make a question of the others.
  S.means = (words, left) => left.every((w) => asks(w.word)) && words.some((w) => !left.includes(w) && !asks(w.word)) ? [] : left;

  // split returns clauses for the parts of a pair, null when it has one.
  S.split = async (search, term, open) => {
    const parts = S.queryTerms(term.replace(/[./-]/g, ' ')).map((it) => it.term);
    if (parts.length < 2) return null;
    return Promise.all(parts.map(async (part, i) => ({ term: part, options: await search.options(part, open && i === parts.length - 1), loose: true })));
  };

  // spread finds words in different messages of one session: the messages of each that has all of
  // them, null when none does. A session is worth the sum of the best message for each word, 2% less for
  // each doubling of its messages.
  async function spread(search, words, filtered) {
    let worth = null;
    const found = [], session = (doc) => search.index.session(doc);
    for (const w of words.slice().sort((a, b) => rank(a) - rank(b))) {
      const hits = S.pick(await filtered(await search.match(w.clauses, worth && docsOf(search.index, worth))), (d) => !worth || worth.has(session(d)));
      worth = new Map(S.grouped(search.index, hits).map((g) => [g.session, g.score * (18 + Math.clz32(search.index.docs[g.session])) / 50 + (worth ? worth.get(g.session) : 0)]));
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
    if (!left[1] || left.some((w) => w.word.phrase || w.clauses.some((c) => c.options.some((o) => o.list.long)))) return hits;
    const all = await spread(search, left, filtered), whole = new Set(), { starts } = search.index, session = (doc) => search.index.session(doc);
    const together = left.length * (left.length - 1) / 16; // the more words, the less are they together by chance
    if (!all) return hits;
    for (const g of S.grouped(search.index, hits)) all.worth.set(g.session, all.worth.get(g.session) + g.score * together) && whole.add(g.session);
    const more = S.pick(all, (d) => !whole.has(session(d)) && d !== starts[session(d)]), sessions = new Set(more.docs.map(session));
    if (!sessions.size) return hits;
    result.beside = sessions;
    result.said = 'Sessions that have the words in different messages: ' + sessions.size + '. ';
    return Object.assign(S.either([hits, more]), { worth: all.worth, total: hits.docs.length, others: sessions.size });
  }

  // best answers a query of frequent words without reading all of their lists, if it finds messages of so many sessions: those that are worth more
  // than any other can be, as the heads of the lists show; if these are too few, those that the heads have and the newest. It
  // is not for queries of which one list is short: then few parts of the others are read.
  S.best = async (search, clauses, sessions) => {
    // The newest parts are read ahead, as the heads of several words may not do; not of so long lists that they most likely do, nor for the box, which
    // reads for every word.
    const chunks = S.parts(clauses).map((x) => x.first).sort((a, b) => b - a), newest = chunks.slice(0, 20), from = newest[19];
    const ahead = from && clauses[1] && search.some && chunks.length < 60 && search.match(clauses, newest);
    if (ahead) ahead.catch(() => {});
    let sum = 0, since = 0;
    const parts = await Promise.all(clauses.map(async (c) => {
      const all = await search.read(c, null, true);
      let rest = 0; // what others are worth at most
      for (const { list, weight } of c.options) {
        if (!list.rest) continue;
        const { docs, impacts } = await search.index.postings(list.head);
        rest = Math.max(rest, weight * list.rest ** 2 / 16);
        since = Math.max(since, docs[impacts.indexOf(list.rest)]); // NaN where there is none
      }
      sum += rest;
      return Object.assign(S.pick(all, (d, score) => score >= rest), { rest });
    }));
    const joined = parts.reduce(S.join), most = new Map([[-1, sum]]);
    for (const p of parts) p.docs.forEach((d, i) => most.set(d, (most.get(d) ?? sum) + p.scores[i] - p.rest));
    for (const d of joined.docs) most.delete(d);
    const limit = [...most.values()].reduce((a, b) => Math.max(a, b));
    const answer = (hits) => new Set(hits.docs.map((d) => search.index.session(d))).size >= sessions && hits;
    const first = answer(S.pick(joined, (d, score) => score > limit || score === limit && d >= since));
    return first || from && answer(S.either([S.pick(await (ahead || search.match(clauses, newest)), (d) => d >= from), joined]));
  };

  // telling are the words without those that make a question of the others, and these without the numbers of lines behind names of files.
  function telling(words) {
    const out = words.filter(({ word }) => !asks(word)).map((w) => {
      const some = !w.word.phrase && /[:(,]\d/.test(w.word.text) ? w.clauses.filter((c) => !/^\d+$/.test(c.term)) : [];
      return some[0] ? { word: w.word, clauses: some } : w;
    });
    return out[0] ? out : words;
  }

  // most are the words that some message has together: rare words and names count most.
  async function most(search, words, filtered) {
    const docs = await Promise.all(words.map(async (w) => new Set((await filtered(await search.match(w.clauses))).docs))), sum = new Map();
    words.forEach((w, i) => {
      const value = (32 - Math.clz32(search.index.m.docs / (rank(w) || 1))) * (/\p{Ll}\p{Lu}|[\d_]|\w[./-]\w/u.test(w.word.text) ? 2 : 1);
      for (const d of docs[i]) sum.set(d, (sum.get(d) || 0) + value);
    });
    const [best] = [...sum].reduce((a, b) => (b[1] - a[1] || b[0] - a[0]) > 0 ? b : a, [-1, 0]);
    return words.filter((w, i) => docs[i].has(best));
  }

  // apart answers with messages that have all words but those that make a question of them, else with messages that lack a quarter of the words,
  // else with sessions that have all words, else with messages that have some: {hits, left}, where left are the words that the hits have.
  S.apart = async (search, left, filtered, result, hits) => {
    const said = telling(left), all = (words) => words.flatMap((w) => w.clauses);
    if (hits.docs.length) return { hits: await beside(search, said, filtered, result, hits), left };
    const leave = async (words, some) => {
      for (const w of words) {
        const kept = some.find((s) => s.word.text === w.word.text);
        result.dropped.push(...kept ? w.clauses.filter((c) => !kept.clauses.includes(c)).map((c) => c.term) : [w.word.text]);
      }
      hits = await filtered(await search.match(all(some)));
    };
    if (all(said).length < all(left).length) {
      await leave(left, said);
      if (hits.docs.length || !said[1]) return { hits: await beside(search, said, filtered, result, hits), left: said };
    }
    const some = await most(search, said, filtered), spreads = 4 * some.length < 3 * said.length && await spread(search, said, filtered);
    if (spreads) {
      result.said = 'No message has all words; these sessions have them in different messages. ';
      return { hits: spreads, left: said };
    }
    await leave(said, some);
    return { hits: await beside(search, some, filtered, result, hits), left: some };
  };

  // confirmed puts the hits of phrases first whose texts have them, and leaves out those that do not; what is not stored of a text may have them. It reads
  // texts of the best 50 hits, until 10 have the phrases.
  S.confirmed = async (index, groups, result) => {
    const has = (...texts) => result.phrases.every((p) => texts.some((t) => S.has(t, p))), best = groups.flatMap((g) => g.hits.slice(0, 10)).slice(0, 50), places = new Map();
    const place = (h) => places.get(h.doc) ?? 1, gone = (h) => place(h) > 1, sure = (g) => g.hits[0] && !place(g.hits[0]) || g.title;
    for (let n = 0, found = 0; n < best.length && found < 10; n += 10) {
      await Promise.all(best.slice(n, n + 10).map(({ doc }) => index.record(doc).then((r) => {
        const here = has(r.text, r.file);
        found += here;
        places.set(doc, here ? 0 : r.cut ? 1 : 2);
      }, () => {})));
    }
    await Promise.all(groups.filter((g) => g.title).slice(0, 50).map(async (g) => {
      g.title = has((await index.sessionRecord(g.session)).title);
      result.total -= !g.title;
    }));
    for (const g of groups) {
      result.total -= g.hits.filter(gone).length;
      g.hits = g.hits.filter((h) => !gone(h)).sort((a, b) => place(a) - place(b));
    }
    result.unsure = groups.some((g) => g.hits.some(place));
    return groups.filter((g) => g.title || g.hits[0]).sort((a, b) => !!sure(b) - !!sure(a));
  };
})(globalThis);
