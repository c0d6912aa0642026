// Patch: makes an open page what it is now, in place. What was written is kept as a copy, with the node of the page that shows each
// of its nodes. A new version is compared with the copy, and only what differs changes in the page: what the page's scripts
// and the reader added (folds, marks, a selection, fields) stays. If a script has changed what would have to change,
// nothing is done, and the page is to be loaded again.
var stenoPatch = (function () {
  'use strict'
  var most = 200000 // pairs of children that are compared

  function pair(copy, node, shows) {
    shows.set(copy, node)
    for (var i = 0; i < copy.childNodes.length; i++) pair(copy.childNodes[i], node.childNodes[i], shows)
  }
  function same(old, now, shows, next) {
    next.set(now, shows.get(old))
    for (var i = 0; i < now.childNodes.length; i++) same(old.childNodes[i], now.childNodes[i], shows, next)
  }

  // The page as it was written. This runs before its own deferred scripts.
  var was = document.body.cloneNode(true)
  var shows = new Map()
  pair(was, document.body, shows)
  var files = function (doc) {
    return Array.from(doc.head.querySelectorAll('link[rel=stylesheet], script[src]'), function (e) { return e.getAttribute('href') || e.getAttribute('src') }).join(' ')
  }
  var loaded = files(document)

  // Controls take the place of their elements, as in an open page.
  function parse(text) {
    var doc = new DOMParser().parseFromString(text, 'text/html')
    var controls = window.stenoControls || {}
    for (var found = true; found;) {
      found = false
      Object.keys(controls).forEach(function (name) {
        doc.querySelectorAll(name).forEach(function (e) {
          e.outerHTML = controls[name]
          found = true
        })
      })
    }
    return doc
  }

  // What a child is told by among its siblings.
  function key(node) {
    if (node.nodeType !== 1) return node.nodeName
    var inner = node.id || (node.querySelector('[id]') || {}).id
    return node.nodeName + (inner ? '#' + inner : '.' + (node.getAttribute('class') || ''))
  }

  // The longest list of pairs of children that are the same, in order; null for too many.
  function align(a, b) {
    if (a.length * b.length > most) return null
    var ka = a.map(key)
    var kb = b.map(key)
    var n = ka.map(function () { return new Uint16Array(kb.length + 1) })
    n.push(new Uint16Array(kb.length + 1))
    for (var i = ka.length - 1; i >= 0; i--) {
      for (var j = kb.length - 1; j >= 0; j--) n[i][j] = ka[i] === kb[j] ? n[i + 1][j + 1] + 1 : Math.max(n[i + 1][j], n[i][j + 1])
    }
    var pairs = new Map()
    for (i = 0, j = 0; i < ka.length && j < kb.length;) {
      if (ka[i] === kb[j]) pairs.set(b[j++], a[i++])
      else if (n[i + 1][j] >= n[i][j + 1]) i++
      else j++
    }
    return pairs
  }

  // What readers and scripts turn stays as they left it.
  var turned = /^(open|hidden|tabindex|role|aria-.*)$/
  var words = function (text) { return (text || '').split(/\s+/).filter(Boolean) }
  function attributes(old, now, e, steps) {
    var names = new Set(old.getAttributeNames().concat(now.getAttributeNames()))
    names.forEach(function (name) {
      var from = old.getAttribute(name)
      var to = now.getAttribute(name)
      if (from === to || turned.test(name) && e.getAttribute(name) !== from) return
      steps.push(function () {
        if (name === 'class') {
          words(from).forEach(function (w) { e.classList.remove(w) })
          words(to).forEach(function (w) { e.classList.add(w) })
        } else if (to === null) e.removeAttribute(name)
        else e.setAttribute(name, to)
      })
    })
  }

  // Adds to steps what makes a node of the page what it is now; false when that cannot be done.
  function plan(old, now, next, steps) {
    var e = shows.get(old)
    next.set(now, e)
    if (old.isEqualNode(now)) {
      same(old, now, shows, next)
      return true
    }
    if (!e.isConnected) return false
    if (old.nodeType !== 1) {
      if (e.data !== old.data) return false
      steps.push(function () { e.data = now.data })
      return true
    }
    if (e.matches('.timeline') && document.querySelector('script[src*="/timeline."]')) return false // its script has drawn in it
    attributes(old, now, e, steps)
    return children(old, now, e, next, steps)
  }
  function children(old, now, e, next, steps) {
    var a = Array.from(old.childNodes)
    var b = Array.from(now.childNodes)
    var from = 0
    var back = 0
    while (from < a.length && from < b.length && a[from].isEqualNode(b[from])) from++
    while (back < a.length - from && back < b.length - from && a[a.length - 1 - back].isEqualNode(b[b.length - 1 - back])) back++
    var pairs = align(a.slice(from, a.length - back), b.slice(from, b.length - back))
    if (!pairs) return false
    for (var i = 0; i < from; i++) pairs.set(b[i], a[i])
    for (i = 1; i <= back; i++) pairs.set(b[b.length - i], a[a.length - i])
    var kept = new Set(pairs.values())
    if (kept.size < a.length || kept.size < b.length) { // where they are matters
      if (!a.every(function (old) { return shows.get(old).parentNode === e })) return false
    }
    a.forEach(function (old) {
      if (!kept.has(old)) steps.push(function () { shows.get(old).remove() })
    })
    return b.every(function (child, i) {
      if (pairs.has(child)) return plan(pairs.get(child), child, next, steps)
      steps.push(function () {
        var fresh = document.importNode(child, true)
        pair(child, fresh, next)
        if (i) next.get(b[i - 1]).after(fresh)
        else e.prepend(fresh)
      })
      return true
    })
  }

  return {
    // The body as it was written last.
    written: function () { return was },
    // Makes the page what a text says, and reports whether it could.
    to: function (text) {
      var doc = parse(text)
      var next = new Map()
      var steps = []
      if (files(doc) !== loaded || !plan(was, doc.body, next, steps)) return false
      steps.forEach(function (step) { step() })
      document.title = doc.title
      was = doc.body
      shows = next
      document.dispatchEvent(new Event('steno-change'))
      return true
    },
  }
})()
