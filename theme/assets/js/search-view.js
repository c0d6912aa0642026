// What the search page and the box in the header share: opening the index, and
// results as elements.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const names = new Map(Object.entries({
    title: 'Session', prompt: 'Prompt', reply: 'Reply', thinking: 'Thinking', call: 'Call', result: 'Result', summary: 'Summary', event: 'Event',
  }));

  const way = document.body.dataset.root || '';
  let search;
  const opened = () => search = search || new S.Search(new S.Index(way + 'search/'));

  const kindName = (kind) => names.get(kind) || kind;

  // address leads to a message, or to a session's first page, and tells what to mark there.
  function address(session, words, record) {
    const dir = session.url.slice(0, session.url.lastIndexOf('/') + 1);
    const to = record ? dir + record.page : session.url, query = new URLSearchParams(words.map((m) => ['mark', m]));
    return (way || './') + to + (words.length ? '?' + query : '') + (record && record.anchor ? '#' + encodeURIComponent(record.anchor) : '');
  }

  const day = (ms) => ms > 0 ? new Date(ms).toISOString().slice(0, 10) : '';
  const minute = (ms) => ms > 0 ? new Date(ms).toISOString().slice(0, 16).replace('T', ' ') : '';

  const marks = (text, words, width) => S.marked(text, words, width).map(([part, hit]) => hit ? S.el('mark', '', part) : part);

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

  Object.assign(S, { opened, kindName, address, day, minute, marks, plural, page, load, message });
})(globalThis);
