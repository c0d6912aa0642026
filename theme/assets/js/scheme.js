// Runs before the page is painted: the reader's choice of colours must not flash.
(function () {
  var root = document.documentElement
  root.classList.add('js')
  try {
    var scheme = localStorage.getItem('steno-scheme')
    if (scheme === 'light' || scheme === 'dark') root.dataset.theme = scheme
  } catch (e) { /* storage is off: follow the system */ }
})()
