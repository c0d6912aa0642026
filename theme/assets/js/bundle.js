// The router of a site in one file. One page is in the document, the others in
// <noscript> elements, as text. To go to another page the document is written anew with
// that page in it, so that the scripts of pages need not know that they share a file.
// A fragment is the id of an element on any page, perhaps with "~" and the number of the
// page, or "/" and the name of a page, with its query, and perhaps "#" and an id behind it.
(function () {
  'use strict';
  const state = globalThis.stenoBundle = globalThis.stenoBundle || { heights: {} };
  const page = document.getElementById('page');
  const current = page.dataset.page;
  const others = [].slice.call(document.querySelectorAll('noscript[data-page]'));
  const names = state.names = state.names || [current].concat(others.map((n) => n.dataset.page)); // by number
  const source = document.documentElement.outerHTML; // before any other script touched it

  // What search-index.js reads files with.
  state.load = (address) => {
    const url = address.split('?')[0];
    const file = document.querySelector(`script[data-file="${CSS.escape(url)}"]`);
    const data = file && JSON.parse(file.textContent);
    if (file) return Promise.resolve(typeof data === 'string' ? atob(data) : data);
    return Promise.reject(new Error(`This file does not contain ${url}`));
  };

  // pageOf finds the page that has an element of this id, "" if none has.
  function pageOf(id) {
    if (!id || document.getElementById(id)) return id ? current : '';
    const found = others.find((n) => n.textContent.includes(` id="${id}"`) || n.textContent.includes(` id="${id}~`));
    return found ? found.dataset.page : '';
  }

  // parse reads a fragment: the page it leads to and the id there.
  function parse(hash) {
    let text = hash.slice(1);
    try { text = decodeURIComponent(text); } catch { /* a stray percent sign */ }
    const numbered = /^([^/].*)~(\d+)$/.exec(text);
    if (numbered && names[numbered[2]]) return { page: names[numbered[2]], id: numbered[1] };
    if (text[0] !== '/') return { page: text ? pageOf(text.replace(/\.\d+$/, '')) || current : home(), id: text };
    const parts = /^\/([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(text) || [];
    return { page: names.includes(parts[1]) ? parts[1] : current, query: parts[2], id: parts[3] || '' };
  }
  function home() { return names[0]; }

  // show writes the document with another page in it.
  function show(name) {
    const doc = new DOMParser().parseFromString(source, 'text/html');
    const at = doc.getElementById('page');
    const next = doc.querySelector(`noscript[data-page="${CSS.escape(name)}"]`);
    const body = next.firstElementChild ? next.firstElementChild.innerHTML : next.textContent.replace(/^<section[^>]*>/, '').replace(/<\/section>$/, '');
    const rest = at.innerHTML;
    const attributes = ['page', 'title', 'kind', 'scripts'];
    const was = attributes.map((a) => at.dataset[a]);
    attributes.forEach((a) => at.dataset[a] = next.dataset[a]);
    at.innerHTML = body.replace(/(<\/?)steno-main\b/g, '$1main');
    restore(at, names.indexOf(name));
    attributes.forEach((a, i) => next.dataset[a] = was[i]);
    next.textContent = '';
    const section = doc.createElement('section');
    section.id = `/${was[0]}`;
    section.innerHTML = rest;
    next.append(section);
    doc.title = at.dataset.title;
    doc.body.className = at.dataset.kind;
    state.write(`<!doctype html>${doc.documentElement.outerHTML}`);
  }
  // restore takes the number of a page from its ids and from the references to them.
  function restore(top, number) {
    const end = new RegExp(`~${number}(?= |$)`, 'g');
    for (const n of top.querySelectorAll('*')) {
      for (const a of n.attributes) {
        if (a.name === 'href' ? a.value[0] === '#' : /^(id|for|list|headers|aria-(labelledby|describedby|controls|details|owns|activedescendant))$/.test(a.name)) a.value = a.value.replace(end, '');
      }
    }
  }
  state.write = (text) => {
    document.open();
    document.write(text);
    document.close();
  };

  // go follows a link within the file: path and query as in the site, or a fragment.
  function go(name, query, id) {
    remember();
    const hash = id && pageOf(id) === name ? `#${encodeURIComponent(id)}` : id ? `#${encodeURIComponent(id)}~${names.indexOf(name)}` : `#/${name}`;
    try { history.pushState(null, '', location.pathname + (query || '') + hash); } catch { location.hash = hash; }
    arrive();
  }
  function remember() {
    try { history.replaceState({ height: scrollY }, ''); } catch { /* it is not kept */ }
  }
  function arrive() {
    const to = parse(location.hash);
    if (to.query) try { history.replaceState(null, '', `${location.pathname + to.query}#/${to.page}`); } catch { /* the page opens without */ }
    if (to.page && to.page !== current) return show(to.page);
    return false;
  }

  document.addEventListener('click', (event) => {
    const a = event.target.closest && event.target.closest('a[href]');
    if (!a || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const parts = /^(?:\.\/)?([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(a.getAttribute('href'));
    if (!parts) return;
    const id = parts[3] ? decode(parts[3]) : '';
    if (parts[1] ? names.includes(parts[1]) : id) {
      const to = parts[1] ? { page: parts[1], id } : parse(`#${parts[3]}`);
      if (to.page === current && !parts[2]) return parts[1] ? (event.preventDefault(), location.hash = id || `/${current}`) : undefined;
      event.preventDefault();
      go(to.page, parts[2] || to.query, to.id);
    }
  });
  function decode(text) {
    try { return decodeURIComponent(text); } catch { return text; }
  }
  document.addEventListener('submit', (event) => {
    const to = /#\/(.*)$/.exec(event.target.getAttribute('action') || '');
    if (!to) return;
    event.preventDefault();
    if (to[1] !== current && names.includes(to[1])) go(to[1], `?${new URLSearchParams(new FormData(event.target))}`);
  });
  addEventListener('hashchange', arrive);
  addEventListener('popstate', (event) => {
    if (arrive() === false && event.state) scrollTo(0, event.state.height);
    else if (event.state) state.height = event.state.height;
  });

  // A document that is still read cannot be written anew: what is written becomes a second copy behind the first.
  if (location.hash && parse(location.hash).page !== current) return addEventListener('DOMContentLoaded', () => show(parse(location.hash).page));

  document.querySelectorAll('#page > .crumbs').forEach((n) => document.querySelector('.site-name').after(n)); // the bar is no page's own
  const box = document.getElementById('site-q');
  if (box) box.placeholder = box.ariaLabel = 'Search this file';

  // The scripts of this page, in their order. Those that a page loads when they are
  // asked for are in this file too: a tag that names one is given its text.
  function start(name, loaded) {
    const text = document.querySelector(`script[data-script="${CSS.escape(name)}"]`);
    if (!text) return false;
    const script = document.createElement('script');
    script.textContent = text.textContent;
    document.body.append(script);
    if (loaded) setTimeout(loaded);
    return true;
  }
  const append = document.head.append;
  document.head.append = function (tag) {
    const name = tag.localName === 'script' && tag.getAttribute('src');
    if (!name || !start(name, tag.onload)) append.apply(document.head, arguments);
  };
  page.dataset.scripts.split(' ').forEach((name) => start(name)); // and not the index with it
  if (state.height !== undefined) scrollTo(0, state.height);
  delete state.height;
})();
