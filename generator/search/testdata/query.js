// Usage: node query.js <folder of the client's scripts> <in.json>
// in: {site: folder, queries: [text], detail: bool, typed: bool, brief: bool, sessions: as many as the best hits may do for}; out: for each query the docs
// found, counted through the archive, with their scores and in the order of results (by session), or an error, and with detail the first hits as results show them.
// Brief answers have nothing but the files that were read, and the error: of a million messages, the others would be gigabytes.
const fs = require('fs'), path = require('path'), vm = require('vm');
const [scripts, file] = process.argv.slice(2);
for (const name of ['search-tokens.js', 'search-marks.js', 'search-index.js', 'search-query.js', 'search-filters.js', 'search-wide.js', 'search-apart.js', 'search-tell.js']) {
  vm.runInThisContext(fs.readFileSync(path.join(scripts, name), 'utf8'), name);
}
const S = globalThis.stenoSearch, input = JSON.parse(fs.readFileSync(file, 'utf8'));
S.need = (name) => S[name]; // all are loaded
let read = [];

// places turns numbers of docs, which have gaps, into their places among all docs.
function places(index, docs) {
  let n = 0;
  const before = S.numbers(index.m.s).map((docs) => (n += docs) - docs);
  return docs.map((doc) => before[index.session(doc)] + doc - index.starts[index.session(doc)]);
}

// data is what the last script handed over. All run in one context: to make one takes longer than to run a script.
let data;
const context = vm.createContext({ cs: (key, d) => { data = [key, d]; } });

// A wave are the requests that do not wait for each other. With waves, files are handed over when nothing else goes on: no answer is unpacked, and
// no request came for a moment.
let waves = 0, waiting = [], unpacking = 0;
const text = Response.prototype.text;
Response.prototype.text = function () {
  unpacking++;
  return text.call(this).finally(() => unpacking--);
};
const arrived = () => new Promise((resolve) => {
  waiting.push(resolve);
  if (waiting.length > 1) return;
  let seen = 0, quiet = 0;
  const look = () => {
    if (unpacking || seen !== waiting.length) quiet = 0;
    seen = waiting.length;
    if (++quiet < 20) return void setImmediate(look);
    waves++;
    for (const arrive of waiting.splice(0)) arrive();
  };
  look();
});

async function load(address, key) {
  const url = address.split('?')[0];
  if (input.waves) await arrived();
  const text = fs.readFileSync(path.join(input.site, url), S.encoding(key) === 'utf-8' ? 'utf8' : 'latin1');
  read.push(url);
  vm.runInContext(text, context);
  if (data[0] !== key) throw new Error(data[0] + ' in ' + url);
  const sliced = S.data(text.slice(text.indexOf(',') + 1, text.lastIndexOf(')')));
  if (JSON.stringify(sliced) !== JSON.stringify(data[1])) throw new Error(url + ' differs by way of loading');
  return sliced;
}
(async () => {
  const out = [];
  let index = new S.Index('search/', load);
  for (const query of input.queries) {
    if (input.detail || input.typed) index = new S.Index('search/', load); // a cold cache
    read = [];
    waves = 0;
    try {
      const sessions = input.typed ? 6 : input.detail ? 10 : input.sessions, r = await new S.Search(index).run(query, null, sessions);
      const ordered = async () => r.phrases[0] ? S.confirmed(index, S.grouped(index, r), r) : S.grouped(index, r);
      const answer = input.brief ? { hits: [] } : { docs: places(index, r.docs), scores: r.scores, ranked: input.detail || input.typed ? null : (await ordered()).map((g) => places(index, g.hits.map((h) => h.doc))), absent: r.absent, dropped: r.dropped, loose: r.loose, bad: r.bad, marks: r.marks, partial: !!r.partial, total: r.total, spread: !!r.said && !r.beside, beside: r.beside ? r.beside.size : 0, whole: r.beside ? places(index, r.docs.filter((d) => !r.beside.has(index.session(d)))) : null, instead: r.instead.map((x) => x[0]), wide: r.wide.filter((w) => w.mark[0] === '/' || w.mark.includes('*')).map((w) => (w.mark + ' ' + (w.said || '')).trim()), hits: [], offers: input.offers ? await S.offers(new S.Search(index), r) : [] };
      if (input.typed) { // what the box reads when each word is followed by a rest, the last one by a longer one
        for (const { index: end } of query.trim().matchAll(/\S(?=\s|$)/g)) {
          const search = new S.Search(index), text = query.slice(0, end + 1);
          if (end + 1 < query.trimEnd().length) {
            await search.look(text);
            continue;
          }
          const result = await search.run(text, null, sessions), groups = result.phrases[0] ? await S.confirmed(index, S.grouped(index, result), result) : S.grouped(index, result);
          for (const { group, hits } of S.page(groups, 0, 6, 2)) {
            await index.sessionRecord(group.session);
            for (const h of hits) await index.record(h.doc);
          }
        }
      } else if (input.detail) {
        const first = S.page(await ordered(), 0, 10);
        const all = await Promise.all(first.map(({ group, hits }) => Promise.all([index.sessionRecord(group.session), ...hits.map((h) => index.record(h.doc))])));
        for (const [session, ...records] of all) {
          for (const record of records) {
            if (answer.hits.length >= 10) break;
            answer.hits.push({ title: session.title, url: session.url, page: record.page, anchor: record.anchor, kind: record.kind,
              tool: record.tool, text: record.text, marked: S.marked(record.text, r.marks, 240) });
          }
        }
      }
      out.push(input.brief ? { read, waves } : Object.assign(answer, { read, waves }));
    } catch (err) {
      out.push({ docs: [], error: String(err.stack || err), read });
    }
  }
  console.log(JSON.stringify(out));
})();
