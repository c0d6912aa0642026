// The filters of the search page: the values there are, and of how many messages of
// the answer. Loaded when they are unfolded.
(function (root) {
  'use strict';
  const S = root.stenoSearch;

  function options(select, values) {
    const now = select.value;
    const rows = values.filter((v) => v[0] && (v[2] !== 0 || v[0] === now)).sort((a, b) => (b[2] || 0) - (a[2] || 0)).slice(0, 200);
    if (now && !rows.some((v) => v[0] === now)) rows.push([now, now]);
    select.replaceChildren(new Option('all', ''), ...rows.map(([value, label, n]) => new Option(label + (n === undefined ? '' : ' (' + n + ')'), value)));
    select.value = now;
    select.closest('label').hidden = !rows.length;
  }

  // facets returns what fills a form for an answer, null for none.
  S.facets = async (index) => {
    await S.need('filters');
    const c = await S.columns(index);
    return (form, result) => {
      for (const [name, values] of [['project', c.projects], ['model', c.models], ['branch', c.branches], ['agent', c.agents]]) {
        const counts = new Map();
        if (result) for (const doc of result.docs) {
          const v = c[name][index.session(doc)];
          counts.set(v, (counts.get(v) || 0) + 1);
        }
        const some = name === 'agent' && values.length < 2 ? [] : values; // of one agent there is nothing to choose
        options(form.elements[name], some.map((v, i) => [v.id || v.name, v.name, result ? counts.get(i) || 0 : v.count]));
      }
      options(form.elements.tool, c.tools.map((v) => [v.name, v.name]));
      options(form.elements.tag, c.tags.map((v) => [v.name.replace(/,/g, '-'), v.name]));
      for (const name of ['is', 'has']) form.elements[name].closest('label').hidden = index.m.scope !== 'everything';
    };
  };
})(globalThis);
