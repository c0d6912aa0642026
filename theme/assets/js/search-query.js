// Queries: what the reader typed becomes lists of postings, these are joined,
// ranked and grouped by session.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const maxPrefixes = 24, maxLong = 2;
  const exact = 1, inflected = 0.7, prefixed = 0.6;

  // stemOf cuts off what inflection adds to an English word; forms are the other words of a stem, but for those that end in e behind it where the
  // word does not, or the other way round: "theme" is no form of "them". base is 1 for the stem as a word, 2 for one with e, 3 for what may be either.
  const stemOf = (word) => /...ie[sd]$/.test(word) ? word.slice(0, -2) : word.replace(/^(...+?)(ing|ed|es|e|s)$/, (all, stem, end) =>
    /ss$/.test(all) || !/[aeiouy]/.test(stem) ? all : /[gd]$/.test(end) ? stem.replace(/(.[aeiou])([bdgmnprt])\2$/, '$1$2') : stem).replace(/y$/, 'i');
  const base = (word, stem) => {
    const end = word.slice(stem.length);
    return /i$/.test(stem) ? 3 : end === 'e' ? 2 : end === 'es' ? /([osxz]|[cs]h)$/.test(stem) ? 3 : 2 :
      /^(ed|ing)$/.test(end) ? /^([^aeiou]|qu)*[aeiouy][^aeiouwxy]$/.test(stem) ? 2 : 3 : 1;
  };
  function forms(word) {
    if (!/^[a-z]{3,}$/.test(word)) return [];
    const stem = stemOf(word), root = stem.replace(/i$/, ''), [, last] = /[aeiou]([bdgmnprt])$/.exec(stem) || [];
    const all = ['', 's', 'es', 'e', 'ed', 'ing'].flatMap((end) => root === stem ? root + end : [root + 'y' + end, root + 'i' + end]);
    if (last) all.push(stem + last + 'ed', stem + last + 'ing');
    return all.filter((f) => f !== word && stemOf(f) === stem && base(f, stem) & base(word, stem));
  }

  // parse splits a query: words and "phrases", each maybe -excluded, and filters. A minus excludes before a
  // letter or a quote only, so that flags (--force) and negative numbers are words.
  const filters = ['session', 'project', 'branch', 'model', 'agent', 'kind', 'tool', 'tag', 'file', 'before', 'after', 'is', 'has'];
  function parse(text) {
    const q = { words: [], not: [], filters: [] };
    const pattern = /(-(?=["\p{L}]))?(?:([a-z]+):)?("([^"]*)("|$)|\S+)/giu;
    for (let m; (m = pattern.exec(text));) {
      const key = (m[2] || '').toLowerCase(), quoted = m[4] !== undefined;
      if (key && filters.includes(key)) {
        const value = (m[4] ?? m[3]).trim();
        if (value) q.filters.push({ text: m[0], key, value, not: !!m[1] });
        continue;
      }
      const words = quoted && !key ? m[4] : m[0].slice((m[1] || '').length), wide = !quoted && isWide(words);
      const item = { text: words.trim(), phrase: quoted, wide, terms: wide ? [] : S.queryTerms(words).map((it) => it.term) };
      if (!item.terms.length && !wide) continue;
      // The word being typed is a prefix: nothing follows it yet.
      item.open = !quoted && !wide && pattern.lastIndex === text.length && /[^\s"]$/.test(text);
      (m[1] ? q.not : q.words).push(item);
    }
    return q;
  }

  // isWide reports a word that asks for parts of words: "*part*", "get*Name", or
  // "/re(wind|do)/". A path between slashes is no expression.
  const isWide = (word) => word.length < 200 && /^\/.*[\\[(|*+?^$].*\/i?$|^(?=.*\*)(?=.*[^*/]{2})[\w./*\x80-\uffff-]+$/.test(word);

  // join keeps of a the docs that b holds, and adds b's weights; without a it is b.
  function join(a, b) {
    if (!a) return b;
    const docs = [], scores = [];
    for (let i = 0, j = 0; i < a.docs.length && j < b.docs.length;) {
      if (a.docs[i] < b.docs[j]) i++;
      else if (a.docs[i] > b.docs[j]) j++;
      else {
        docs.push(a.docs[i]);
        scores.push(a.scores[i++] + b.scores[j++]);
      }
    }
    return { docs, scores };
  }

  // either unites lists; a doc in several keeps its best weight.
  function either(lists) {
    if (lists.length === 1) return lists[0];
    const best = new Map();
    for (const l of lists) l.docs.forEach((doc, i) => best.set(doc, Math.max(best.get(doc) || 0, l.scores[i])));
    const docs = [...best.keys()].sort((a, b) => a - b);
    return { docs, scores: docs.map((d) => best.get(d)) };
  }

  // parts are those of the lists that have several.
  const parts = S.parts = (clauses) => clauses.flatMap((c) => c.options.flatMap((o) => o.list.long ? o.list.chunks : []));

  class Search {
    constructor(index) { this.index = index; }

    // read unites what the lists of a clause have, around candidates, or in their heads.
    async read(clause, candidates, heads) {
      return either(await Promise.all(clause.options.map(async ({ list, weight }) => {
        const p = await this.index.postings(heads && list.rest ? list.head : list, candidates);
        return { docs: p.docs, scores: p.impacts.map((x) => weight * x * x / 16) };
      })));
    }

    // options are the lists that can represent a term, best first.
    async options(term, open, inflect) {
      const lists = await Promise.all([term, ...(inflect ? forms(term) : [])].map((t) => this.index.find(t)));
      const all = lists.flatMap((list, i) => list ? { list, factor: i ? inflected : exact } : []);
      if (open && (term.length > 2 || S.isDense(term))) {
        let long = 0;
        all.push(...(await this.index.near(term)).filter((l) => !all.some((o) => o.list.term === l.term)).sort((a, b) => b.df - a.df)
          .filter((l) => !l.long || ++long <= maxLong).slice(0, maxPrefixes).map((list) => ({ list, factor: prefixed })));
      }
      return all;
    }

    // clauses are all terms of a word with their options. A pair that nobody wrote is
    // taken apart.
    async clauses(word) {
      const out = (await Promise.all(word.terms.map(async (term, i) => {
        const open = word.open && !word.terms[i + 1];
        const options = await this.options(term, open, !word.phrase);
        if (options[0]) return { term, options };
        return /.[./-]/.test(term) && await (await S.need('apart'), S.split)(this, term, open) || !word.phrase && term[3] && await (await S.need('wide'), S.instead)(this.index, term) || { term, options };
      }))).flat();
      if (word.wide) out.push(...await (await S.need('wide'))(this.index, word.text));
      // All options of a term count as frequent as the most frequent of them: a rare form of a word says no more than the word. Weights are
      // rounded to fractions that sums keep exactly: equal results have the same order everywhere.
      for (const c of out) {
        const n = this.index.m.docs, df = Math.max(...c.options.map((o) => o.list.df)), one = 2 ** 32;
        for (const o of c.options) o.weight = Math.round(o.factor * Math.log(1 + (n - df + 0.5) / (df + 0.5)) * one) / one;
        c.df = c.options.reduce((n, o) => n + o.list.df, 0);
      }
      return out;
    }

    // match joins the clauses. Short lists are read first; of long ones, if they have many parts, those around what the short ones have, all at once.
    async match(clauses, candidates) {
      const many = parts(clauses).length > this.some, long = (c) => many && !!parts([c])[0], sorted = clauses.slice().sort((a, b) => long(a) - long(b) || a.df - b.df);
      const n = sorted.filter((c) => !long(c)).length || sorted.length;
      let hits = (await Promise.all(sorted.slice(0, n).map((c) => this.read(c, candidates)))).reduce(join, null) || either([]);
      if (hits.docs.length) hits = (await Promise.all(sorted.slice(n).map((c) => this.read(c, hits.docs)))).reduce(join, hits);
      return hits;
    }

    // look reads the blocks of a query's words, so that run finds them read.
    async look(text) {
      await this.index.open();
      await Promise.all(parse(text).words.flatMap((w) => w.terms.map((t) => this.options(t, false, true))));
    }

    // run answers a query. more holds filters from elsewhere than the text. For so many sessions, the best hits may do: then the result is partial.
    async run(text, more, sessions) {
      await this.index.open();
      this.some = 20 * (sessions !== 6); // parts of lists that are read at once: the box reads for every word, so that bytes count more than waits
      const q = parse(text);
      q.filters.push(...(more || []));
      const apart = (q.words.length > 1 || this.index.m.docs > 2e3) && S.need('apart'); // of fewer messages no list has a head
      const rules = q.filters.length + q.not.length ? await (await S.need('filters'))(this, q) : null;
      const words = await Promise.all(q.words.map(async (word) => ({ word, clauses: await this.clauses(word) })));
      const every = words.flatMap((w) => w.clauses), only = every.length === 1 ? every[0].options : []; // of the only term, which itself comes before all others
      for (const o of only) if (o.factor < exact && only[0].factor === exact) o.weight /= 16;
      const result = { q, absent: [], dropped: [], instead: [], loose: [], wide: [], marks: [], bad: rules ? rules.bad : [] };
      for (const { clauses } of words) result.wide.push(...clauses.map((c) => c.wide).filter(Boolean));
      let left = words.filter(({ word, clauses }) => {
        if (clauses.every((c) => c.options.length)) return true;
        if (!clauses.some((c) => c.wide && c.wide.problem)) result.absent.push(word.text);
        return false;
      });
      if (result.absent[0]) left = (await S.need('apart'), S.means)(words, left);
      let hits = either([]);
      const filtered = (h) => rules ? rules.narrow(h) : h;
      const all = left.flatMap((w) => w.clauses);
      const best = sessions && (all[1] ? parts(all).length > this.some : all[0]) && !rules && !left.some((w) => w.word.phrase) && all.every((c) => c.options.some((o) => o.list.rest)) && await (await apart, S.best)(this, all, sessions);
      result.partial = best;
      if (best) hits = best;
      else if (left.length) {
        hits = await filtered(await this.match(all));
        if (left.length > 1) ({ hits, left } = await (await apart)(this, left, filtered, result, hits));
      } else if (!words.length && rules) {
        hits = await filtered(await rules.start());
      }
      for (const { word, clauses } of left) {
        for (const c of clauses) {
          if (c.wide) {
            result.marks.push(c.term);
            continue;
          }
          const found = c.options.map((o) => o.list.term), changed = c.options[0].factor < prefixed;
          if (!word.phrase || changed) for (const o of c.options) result.marks.push(o.factor === prefixed ? c.term + '*' : o.list.term);
          if (c.loose) result.loose.push(word.text);
          else if (changed) result.instead.push([c.term, found]);
        }
      }
      result.phrases = left.filter((w) => w.word.phrase).map((w) => w.word.text);
      result.unsure = !!result.phrases[0];
      result.marks.push(...result.phrases.map((p) => '"' + p + '"'));
      result.marks = [...new Set(result.marks)];
      return Object.assign(result, { total: hits.docs.length, others: 0 }, hits);
    }

  }

  function pick(hits, keep) {
    const scores = [], docs = hits.docs.filter((d, i) => keep(d, hits.scores[i]) && scores.push(hits.scores[i]));
    return { docs, scores };
  }

  // grouped puts hits together by session: the best first, or the newest.
  function grouped(index, hits, byDate) {
    const groups = new Map();
    hits.docs.forEach((doc, i) => {
      const n = index.session(doc), score = hits.scores[i];
      let g = groups.get(n);
      if (!g) groups.set(n, g = { session: n, score: -1, title: false, hits: [] });
      g.score = hits.worth ? hits.worth.get(n) : Math.max(g.score, score);
      if (doc === index.starts[n]) g.title = true;
      else g.hits.push({ doc, score });
    });
    const all = [...groups.values()];
    for (const g of all) g.hits.sort((a, b) => byDate ? b.doc - a.doc : b.score - a.score || b.doc - a.doc);
    return all.sort((a, b) => byDate ? b.session - a.session : b.score - a.score || b.session - a.session);
  }

  // page chooses the next hits of groups, at most count, some of a session.
  function page(groups, from, count, some = 3) {
    const out = [];
    groups.slice(from).every((group) => {
      const hits = group.hits.slice(0, Math.min(some, count));
      out.push({ group, hits });
      return (count -= hits.length || 1) > 0;
    });
    return out;
  }

  Object.assign(S, { Search, grouped, page, either, pick, join });
})(globalThis);
