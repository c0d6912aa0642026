// What scripts add to pages that work without them: colours, keys, copying,
// reading levels, an outline that follows, tables that sort. One small function
// each; nothing here writes text from the page as markup.
(function () {
  'use strict'
  var root = document.documentElement
  var $ = function (s, e) { return (e || document).querySelector(s) }
  var $$ = function (s, e) { return Array.from((e || document).querySelectorAll(s)) }
  var say = function (words) { var p = $('#say'); if (p) p.textContent = words }

  function remember(key, value) {
    try {
      if (value === undefined) return localStorage.getItem('steno-' + key)
      if (value) localStorage.setItem('steno-' + key, value)
      else localStorage.removeItem('steno-' + key)
    } catch (e) { return null }
  }

  // Colours: automatic, light, dark.
  function scheme() {
    var button = $('#scheme')
    var show = function () {
      if (button) button.setAttribute('aria-label', 'Colours: ' + (root.dataset.theme || 'automatic'))
    }
    var next = function () {
      var now = { undefined: 'light', light: 'dark' }[root.dataset.theme]
      if (now) root.dataset.theme = now
      else delete root.dataset.theme
      remember('scheme', now)
      show()
      say('Colours: ' + (now || 'automatic'))
    }
    show()
    if (button) button.addEventListener('click', next)
    return next
  }

  // A link to an anchor opens whatever folds it.
  function reveal(id, smooth) {
    var target = id && document.getElementById(id)
    if (!target) return null
    for (var e = target; e; e = e.parentElement) if (e.localName === 'details') e.open = true
    var own = target.matches('details') ? target : $(':scope > details, :scope > div > details, :scope > div > div > details', target)
    if (own && target.closest('.step, .row')) own.open = true
    var level = target.closest('[data-level]')
    if (level && !target.getClientRects().length) setLevel('everything')
    target.scrollIntoView({ block: 'start', behavior: smooth ? undefined : 'instant' })
    return target
  }

  function anchors() {
    var follow = function () { reveal(decodeURIComponent(location.hash.slice(1))) }
    if (location.hash) follow()
    addEventListener('hashchange', follow)
    document.addEventListener('click', function (event) {
      var a = event.target.closest('a[href^="#"]')
      if (!a) return
      var id = decodeURIComponent(a.getAttribute('href').slice(1))
      if (location.hash === '#' + id) reveal(id)
      if (a.matches('.stamp, .at') && !event.ctrlKey && !event.metaKey && !event.shiftKey) copy(a.href, a)
      var drawer = a.closest('.drawer')
      if (drawer && !wide.matches) drawer.open = false
    })
  }

  // Copying. Where the clipboard is out of reach (file:// in some browsers) the
  // text is selected in a box instead.
  function copy(text, button) {
    var done = function () {
      if (button.localName === 'a') say('Link copied')
      else {
        button.classList.add('done')
        say('Copied')
        setTimeout(function () { button.classList.remove('done') }, 1500)
      }
    }
    var old = function () {
      var box = document.createElement('textarea')
      box.value = text
      box.className = 'hide'
      document.body.append(box)
      box.select()
      try { if (document.execCommand('copy')) done() } catch (e) { /* nothing more can be done */ }
      box.remove()
      button.focus({ preventScroll: true })
    }
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, old)
    else old()
  }

  function icon(name) {
    var svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    var use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
    svg.setAttribute('class', 'i')
    svg.setAttribute('aria-hidden', 'true')
    use.setAttribute('href', '#i-' + name)
    svg.append(use)
    return svg
  }

  function copying() {
    document.addEventListener('click', function (event) {
      var button = event.target.closest('button.copy')
      if (!button) return
      var source = button.dataset.copy
      if (source === undefined) {
        var box = button.closest('[data-copyable]') || button.parentElement
        var code = $('pre, code', box)
        source = code ? code.textContent : ''
      }
      copy(source, button)
    })
    $$('.prose .code').forEach(function (block) {
      if ($('button.copy', block)) return
      var button = document.createElement('button')
      button.type = 'button'
      button.className = 'copy'
      button.setAttribute('aria-label', 'Copy the code')
      button.append(icon('copy'))
      block.prepend(button)
    })
  }

  // Reading levels, kept in the address and remembered.
  var main = $('main')
  function setLevel(level) {
    if (!$('.levels')) return
    var radio = $('.levels input[value="' + level + '"]')
    if (!radio) return
    var at = anchorInView()
    radio.checked = true
    main.dataset.level = level
    remember('level', level === 'everything' ? '' : level)
    try {
      var url = new URL(location.href)
      if (level === 'everything') url.searchParams.delete('level')
      else url.searchParams.set('level', level)
      if (url.href !== location.href) history.replaceState(null, '', url)
    } catch (e) { /* the address stays as it is */ }
    if (at && at.getClientRects().length) at.scrollIntoView({ block: 'start', behavior: 'instant' })
  }

  function anchorInView() {
    if (scrollY < 200) return null
    return $$('.prompt').filter(function (p) { return p.getBoundingClientRect().top < 120 }).pop() || null
  }

  function levels() {
    if (!$('.levels')) return
    $('.levels').addEventListener('change', function (event) { setLevel(event.target.value) })
    var wanted = new URLSearchParams(location.search).get('level') || remember('level')
    if (wanted && !location.hash) setLevel(wanted)
  }

  function unfolding() {
    var button = $('#unfold')
    if (!button) return function () {}
    var toggle = function () {
      var open = button.getAttribute('aria-pressed') !== 'true'
      $$('.thread details').forEach(function (d) { d.open = open })
      button.setAttribute('aria-pressed', open)
      button.textContent = open ? 'Fold all' : 'Unfold all'
    }
    button.addEventListener('click', toggle)
    return toggle
  }

  // Going to the next or previous of some elements, from where one reads: from the
  // last one gone to, which may still be scrolling or be too near the end to reach
  // the top, until the reader moves by other means.
  var gone = null
  var forget = function () { gone = null }
  addEventListener('wheel', forget, { passive: true })
  addEventListener('touchmove', forget, { passive: true })
  addEventListener('pointerdown', forget)
  addEventListener('keydown', function (event) { if (!/^[jknp]$/.test(event.key)) forget() })
  function walk(selector, step) {
    var line = 80
    var list = $$(selector).filter(function (e) { return e.getClientRects().length })
    if (!list.length) return say('None on this page')
    var tops = list.map(function (e) { return e.getBoundingClientRect().top })
    var i = gone && list.includes(gone) ? list.indexOf(gone) + step : step > 0
      ? tops.findIndex(function (t) { return t > line + 4 })
      : tops.findLastIndex(function (t) { return t < line - 20 })
    if (i < 0 || i >= list.length) return say(step > 0 ? 'That was the last one' : 'That was the first one')
    var target = gone = list[i]
    var named = target.closest('[id^="m-"]') || $('[id^="m-"]', target)
    target.scrollIntoView({ block: 'start' })
    $$('.hit').forEach(function (e) { e.classList.remove('hit') })
    target.classList.add('hit')
    if (named) try { history.replaceState(null, '', '#' + named.id) } catch (e) { /* as above */ }
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  // A run that is folded names its errors outside of the fold.
  var errors = '.thread [data-error]:not(.run-fold *)'

  function nextError() {
    var button = $('#next-error')
    if (!button) return
    var n = $$(errors).length
    button.hidden = n === 0
    button.textContent = n === 1 ? '1 error' : n + ' errors'
    button.addEventListener('click', function () { walk(errors, 1) })
  }

  function keys(nextScheme, unfold) {
    var dialog = $('#keys')
    var help = function () { if (dialog && !dialog.open) dialog.showModal() }
    var button = $('#keys-open')
    if (button) button.addEventListener('click', help)
    var does = {
      j: function () { walk('.thread .prompt', 1) },
      k: function () { walk('.thread .prompt', -1) },
      n: function () { walk(errors, 1) },
      p: function () { walk(errors, -1) },
      e: unfold,
      t: nextScheme,
      '?': help,
      1: function () { setLevel('prompts') },
      2: function () { setLevel('conversation') },
      3: function () { setLevel('everything') },
      '/': function (event) {
        var box = $('main input[type=search][name=q]') || $('#site-q')
        if (box && box.getClientRects().length) { event.preventDefault(); box.focus(); box.select() }
        else if ($('.site-find')) location.href = $('.site-find').href
      },
    }
    document.addEventListener('keydown', function (event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.target.closest && event.target.closest('input, textarea, select, [contenteditable], dialog')) return
      if (Object.hasOwn(does, event.key)) does[event.key](event)
    })
  }

  // The outline follows the scroll. It is open from the start on wide screens.
  var wide = matchMedia('(min-width: 64rem)')
  function outline() {
    var drawer = $('#drawer')
    if (!drawer) return
    var fit = function () { drawer.open = wide.matches }
    fit()
    wide.addEventListener('change', fit)
    addEventListener('keydown', function (e) { if (e.key === 'Escape' && !wide.matches) drawer.open = false })
    document.addEventListener('click', function (e) { if (!wide.matches && !drawer.contains(e.target)) drawer.open = false })
    var entries = $$('a[data-here]', drawer).map(function (a) {
      return { link: a, target: document.getElementById(decodeURIComponent((a.getAttribute('href').split('#')[1] || ''))) }
    }).filter(function (e) { return e.target })
    if (!entries.length) return
    var current
    var queued = false
    var update = function () {
      queued = false
      var low = 0
      var high = entries.length - 1
      while (low < high) {
        var mid = (low + high + 1) >> 1
        if (entries[mid].target.getBoundingClientRect().top < 140) low = mid
        else high = mid - 1
      }
      var now = entries[low].link
      if (now === current) return
      if (current) current.removeAttribute('aria-current')
      now.setAttribute('aria-current', 'location')
      current = now
      var nav = drawer.parentElement
      if (wide.matches && (now.offsetTop < nav.scrollTop + 40 || now.offsetTop > nav.scrollTop + nav.clientHeight - 80)) {
        nav.scrollTop = now.offsetTop - nav.clientHeight / 3
      }
    }
    addEventListener('scroll', function () {
      if (!queued) { queued = true; requestAnimationFrame(update) }
    }, { passive: true })
    update()
  }

  // Tables: sort by a column, filter by words.
  function tables() {
    $$('table[data-sortable]').forEach(function (table) {
      var body = table.tBodies[0]
      $$('th[data-sort]', table.tHead).forEach(function (th, column) {
        var button = document.createElement('button')
        button.type = 'button'
        button.append.apply(button, Array.from(th.childNodes))
        th.append(button)
        button.addEventListener('click', function () {
          var was = th.getAttribute('aria-sort')
          var first = th.dataset.first === 'desc' ? 'descending' : 'ascending'
          var now = !was ? first : was === 'ascending' ? 'descending' : 'ascending'
          $$('[aria-sort]', table).forEach(function (other) { other.removeAttribute('aria-sort') })
          th.setAttribute('aria-sort', now)
          var sign = now === 'ascending' ? 1 : -1
          var number = th.dataset.sort === 'number'
          var rows = Array.from(body.rows).map(function (row) {
            var cell = row.cells[column]
            return { row: row, key: number ? +cell.dataset.value : ($('a', cell) || cell).textContent.trim().toLowerCase() }
          })
          rows.sort(function (a, b) { return sign * (number ? a.key - b.key : a.key.localeCompare(b.key)) })
          body.append.apply(body, rows.map(function (r) { return r.row }))
        })
      })
      var tools = $('.table-tools[data-for="' + table.id + '"]')
      if (!tools) return
      if (body.rows.length < 8) { tools.hidden = true; return }
      var texts = null
      var count = $('[data-count]', tools)
      $('[data-filter]', tools).addEventListener('input', function (event) {
        texts = texts || Array.from(body.rows).map(function (row) { return { row: row, text: row.cells[0].textContent.toLowerCase() } })
        var words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean)
        var shown = 0
        texts.forEach(function (t) {
          var hit = words.every(function (w) { return t.text.includes(w) })
          t.row.hidden = !hit
          if (hit) shown++
        })
        count.textContent = words.length ? shown + ' of ' + texts.length : ''
      })
    })
  }

  levels()
  anchors()
  copying()
  outline()
  tables()
  nextError()
  keys(scheme(), unfolding())
})()
