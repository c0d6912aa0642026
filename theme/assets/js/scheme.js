// Runs before the page is painted: what the reader chose must not flash. The
// choices are colours, how much of a thread to show (see reading.js), and how changes to
// files stand (see diffs.js).
(function () {
  'use strict'
  var root = document.documentElement
  root.classList.add('js')
  var stored = function (key) {
    try { return localStorage.getItem('steno-' + key) } catch (e) { return null } // storage is off
  }
  var scheme = stored('scheme')
  if (scheme === 'light' || scheme === 'dark') root.dataset.theme = scheme
  var asked = new URLSearchParams(location.search)
  var chosen = function (key) { return (asked.has(key) ? asked.get(key) : stored(key)) || '' }
  var level = chosen('level')
  if (/^(prompts|conversation|errors)$/.test(level)) root.dataset.level = level
  var hide = chosen('hide').split(',').filter(function (kind) { return /^[a-z]+$/.test(kind) }).join(' ')
  if (hide) root.dataset.hide = hide
  if (stored('diff') === 'split') root.dataset.diff = 'split'
})()
