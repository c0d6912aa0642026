// What filters do to hits: project:, kind:, before: and the rest, typed or chosen. Loaded with the first query that has one.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const signed = (n) => n % 2 ? -(n + 1) / 2 : n / 2;
  const plain = (name) => S.fold(name).toLowerCase();
  const slug = (name) => plain(name).replace(/[^\x00-\x7f]/gu, (c) => 'u' + c.codePointAt(0).toString(16)).replace(/[^a-z0-9_.]/g, '-').slice(0, 64);

  // columns are the facets of all sessions.
  async function columns(index) {
    const c = await index.shard('c', '');
    if (!c.read) {
      c.values = { project: c.projects, model: c.models, branch: c.branches, agent: c.agents };
      for (const name in c.values) c[name] = S.numbers(c[name]);
      const days = S.numbers(c.days);
      let doc = 0, day = 0;
      c.changes = [];
      for (let i = 0; i < days.length; i += 2) c.changes.push({ doc: doc += days[i], day: day += signed(days[i + 1]) });
      c.dayOf = (d) => c.changes[S.at(c.changes, d, (x, y) => x < y.doc)].day;
      c.read = true;
    }
    return c;
  }

  // docsOf are the docs that lists have, at least those around the candidates.
  const docsOf = async (index, lists, candidates) => new Set((await Promise.all(lists.map((l) => index.postings(l, candidates)))).flatMap((l) => l.docs));

  // known is a rule of lists, which are empty for a value that nothing has.
  const known = (key, value, lists) => ({ lists, bad: lists.length ? '' : key + ':' + value });

  // ruleOf makes a rule of a filter: {doc} reports a doc whether it passes, {lists}
  // are docs of which any may pass, {all} are rules that must all hold.
  async function ruleOf(index, { key, value }) {
    const low = value.toLowerCase(), found = async (terms) => (await Promise.all(terms.map((t) => index.find(t)))).filter(Boolean);
    if (key === 'kind' || key === 'tool' || key === 'tag') return known(key, value, await found(low.split(',').map((v) => ':' + key + '/' + slug(v))));
    if (key === 'is' || key === 'has') return known(key, value, await found([key === 'has' || low === 'file' ? ':file' : /^(fail|err)/.test(low) ? ':failed' : ':kind/' + slug(low)]));
    if (key === 'file') {
      return { all: await Promise.all(S.queryTerms(value).map(async ({ term }) => {
        const l = await index.find(':file/' + term);
        return { lists: l ? [l] : (await index.near(':file/' + term)).slice(0, 24) };
      })) };
    }
    if (key === 'session') { // a term of a title is of the whole session
      const set = await docsOf(index, await index.near(':session/' + slug(low)));
      return { doc: (d) => set.has(d) || set.has(index.starts[index.session(d)]) };
    }
    const c = await columns(index);
    if (key === 'before' || key === 'after') {
      const day = Math.floor(Date.parse(low) / 864e5);
      if (isNaN(day)) return { doc: () => false, bad: key + ':' + value + ' (write a date such as 2026-01-31)' };
      return { doc: (d) => key === 'before' ? c.dayOf(d) < day : c.dayOf(d) >= day };
    }
    const values = c.values[key], column = c[key];
    const same = values.map((v) => [v.id, v.name].some((x) => x?.normalize() === value.normalize()));
    const like = same.includes(true) ? same : values.map((v) => plain(v.name).includes(plain(value)));
    return { doc: (d) => like[column[index.session(d)]], bad: like.includes(true) ? '' : key + ':' + value };
  }

  // narrow keeps the hits that pass a rule, or those that do not.
  async function narrow(index, hits, rule, not) {
    if (rule.all) {
      let inner = hits;
      for (const r of rule.all) inner = await narrow(index, inner, r, false);
      return not ? minus(hits, inner.docs) : inner;
    }
    let keep = rule.doc;
    if (rule.lists) {
      const set = await docsOf(index, rule.lists, hits.docs);
      keep = (d) => set.has(d);
    }
    return S.pick(hits, (d) => !!keep(d) !== not);
  }

  const minus = (hits, docs) => {
    const set = new Set(docs);
    return S.pick(hits, (d) => !set.has(d));
  };

  // excluded are the docs among the hits that contain all terms of a word.
  async function excluded(search, word, hits) {
    const clauses = await search.clauses(Object.assign({}, word, { open: false, phrase: true }));
    if (clauses.some((c) => c.loose || !c.options.length)) return [];
    for (const c of clauses) hits = await narrow(search.index, hits, { lists: c.options.map((o) => o.list) }, false);
    return hits.docs;
  }

  // filters readies a query's filters and the words that hits must not have: narrow
  // applies them; start is where a query without words starts: everything one of the
  // filters lists, else the sessions, as for a tag.
  S.filters = async (search, q) => {
    const index = search.index, list = q.filters;
    const rules = await Promise.all(list.map((f) => ruleOf(index, f)));
    return {
      bad: rules.map((r) => r.bad).filter(Boolean),
      narrow: async (hits) => {
        for (const [i, f] of list.entries()) hits = await narrow(index, hits, rules[i], f.not);
        for (const word of q.not) hits = minus(hits, await excluded(search, word, hits));
        return hits;
      },
      start: async () => {
        const rule = rules.find((r, i) => !list[i].not && list[i].key !== 'tag' && (r.lists || r.all && r.all.length));
        if (!rule) return { docs: index.starts.slice(), scores: index.starts.map(() => 0) };
        return S.either(await Promise.all((rule.lists || rule.all[0].lists).map(async (l) => {
          const { docs } = await index.postings(l);
          return { docs, scores: docs.map(() => 0) };
        })));
      },
    };
  };
  Object.assign(S, { columns, slug });
})(globalThis);
