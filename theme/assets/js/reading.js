// How much of a thread is shown: a level, and kinds that are left out. Both are
// attributes of the root, for the style sheet (reading.css); both are kept in the
// address, so that a link shows what its sender saw, and remembered. The tokens of each
// reply are left out until somebody asks for them: among the kinds they are the other way round.
(function () {
  'use strict';
  const { $, $$ } = steno;
  const root = document.documentElement;
  const tools = $('.thread-tools');
  const nothing = steno.make('p', 'empty', 'There are no errors on this page.');
  nothing.hidden = true;
  $('.thread').before(nothing);

  // set changes the level or the kinds left out, and keeps the place in the text.
  // What only a link asked for is not remembered.
  function set(level, hide, passing) {
    const at = landmark();
    put('level', level === 'everything' ? '' : level, passing);
    put('hide', hide.join(','), passing);
    show();
    if (at && at.element.checkVisibility()) scrollBy({ top: at.element.getBoundingClientRect().top - at.top, behavior: 'instant' });
  }

  function put(key, value, passing) {
    steno.put(key, value, passing);
    steno.address({ [key]: value });
  }

  function level() { return root.dataset.level || 'everything'; }
  function hidden() { return (root.dataset.hide || '').split(' ').filter(Boolean); }

  // The prompt or message that is read, and where it is in the window.
  function landmark() {
    let best = null;
    $$('.thread > .prompt, .thread > .reply').some((e) => {
      if (!e.checkVisibility()) return false;
      const top = e.getBoundingClientRect().top;
      if (top > 200 && best) return true;
      if (e.matches('.prompt') || top > 0) best = { element: e, top };
      return top > 200;
    });
    return scrollY > 200 ? best : null;
  }

  // show brings the controls and the page in line with the attributes: runs that
  // have nothing left to show go, and at the level of errors prompts without any.
  function show() {
    $(`input[value="${level()}"]`, tools).checked = true;
    const hide = hidden();
    if (hide.includes('tokens')) wordTokens();
    $$('[name=kind]', tools).forEach((box) => box.checked = hide.includes(box.value) !== box.defaultChecked);
    $('#filter-count').textContent = hide.length ? ` · ${hide.length}` : '';
    let prompt = null;
    let left = 0;
    $$('.thread > *').forEach((e) => {
      if (e.matches('.prompt, .lead-in')) {
        prompt = e;
        prompt.classList.toggle('calm', !e.matches('[data-error]'));
        return;
      }
      if (e.matches('.run')) e.classList.toggle('bare', hide.length > 0 && !$$('.step', e).some(shown));
      if (e.matches('[data-error]') || $('[data-error]', e)) {
        left++;
        if (prompt) prompt.classList.remove('calm');
      }
    });
    nothing.hidden = level() !== 'errors' || left > 0;
  }

  // wordTokens says what the figures of each reply are, once they are shown.
  function wordTokens() {
    $$('[data-tokens*="/"]').forEach((e) => {
      e.dataset.tokens = e.dataset.tokens.split('/').map((n, i) => n && `${n} ${['in', 'cached', 'out'][i]}`).filter(Boolean).join(', ');
    });
  }

  // A step inside a closed fold has no box of its own.
  function shown(step) { return getComputedStyle(step).display !== 'none'; }

  // lift shows what a link leads to whatever is left out.
  function lift(target) {
    if (displayed(target)) return;
    set('everything', [], true);
    steno.say('Everything is shown');
  }
  // A closed fold does not take its content's style away.
  function displayed(e) {
    for (; e && e !== document.body; e = e.parentElement) if (getComputedStyle(e).display === 'none') return false;
    return true;
  }

  function unfold() {
    const button = $('#unfold');
    const open = !button.dataset.open;
    $$('.thread details').forEach((d) => d.open = open);
    button.dataset.open = open || '';
    button.textContent = open ? 'Collapse all' : 'Expand all';
  }

  tools.addEventListener('change', (event) => {
    if (event.target.name === 'level') set(event.target.value, hidden());
    else set(level(), $$('[name=kind]', tools).filter((box) => box.checked !== box.defaultChecked).map((box) => box.value));
  });
  const filter = $('#filter');
  document.addEventListener('click', (event) => { if (!filter.contains(event.target)) filter.open = false; });
  filter.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    filter.open = false;
    filter.firstElementChild.focus();
  });
  $('#unfold').addEventListener('click', unfold);
  steno.keys.e = unfold;
  // A thread of several pages has pages for its levels, which show it as a whole; the one prompt of an agent is never shown alone.
  const offered = (name) => $(`input[value="${name}"]`, tools).checkVisibility();
  if (!offered(level())) delete root.dataset.level;
  'prompts conversation everything errors'.split(' ').forEach((name, i) => {
    steno.keys[i + 1] = () => {
      const link = $$('nav.levels a')[i];
      if (offered(name)) set(name, hidden());
      else if (link?.href) location.href = link.href;
    };
  });
  steno.lift = lift;
  document.addEventListener('steno-change', show);
  if (root.dataset.level || root.dataset.hide) set(level(), hidden(), true);
  else show();
})();
