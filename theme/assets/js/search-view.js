// What the search page and the box in the header share: opening the index, and
// results as elements.
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const way = document.body.dataset.root || '';
  let search;
  const opened = () => search = search || new S.Search(new S.Index(way + 'search/'));

  // need loads a script that only some queries need; what it gives is S.<name>.
  const need = (name) => S[name] || new Promise((resolve, reject) =>
    steno.script(way + root.stenoScripts['search-' + name], () => resolve(S[name]), () => reject(S.stale(name))));

  // kindName is what a result is: an agent's prompts are tasks.
  const kindName = ({ kind, page }) => kind === 'title' ? 'Session' : page[0] + kind === 'aprompt' ? 'Task' : kind.replace(/./, (c) => c.toUpperCase());

  // toolName reads a tool's name as pages do: of mcp__server__the_tool, "the tool · server".
  const spaced = (name) => name.replace(/[_ ]+/g, ' ').trim();
  const toolName = (name) => name.replace(/^mcp__(?:claude_ai_)?(.+?)__(.+)$/, (all, server, tool) => spaced(tool) + ' · ' + spaced(server));

  // address leads to a message, or to a session's first page, and reports what to mark there.
  function address(session, words, record) {
    const to = record ? session.url.replace(/[^/]*$/, '') + record.page : session.url, query = new URLSearchParams(words.map((m) => ['mark', m]));
    return (way || './') + to + (words[0] ? '?' + query : '') + (record?.anchor ? '#' + encodeURIComponent(record.anchor) : '');
  }

  const link = (href, ...children) => Object.assign(steno.make('a', '', ...children), { href });

  // when is a time as pages write it, day the day of it.
  const when = (ms, length) => ms > 0 ? new Date(ms).toUTCString().slice(5, length).replace(/^0/, '') : '';
  const day = (ms) => when(ms, 16);
  const minute = (ms) => when(ms, 22);

  const marks = (text, words, width) => S.marked(text, words, width).map(([part, hit]) => hit ? S.el('mark', '', part) : part);

  const plural = (n, word) => n.toLocaleString('en') + ' ' + word + (n === 1 ? '' : 's');

  // remarks say how the query that was answered differs from the one that was asked; for most there is nothing to say.
  const remarks = async (r) => r.said || [r.q.not, r.absent, r.instead, r.dropped, r.loose, r.bad, r.wide, r.q.words.filter((w) => /\w\.\w/.test(w.text))].some((l) => l.length) ? (await need('tell'))(r) : [];

  // records reads what is shown of hits. A text that cannot be read takes nothing from the others.
  const records = (index, hits) => Promise.all(hits.map((h) => index.record(h.doc).catch((err) => ({ kind: '', file: '', text: err.message, page: 'index.html', failed: true }))));

  // ordered groups what was found; of phrases, the best hits that have them come first.
  async function ordered(index, result, byDate) {
    const groups = S.grouped(index, result, byDate);
    return result.phrases[0] && !byDate ? (await need('apart'), S.confirmed)(index, groups, result) : groups;
  }

  // load reads what is shown of a group.
  async function load(index, { group, hits }) {
    const [session, shown] = await Promise.all([index.sessionRecord(group.session), records(index, hits)]);
    return { group, session, records: shown };
  }

  const message = (err) => (err instanceof S.IndexError ? '' : 'Search failed: ') + (err.message || err);

  Object.assign(S, { el: steno.make, link, opened, need, kindName, toolName, address, day, minute, marks, plural, remarks, records, ordered, load, message });
})(globalThis);
