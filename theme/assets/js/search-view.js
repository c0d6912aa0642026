// What the search page and the box in the header share: opening the index, and
// results as elements. Text from transcripts only ever becomes text nodes.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const names = new Map(Object.entries({
    title: 'Session', prompt: 'Prompt', reply: 'Reply', thinking: 'Thinking', call: 'Call', result: 'Result', summary: 'Summary', event: 'Event',
  }));

  const way = document.body.dataset.root || '';
  let search;
  const opened = () => search = search || new S.Search(new S.Index(way + 'search/'));

  // el makes an element; children are elements or text.
  function el(tag, name, ...children) {
    const e = document.createElement(tag);
    if (name) e.className = name;
    e.append(...children);
    return e;
  }

  const kindName = (kind) => names.get(kind) || kind;

  // address leads to a message, or to a session's first page.
  function address(session, record) {
    const dir = session.url.slice(0, session.url.lastIndexOf('/') + 1);
    const to = record && record.kind !== 'title' ? dir + record.page + (record.anchor ? '#' + encodeURIComponent(record.anchor) : '') : session.url;
    return (way || './') + to;
  }

  const day = (ms) => ms > 0 ? new Date(ms).toISOString().slice(0, 10) : '';
  const minute = (ms) => ms > 0 ? new Date(ms).toISOString().slice(0, 16).replace('T', ' ') : '';

  const marks = (text, terms, width) => S.marked(text, terms, width).map(([part, hit]) => hit ? el('mark', '', part) : part);

  const plural = (n, word) => n.toLocaleString('en') + ' ' + word + (n === 1 ? '' : 's');

  // page chooses the next hits of groups, at most count, three of a session.
  function page(groups, from, count) {
    const out = [];
    let n = 0;
    for (let i = from; i < groups.length && n < count; i++) {
      out.push({ group: groups[i], hits: groups[i].hits.slice(0, 3) });
      n += Math.max(1, out[out.length - 1].hits.length);
    }
    return out;
  }

  // load reads what is shown of a group.
  async function load(index, { group, hits }) {
    const [session, ...records] = await Promise.all([index.sessionRecord(group.session), ...hits.map((h) => index.record(h.doc))]);
    return { group, session, records };
  }

  const message = (err) => err instanceof S.IndexError ? err.message : 'Searching went wrong: ' + (err && err.message || err);

  Object.assign(S, { opened, el, kindName, address, day, minute, marks, plural, page, load, message });
})(globalThis);
