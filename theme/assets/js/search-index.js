// Reading the search index. docs/search-format.md describes the files. One file
// set serves both worlds: over http a shard is fetched and its wrapper sliced off,
// from a folder the same file is loaded as a script that calls cs(key, data).
(function (root) {
  'use strict';
  const S = root.stenoSearch;
  const schema = 9, kept = 400; // shards kept in memory

  class IndexError extends Error {}
  const stale = S.stale = (name) => new IndexError('Part of the search could not be read (' + name + '). ' +
    'Reload the page if the site was just rebuilt; otherwise its copy is incomplete.');

  // fetched and scripted (search-folder.js) are the two ways to load a file: url and key to data.
  // Packed files have strings of bytes.
  const encoding = (key) => /^[fptv]/.test(key) ? 'x-user-defined' : 'utf-8';
  async function fetched(url, key) {
    const answer = await fetch(url, { cache: key === 'm' ? 'no-cache' : 'default', signal: AbortSignal.timeout(30000) });
    const text = new TextDecoder(encoding(key)).decode(await answer.arrayBuffer()), head = 'cs("' + key + '",';
    if (!text.startsWith(head)) throw stale(url); // a page that says 404, for one
    return data(text.slice(head.length, text.lastIndexOf(')')));
  }
  const data = (json) => json[0] === '"' ? json.slice(1, -1).replace(/\\(.)/g, (all, c) => ({ n: '\n', r: '\r' })[c] || c) : JSON.parse(json);

  // Codes: see alphabet in generator/search/code.go, the printable characters but those that JSON escapes.
  const value = new Uint8Array(128);
  for (let c = 33, n = 0; c < 125; c++) if (c !== 34 && c !== 92) value[c] = n++;

  function numbers(s, from) {
    const all = [];
    for (let i = from || 0; i < s.length;) {
      let v = 0, x;
      for (; (x = value[s.charCodeAt(i++)]) >= 64; v = v * 26 + x - 63) if (i >= s.length) throw stale(s.slice(0, 9));
      all.push(v * 64 + x);
    }
    return all;
  }

  // terms undoes the front coding.
  function terms(s) {
    let last = '';
    return s ? s.split(' ').map((t) => last = last.slice(0, value[t.charCodeAt(0)]) + t.slice(1)) : [];
  }

  // before compares by code point, as the index is sorted; plain < compares UTF-16.
  const order = (s) => s.replace(/[\ud800-\udbff]/g, '\uffff$&'), before = (a, b) => order(a) < order(b);

  // at is the number of the last item that is not after x.
  function at(list, x, less = (a, b) => a < b) {
    let lo = 0, hi = list.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (less(x, list[mid])) hi = mid;
      else lo = mid + 1;
    }
    return lo - 1;
  }

  // FNV-1a, see generator/search/cut.go: names of files, and what they are marked with.
  const basis = 2166136261, hash = (h, x) => Math.imul(h ^ x, 16777619) >>> 0;
  const termName = (term) => new TextEncoder().encode(term).reduce(hash, basis).toString(36);
  const room = (docs) => {
    const step = 1 << Math.max(3, 29 - Math.clz32(docs));
    return Math.ceil(docs / step) * step;
  };

  // A list of postings: docs and impacts, ascending. Long lists are in chunks that
  // are loaded when they are needed.
  function decode(s, base) {
    let doc = base;
    const codes = numbers(s);
    return { docs: codes.map((n) => doc += n >>> 2), impacts: codes.map((n) => (n & 3) + 1) };
  }

  class Index {
    constructor(base, load) {
      this.base = base;
      this.load = load || (root.stenoBundle ? root.stenoBundle.load : location.protocol === 'file:' ? async (url, key) => (await S.need('folder'))(url, key) : fetched);
      this.cache = new Map();
    }

    // get loads a file once; a failed load may be tried again.
    get(name, key) {
      let hit = this.cache.get(key);
      if (hit) this.cache.delete(key);
      else {
        hit = this.load(this.base + name, key).then(unpack).catch((err) => {
          this.cache.delete(key);
          throw err instanceof IndexError ? err : stale(name);
        });
        if (this.cache.size >= kept) this.cache.delete(this.cache.keys().next().value);
      }
      this.cache.set(key, hit);
      return hit;
    }

    open() {
      return this.opened = this.opened || this.readManifest().catch((err) => {
        this.opened = null;
        throw err;
      });
    }

    async readManifest() {
      const m = await this.get('m.js', 'm');
      if (m.v !== schema) throw new IndexError('The search index has another version. Reload the page.');
      this.m = m;
      this.first = terms(m.t);
      this.starts = [];
      this.marks = new Set([basis, undefined]); // of numberings that are part of this one; lists of words have none
      let base = 0, mark = basis;
      for (const docs of this.docs = numbers(m.s)) {
        this.starts.push(base);
        this.marks.add(mark = hash(mark, room(docs)));
        base += room(docs);
      }
    }

    // shard reads one of a kind of files, by its name; "c" is alone. The hash is for caches.
    async shard(kind, name) {
      const data = await this.get(kind + (name === '' ? '' : '/' + name) + '.js?' + this.m.hash, kind + name);
      if (!this.marks.has(data.h)) throw stale(kind + name);
      return data;
    }

    // session is the number of the session that a doc belongs to.
    session(doc) { return at(this.starts, doc); }

    blockOf(term) { return at(this.first, term, before); }

    // block loads a block of terms: terms and their lists, both as text.
    async block(n) {
      const b = await this.shard('t', termName(this.first[n]));
      b.terms ||= terms(b[0]);
      b.lists ||= b[1].split(' ');
      return b;
    }

    // words reads a file of the list of all words.
    async words(n) { return terms((await this.shard('v', n))[0]); }

    // find is the list of a term, null when no message holds it.
    async find(term) {
      const n = this.blockOf(term);
      if (n < 0) return null;
      const b = await this.block(n), i = at(b.terms, term, before);
      return b.terms[i] === term ? list(term, b.lists[i]) : null;
    }

    // near returns the terms that a term is a prefix of, from so many blocks.
    async near(term, most = 3) {
      const from = Math.max(0, this.blockOf(term)), to = Math.min(this.blockOf(term + '\uffff') + 1, from + most);
      const blocks = await Promise.all(this.first.slice(from, to).map((_, i) => this.block(from + i)));
      return blocks.flatMap((b) => b.terms.flatMap((t, i) => t.startsWith(term) ? list(t, b.lists[i]) : []));
    }

    // postings reads of a list what lies around the candidates, docs; all
    // of it without candidates.
    async postings(l, candidates) {
      if (!l.chunks) return l;
      let chunks = l.chunks;
      if (candidates && candidates.length <= 2000) {
        const wanted = new Set(candidates.map((doc) => at(chunks, doc, (d, c) => d < c.first)));
        chunks = chunks.filter((c, i) => wanted.has(i));
      }
      const read = await Promise.all(chunks.map(async (c) => {
        const chunk = await this.shard('p', c.name);
        return chunk.list ||= decode(chunk[0], c.first);
      }));
      return { docs: [].concat(...read.map((r) => r.docs)), impacts: [].concat(...read.map((r) => r.impacts)) };
    }

    // record is what a doc's fragment says of it. The session's record names the fragments.
    async record(doc) {
      const s = this.session(doc), { name, sizes } = await this.sessionRecord(s);
      let row = doc - this.starts[s], n = 0;
      while (row >= sizes[n]) row -= sizes[n++];
      const key = name + '-' + n, f = await this.get('f/' + key + '.js', 'f' + key);
      const [kind, flags, tool, file, time, page, anchor, text] = f[0].split('\x1e').map((column) => column.split('\x1f')[row]);
      if (!kind) throw stale(key);
      return { doc, kind, failed: flags.includes('!'), cut: flags.includes('…'), tool, file, page, anchor, text: text.replace(/\x1d/g, '\n'), time: time && parseInt(time, 36) * 1000 };
    }

    async sessionRecord(n) {
      const per = this.m.r, rows = await this.shard('s', Math.floor(n / per));
      const [url, title, project, branch, , start, , name, sizes, resume] = rows.s[n % per];
      return { url, title, project, branch, resume, start: start * 1000, name, sizes: numbers(sizes) };
    }
  }

  function list(term, s) {
    if (s[0] !== '~') {
      const l = decode(s, 0);
      return Object.assign(l, { term, df: l.docs.length });
    }
    const [n, from, ...steps] = numbers(s, 1), name = termName(term) + '-';
    let first = 0;
    return { term, df: n >> 3, rest: n & 7, long: steps.length > 1, head: { chunks: [{ name: name + 'h' + from, first: 0 }] }, chunks: steps.map((n, i) => ({ name: name + (from + i), first: first += n })) };
  }

  // unpack returns the lines of a packed file, with its mark, which is the last of several. Others are JSON.
  async function unpack(data) {
    if (typeof data !== 'string') return data;
    const bytes = Uint8Array.from(data, (c) => c.charCodeAt()); // modulo 256
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const lines = (await new Response(stream).text()).split('\n');
    if (lines[1]) lines.h = +lines.pop();
    return lines;
  }

  Object.assign(S, { Index, IndexError, numbers, at, encoding, data });
})(globalThis);
