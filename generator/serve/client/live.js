// Live: keeps an open page current while steno serve builds the site again. The server
// says what the page is now; when that is not what is here, a thread is patched in place (patch.js). If that is not
// possible, and for other pages, the page is loaded again and put back as it was: the message that was read at its height, folds, the field that
// had the focus. Who is at the end of a thread stays there and sees new messages come;
// others are informed of them. Built sites know nothing of this.
(function () {
  'use strict'
  var me = document.currentScript
  var tag = me.dataset.tag
  var told = /^trouble/.test(tag) // the page is the server's own, and reports trouble
  var page = me.dataset.page
  var own = me.src.replace(/live\.js$/, '')
  var $ = function (s, e) { return (e || document).querySelector(s) }
  var $$ = function (s, e) { return Array.from((e || document).querySelectorAll(s)) }
  var place = function (path) { return 'steno-live ' + path.replace(/index\.html$/, '') }
  var named = '.thread .msg[id^="m-"], .thread .step[id^="m-"], .thread .compaction[id^="m-"]'

  // ---- What is kept over a reload

  function take() {
    try {
      var text = sessionStorage.getItem(place(location.pathname))
      sessionStorage.removeItem(place(location.pathname))
      return JSON.parse(text)
    } catch (e) { return null }
  }
  function give(path, what) {
    try { sessionStorage.setItem(place(path), JSON.stringify(what)) } catch (e) { /* the page begins at its top */ }
  }

  // Folds are told by what they hold, or by what they are in, so that messages which
  // came meanwhile do not mix them up.
  function eachFold(f, within) {
    var seen = {}
    $$('main details', within).forEach(function (d) {
      var inner = !d.id && $('[id]', d)
      var outer = d.closest('[id]')
      var key = d.id ? '#' + d.id : inner ? '>' + inner.id : '<' + (outer ? outer.id : '')
      seen[key] = (seen[key] || 0) + 1
      f(d, key + ' ' + seen[key])
    })
  }
  var written = {} // how the page was written
  function noteFolds() {
    written = {}
    eachFold(function (d, key) { written[key] = d.open }, stenoPatch.written())
  }
  noteFolds()

  function folds() {
    var turned = []
    eachFold(function (d, key) { if (d.open !== Boolean(written[key])) turned.push(key) })
    return turned
  }
  function setFolds(turned) {
    eachFold(function (d, key) {
      var open = Boolean(written[key]) !== turned.includes(key)
      if (d.open !== open) d.open = open
    })
  }

  // ---- Where the reader is

  var visible = function (e) { return e.checkVisibility() && e.getClientRects().length > 0 }
  var bottom = function () { return $('.thread').getBoundingClientRect().bottom }
  var next = function () { return $('.pager .next') }
  var atEnd = function () { return Boolean($('.thread')) && !next() && bottom() <= innerHeight + 48 }

  // The message that is read: the first that is not above the window.
  function mark() {
    var found = scrollY > 8 && $$(named).find(function (e) {
      return visible(e) && e.getBoundingClientRect().bottom > 80
    })
    if (!found || found.getBoundingClientRect().top > innerHeight) return null
    return { id: found.id, top: found.getBoundingClientRect().top }
  }

  // What has the focus, by its number among its like in what has a name; with it goes
  // what is selected in a field.
  function focused() {
    var e = document.activeElement
    var around = e && e !== document.body && e.closest('[id]')
    if (!around) return null
    return { id: around.id, tag: e.localName, n: alike(around, e.localName).indexOf(e), value: field(e) ? e.value : null, at: field(e) ? e.selectionStart : 0 }
  }
  var alike = function (around, tag) { return [around].concat($$(tag, around)) }
  var field = function (e) { return e.matches('input:not([type=radio], [type=checkbox]), textarea') }
  function focusOn(kept) {
    var around = kept && document.getElementById(kept.id)
    var e = around && alike(around, kept.tag)[kept.n]
    if (!e) return
    e.focus({ preventScroll: true })
    if (!field(e) || kept.value === null) return
    if (e.value !== kept.value) {
      e.value = kept.value
      e.dispatchEvent(new Event('input', { bubbles: true }))
    }
    e.setSelectionRange(kept.at, kept.at)
  }

  function keep() {
    return {
      y: scrollY, mark: mark(), end: atEnd() ? bottom() : null, folds: folds(), focus: focused(),
      known: known, last: last, side: side().map(function (e) { return e.scrollTop }),
    }
  }
  var side = function () { return $$('nav.outline, #drawer > :last-child') }

  function stand(kept) {
    var e = kept.mark && document.getElementById(kept.mark.id)
    var to = kept.end !== null && $('.thread') ? bottom() - kept.end
      : e && visible(e) ? e.getBoundingClientRect().top - kept.mark.top : kept.y - scrollY
    if (Math.abs(to) < 1) return
    scrollBy({ top: to, behavior: 'instant' })
    stood = Date.now()
  }
  var stood = 0 // when the page was scrolled by this script

  // ---- News

  var known = null // the messages that the reader knows of
  var last = null // the end of the thread, on whatever page, that the reader knows of
  var ids = function () { return $$(named).map(function (e) { return e.id }) }

  function arrive() {
    var kept = take()
    known = ids()
    if (!kept) return
    if (kept.follow) return follow()
    history.scrollRestoration = 'manual'
    setFolds(kept.folds)
    side().forEach(function (e, i) { e.scrollTop = kept.side[i] || 0 })
    focusOn(kept.focus)
    known = kept.known || known
    last = kept.last
    stand(kept)
    addEventListener('load', function () {
      stand(kept)
      setTimeout(function () { history.scrollRestoration = 'auto' }, 1000) // the browser looks at it some time after loading
    })
    welcome(kept.end !== null)
  }
  // What is new comes into view for who is at the end, and is told to others.
  function welcome(end) {
    if (end && next()) return goOn()
    var fresh = unknown()
    if (end) {
      fresh.forEach(function (e) { e.classList.add('steno-fresh') })
      known = ids()
    } else if (fresh.length) tellFresh(fresh)
  }

  // The thread goes on upon a page that was not there before.
  function goOn() {
    var url = new URL(next().href)
    url.search = location.search
    give(url.pathname, { follow: true })
    location.replace(url)
  }
  function follow() {
    var down = function () { scrollBy({ top: bottom() - innerHeight + 72, behavior: 'instant' }) }
    down()
    addEventListener('load', down)
  }

  function unknown() {
    var old = new Set(known)
    return $$(named).filter(function (e) { return !old.has(e.id) })
  }
  function tellFresh(fresh) {
    var below = fresh.filter(function (e) { // what the reader chose not to see is no news
      var part = e.closest('.thread > *')
      return visible(part) && (visible(e) ? e : part).getBoundingClientRect().bottom > innerHeight
    })
    if (!below.length) return
    var words = below.length === 1 ? '1 new message' : below.length + ' new messages'
    var done = function () {
      known = ids()
      hush('fresh')
    }
    notice('fresh', words, function () {
      ;(visible(below[0]) ? below[0] : below[0].closest('.thread > *')).scrollIntoView({ block: 'start' })
      done()
    })
    addEventListener('scroll', function () { if (atEnd()) done() }, { passive: true })
  }

  // News of another page: the thread that this page is part of went on there.
  function tellEnd(end) {
    if (!end) return
    var here = location.pathname.replace(/.*\//, '') || 'index.html'
    var grown = last && (end.page !== last.page || end.anchors > last.anchors)
    if (!grown || end.page === here) {
      if (!last || end.page === here) last = end
      return
    }
    notice('end', 'New messages on the last page', function () {
      var url = new URL(end.page, location.href)
      url.search = location.search
      give(url.pathname, { follow: true })
      location.href = url
    })
  }

  // ---- What is said, below on the page

  var box = document.createElement('div')
  box.className = 'steno-live'
  box.setAttribute('role', 'status')
  function element(name, className, text) {
    var e = document.createElement(name)
    e.className = className
    if (text) e.textContent = text
    return e
  }
  function put(key, e) {
    hush(key)
    e.dataset.key = key
    box.append(e)
    if (!box.isConnected) document.body.append(box)
  }
  function hush(key) {
    var e = $('[data-key="' + key + '"]', box)
    if (e) e.remove()
  }
  function notice(key, words, act) {
    var e = element('button', 'steno-notice', words)
    e.type = 'button'
    e.addEventListener('click', act)
    put(key, e)
  }
  function tellTrouble(trouble) {
    if (!trouble || told) return hush('trouble')
    var e = element('details', 'steno-trouble')
    e.open = true
    e.append(element('summary', '', 'The site could not be built; this is the last good one'))
    trouble.lines.forEach(function (line) { e.append(element('pre', '', line)) })
    if (trouble.hint) e.append(element('p', '', trouble.hint))
    put('trouble', e)
  }

  // ---- Taking over what is new

  // A thread is patched at once, whatever its reader does. patch reports whether it was.
  function patch(text) {
    var root = document.documentElement.style
    var selecting = String(getSelection()) !== ''
    var kept = { y: scrollY, mark: mark(), end: !selecting && atEnd() ? bottom() : null }
    root.overflowAnchor = 'none' // the place is kept here
    var done = stenoPatch.to(text)
    if (done) {
      noteFolds()
      stand(kept)
      welcome(kept.end !== null)
    }
    requestAnimationFrame(function () { requestAnimationFrame(function () { root.overflowAnchor = '' }) })
    return done
  }

  // ---- Loading again

  var moved = 0 // when the reader scrolled last
  var typed = 0 // and wrote
  addEventListener('scroll', function () { if (Date.now() - stood > 300) moved = Date.now() }, { passive: true })
  addEventListener('input', function (event) {
    if (event.isTrusted && field(event.target)) typed = Date.now()
  })

  // A page is not taken away below the hands of who is selecting, writing, scrolling or
  // choosing from what is over it.
  function busy() {
    var now = Date.now()
    var drawer = $('#drawer[open] > summary')
    return String(getSelection()) !== '' || $('dialog[open]') || now - moved < 300 || now - typed < 3000 ||
      drawer && getComputedStyle(drawer).position === 'fixed'
  }
  var wanted = null
  function again() {
    if (document.hidden) return
    if (busy() || performance.now() < 200) { // never more than five times a second
      if (!$('[data-key=again]', box) && String(getSelection())) notice('again', 'This page has changed', reload)
      clearTimeout(wanted)
      wanted = setTimeout(again, 150)
      return
    }
    reload()
  }
  function reload() {
    give(location.pathname, keep())
    history.scrollRestoration = 'manual'
    location.reload()
  }

  // ---- Listening

  function hear(event) {
    var news = JSON.parse(event.data)
    var base = new URL('..', own).pathname
    if (news.base !== base) return location.replace(new URL(news.base + page.replace(/^\..*/, '') + location.search + location.hash, location.href))
    tellTrouble(news.trouble)
    tellEnd(news.end)
    clearTimeout(wanted)
    hush('again')
    if (news.tag === tag) return hush('gone')
    if (news.tag === '' && !told) return notice('gone', 'This page is no longer part of the site', function () { location.href = base })
    if (news.text && patch(news.text)) tag = news.tag
    else again()
  }

  // A page that nobody looks at does not listen: browsers open only six connections to a
  // server, and what it missed it learns when it is looked at again. Nor does one that is still being loaded: the
  // connection may be the last one, and what the page is made of needs it.
  var ear = null
  function listen() {
    if (ear || document.hidden || document.readyState !== 'complete') return
    ear = new EventSource(own + 'events?page=' + encodeURIComponent(page) + '&tag=' + tag)
    ear.onmessage = hear
    ear.onopen = function () { heard(true) }
    ear.onerror = function () {
      heard(false)
      if (ear.readyState !== EventSource.CLOSED) return // the browser tries again by itself
      deafen()
      setTimeout(listen, 3000)
    }
  }
  function deafen() {
    if (ear) ear.close()
    ear = null
  }

  // That the server has stopped is said when it does not come back soon.
  var silence = null
  function heard(well) {
    if (well) {
      clearTimeout(silence)
      silence = null
      hush('away')
    } else if (!silence) {
      silence = setTimeout(function () { put('away', element('p', 'steno-note', 'steno serve has stopped; this page does not follow')) }, 3000)
    }
  }
  document.addEventListener('visibilitychange', function () { document.hidden ? deafen() : listen() })
  addEventListener('pagehide', deafen)
  addEventListener('pageshow', listen) // follows load, too

  // The page's own scripts have put it in order by then.
  document.addEventListener('DOMContentLoaded', arrive)
})()
