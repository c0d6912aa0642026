// What a query that was answered has to say of itself, queries like one that found nothing, and the rest of a session's results.
// Loaded with the first query that has something to say, and with the first session that is asked for more.
(function (root) {
  'use strict';
  const S = root.stenoSearch, someWords = 6; // so many files of the list of words are read to offer something

  // rest adds the next results of a session to those that are shown, and has the button say how many are left.
  S.rest = async (button, all, shown, add) => {
    const more = await S.records(S.opened().index, all.slice(shown.length, shown.length + 20)), left = all.length - shown.push(...more);
    add(more);
    button.textContent = left + ' more in this session';
    button.hidden = !left;
  };

  const query = (said, text) => S.link('?q=' + encodeURIComponent(text), said);

  S.tell = async (result) => {
    const out = [];
    const words = (before, all, after = '. ') => all.length && out.push(before, S.el('b', '', [...new Set(all)].join(', ')), after);
    words('Without: ', result.q.not.map((w) => w.text), ' (quotes would find it). ');
    words('Not found anywhere: ', result.absent);
    words('No filter: ', result.absent.filter((w) => /^[a-z]+:\w/i.test(w)));
    for (const [term, instead] of result.instead) words('', [term], ' was not found; showing results for ' + instead.join(', ') + '. ');
    if (result.said) out.push(result.said);
    words((result.worth && !result.beside ? 'Left' : 'No message has all words; left') + ' out: ', result.dropped);
    words('Taken apart: ', result.loose, ' was not found as one word. ');
    words('Not found: ', result.bad);
    for (const { mark, said } of result.wide) if (said) words('', [mark], ' ' + said + '. ');
    if (/^(how (often|many)|wie (oft|viele))\b/i.test(result.q.words.map((w) => w.text).join(' '))) {
      out.push('How often commands, tools and tests fail: ', S.link('../stats/index.html', 'statistics'), '. ');
    }
    for (const { text, terms, phrase } of result.q.words) { // names of files that calls are about
      const last = terms[terms.length - 1] || '', file = 'file:' + text.split(/[:(,]\d/)[0];
      if (!phrase && last.includes('.') && await S.opened().index.find(':file/' + last)) out.push('Calls about that file: ', query(file, file), '. ');
    }
    return out;
  };

  // closest returns the two words that begin most like the first of the terms that no message has, at least with a third of it.
  async function closest(index, terms) {
    const lists = await Promise.all(terms.map((t) => index.find(t))), missing = [...terms[lists.indexOf(null)] || ''];
    if (!missing[0]) return [];
    const near = await index.near(missing.slice(0, missing.length / 3 + 1).join('')), alike = (l) => [...l.term, ''].findIndex((c, i) => c !== missing[i]);
    return near.sort((a, b) => alike(b) - alike(a) || b.df - a.df).slice(0, 2);
  }

  // poor: half of the words that tell something are not in what was found.
  function poor({ q, docs, absent, dropped }) {
    const told = q.words.filter((w) => !S.asks(w)), lost = told.filter((w) => absent.includes(w.text) || dropped.includes(w.text));
    return !docs.length || lost[0] && 2 * lost.length >= told.length;
  }

  // offers are queries that find something, made from the words of one that found nothing or little: with a kind, tool or tag like one that is not
  // there, without filters and quotes, with a word like one that is not there, with one of the words that were left out, with parts of words, with one
  // of the filters alone.
  S.offers = async (search, result) => {
    await S.need('apart');
    if (!poor(result)) return [];
    const { q, absent, dropped } = result, { index } = search, empty = !result.docs.length, found = [];
    const some = q.words.filter((w) => !S.asks(w)), told = some[0] ? some : q.words, plain = told.map((w) => w.text).join(' '), tries = [];
    if (empty) {
      tries.push(plain);
      for (const { key, value } of q.filters) if (/^[kt]/.test(key)) {
        tries.unshift(...(await closest(index, [':' + key + '/' + S.slug(value)])).map((l) => (plain + l.term.replace(':', ' ').replace('/', ':')).trim()));
      }
    }
    for (const word of told) {
      const others = told.filter((w) => w === word || !absent.includes(w.text));
      if (!absent[0] || absent.includes(word.text)) tries.push(...(await closest(index, word.terms)).map((l) => others.map((w) => w === word ? l.term : w.text).join(' ')));
      if (empty || dropped.includes(word.text)) tries.push(word.text);
    }
    if (index.m.w <= someWords) for (const { text, terms: [term, more] } of told) if (absent.includes(text) && !more && /^[^./-]{4,}$/.test(term)) {
      tries.push('*' + term + '*', '*' + [...term].slice(0, Math.max(4, term.length * 2 / 3)).join('') + '*');
    }
    for (const { text, terms } of told) if (absent.includes(text)) tries.push(...terms.flatMap((t) => t.split(/[./-]/)).filter((t) => t[3]).reverse());
    if (empty) tries.push(...q.filters.map((f) => f.text));
    for (const text of new Set(tries)) if (text && !found[2] && (await search.run(text + ' ')).docs.length) found.push(text);
    return found;
  };

  // offer returns links to these queries, and where nothing was found, at last to the list of all sessions, for the search page.
  S.offer = async (search, result) => {
    const found = await S.offers(search, result), all = result.docs.length ? found : found.concat('');
    return all.length ? [result.absent[0] && found[0] ? 'Did you mean' : 'Try', ...all.flatMap((o) =>
      [' ', o ? query(o, o + ' ') : S.link('../sessions/index.html', 'all sessions')])] : [];
  };
})(globalThis);
