// The ground that every page's scripts are on: what is remembered, what is said
// to those who listen, colours, copying, keys. Pages work without any of it, and
// nothing here writes text from the page as markup.
window.steno = (function () {
  'use strict';
  const root = document.documentElement;
  const $ = (s, e) => (e || document).querySelector(s);
  const $$ = (s, e) => [...(e || document).querySelectorAll(s)];
  const say = (words) => { $('#say').textContent = words; };

  // Storage may be off, as it is for files in some browsers.
  function remember(key, value, where) {
    try {
      const store = window[where || 'localStorage'];
      if (value === undefined) return store.getItem(`steno-${key}`);
      if (value) store.setItem(`steno-${key}`, value);
      else store.removeItem(`steno-${key}`);
    } catch { return null; }
  }

  // put makes a choice of the reader an attribute of the root, for the style sheets, and remembers it.
  function put(key, value, passing) {
    if (value) root.dataset[key] = value.replace(/,/g, ' ');
    else delete root.dataset[key];
    if (!passing) remember(key, value);
  }

  // address changes the address without a new entry in the history: its parameters, of which those without a value go, or what
  // it leads to. Some browsers refuse it for files.
  function address(params, hash = location.hash) {
    const url = new URL(location.href);
    for (const key in params) if (params[key]) url.searchParams.set(key, params[key]);
    else url.searchParams.delete(key);
    url.hash = hash;
    try { if (url.href !== location.href) history.replaceState(history.state, '', url); } catch { /* it stays as it is */ }
  }

  // here is the name of what the address leads to.
  function here() {
    try { return decodeURIComponent(location.hash.slice(1)).replace(/~\d+$/, ''); } catch { return ''; } // a stray percent sign
  }

  // hit marks what the reader went to, and nothing else.
  function hit(target) {
    $$('.hit').forEach((e) => e.classList.remove('hit'));
    if (target) target.classList.add('hit');
  }

  // Colours: automatic, light, dark.
  function nextScheme() {
    const now = { undefined: 'light', light: 'dark' }[root.dataset.theme];
    put('theme', now, true);
    remember('scheme', now || '');
    tellScheme();
    say(`Colours: ${now || 'automatic'}`);
  }
  function tellScheme() { $('#scheme').ariaLabel = `Colours: ${root.dataset.theme || 'automatic'}`; }

  // make makes an element; children are elements or text.
  function make(tag, className, ...children) {
    const e = document.createElement(tag);
    if (className) e.className = className;
    e.append(...children);
    return e;
  }

  // script loads a script, after those before it.
  function script(src, done, failed) {
    const tag = make('script');
    Object.assign(tag, { async: false, onload: done, onerror: failed, src });
    document.head.append(tag);
  }

  function button(className, label, name) {
    const b = make('button', className, make('i', `i-${name}`));
    b.ariaLabel = b.title = label;
    return b;
  }

  // Copies text and says so. Where the clipboard is out of reach, as it is without
  // https, the text is selected in a box instead.
  function copy(text, from, words) {
    const done = () => {
      from.classList.add('done');
      say(words || 'Copied');
      setTimeout(() => from.classList.remove('done'), 1500);
    };
    const old = () => {
      const box = make('textarea', 'hide');
      box.value = text;
      document.body.append(box);
      box.select();
      try { if (document.execCommand('copy')) done(); } catch { say('Could not copy'); }
      box.remove();
      from.focus({ preventScroll: true });
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, old);
    else old();
  }

  // What a copy button copies: its own text, a message's words, or the code beside it.
  function source(button) {
    if (button.dataset.copy !== undefined) return button.dataset.copy;
    const message = button.closest('.msg > header') && button.closest('.msg');
    if (message) return $$('.prose, .command-line, .command pre', message).map((e) => e.innerText.trim()).join('\n\n');
    return $('pre, code', button.closest('[data-copyable], .code') || button.parentElement)?.textContent || '';
  }

  // A key does what a script of the page has it do. Keys typed into a field are text.
  const keys = {
    t: nextScheme,
    '?'() { if (!$('#keys').open) $('#keys').showModal(); },
    '/'(event) {
      const box = $('main input[type=search][name=q]') || $('#site-q');
      if (box?.checkVisibility()) { event.preventDefault(); box.focus(); box.select(); } else box?.form.requestSubmit();
    },
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest?.('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog')) return;
    if (Object.hasOwn(keys, event.key)) keys[event.key](event);
  });

  // Late scripts are loaded once, in order, with the style sheet that has what they show, before the
  // page's own, which may change it. stenoScripts reports where they are; a site in one file has all of them.
  const loaded = {};
  function load(...names) {
    const base = document.body.dataset.root || '';
    const style = base + stenoScripts['pages.css'];
    if ($('link[rel=stylesheet]') && !$(`link[href="${style}"]`)) document.head.prepend(Object.assign(make('link'), { rel: 'stylesheet', href: style }));
    names.forEach((name) => {
      if (loaded[name]) return;
      loaded[name] = true;
      script(base + stenoScripts[name]);
    });
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy');
    if (button) copy(source(button), button);
  });
  $('#scheme').addEventListener('click', nextScheme);
  $('#keys-open').addEventListener('click', keys['?']);
  tellScheme();
  // A session may have fewer pages than it had: its first one knows where everything is.
  const gone = $('.page-404') && /^(.*\/sessions\/.+\/)page-\d+\.html$/.exec(location.pathname);
  if (gone) location.replace(`${gone[1]}index.html${location.hash}`);
  return { $, $$, say, remember, put, address, here, hit, make, script, button, copy, keys, load };
})();
