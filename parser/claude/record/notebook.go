package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
)

// withCell adds to the result of an edit of a notebook what the cell said before: its source in the notebook,
// which is a text of JSON.
func withCell(result, notebook []byte) []byte {
	o := raw.ParseObject(result)
	if o.Raw("old_source") != nil || o.String("edit_mode") == "insert" {
		return result
	}
	source := cellSource(raw.ParseObject([]byte(raw.String(notebook))).Array("cells"), o.Text("cell_id"))
	if source == "" {
		return result
	}
	result = append(result[:len(result)-1], `,"old_source":`...)
	result, _ = jsontext.AppendQuote(result, source)
	return append(result, '}')
}

// cellSource returns the source of the cell of an id, which is "cell-" with its number from 0 where cells have none.
func cellSource(cells []jsontext.Value, id string) string {
	at := slices.IndexFunc(cells, func(v jsontext.Value) bool { return raw.ParseObject(v).String("id") == id })
	if number, numbered := strings.CutPrefix(id, "cell-"); at < 0 && numbered {
		if n, err := strconv.Atoi(number); err == nil && n >= 0 && n < len(cells) {
			at = n
		}
	}
	if at < 0 {
		return ""
	}
	source := raw.ParseObject(cells[at]).Raw("source")
	if source.Kind() != '[' {
		return raw.String(source)
	}
	var b strings.Builder
	for _, line := range raw.ParseArray(source) {
		b.WriteString(raw.String(line))
	}
	return b.String()
}
