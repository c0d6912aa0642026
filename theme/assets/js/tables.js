// Tables of lists: sort by a column, filter by words.
(function () {
  'use strict'
  var $ = steno.$
  var $$ = steno.$$

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

  tables()
})()
