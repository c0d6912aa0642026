package values

import (
	"strings"
	"testing"

	"steno/theme/markup"
)

func TestWrite(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 60)
	for _, test := range []struct{ name, value, want string }{
		{"text", `"a"`, `<code>a</code>`},
		{"address", `"https://x.test/"`, `<code><a href="https://x.test/" rel="noopener nofollow ugc">https://x.test/</a></code>`},
		{"number", `1.50`, `<code>1.50</code>`},
		{"a number that is no time", `{"scheduledFor":0,"size":1784033700000,"busyTime":1784033700}`, `<dl class="params"><dt>scheduledFor</dt><dd><code>0</code></dd><dt>size</dt><dd><code>1784033700000</code></dd><dt>busyTime</dt><dd><code>1784033700</code></dd></dl>`},
		{"a time", `{"scheduledFor":1784033700000,"nextFireAt":1784033700500,"created_at":1784033700}`, `<dl class="params"><dt>scheduledFor</dt><dd><code>2026-07-14 12:55:00 UTC</code></dd><dt>nextFireAt</dt><dd><code>2026-07-14 12:55:00.5 UTC</code></dd><dt>created_at</dt><dd><code>2026-07-14 12:55:00 UTC</code></dd></dl>`},
		{"null", `null`, `<code>null</code>`},
		{"blank", `" "`, `<span class="muted">empty</span>`},
		{"several lines", `"a\nb"`, `[a|b]`},
		{"object", `{"a":1,"b":{"c":true}}`, `<dl class="params"><dt>a</dt><dd><code>1</code></dd><dt>b</dt><dd><dl class="params"><dt>c</dt><dd><code>true</code></dd></dl></dd></dl>`},
		{"empty object", `{}`, `<span class="muted">empty</span>`},
		{"list", `["a",["b"]]`, `<ul class="values"><li><code>a</code></li><li><ul class="values"><li><code>b</code></li></ul></li></ul>`},
		{"empty list", `[]`, `<span class="muted">none</span>`},
		{"table", `[{"a":1,"b":"x"},{"b":"y"}]`, `<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>1</code></td><td><code>x</code></td></tr><tr><td></td><td><code>y</code></td></tr></tbody></table>`},
		{"no table", `[{"a":{"b":1}},{"a":2}]`, `<ul class="values"><li><dl class="params"><dt>a</dt><dd><dl`},
		{"JSON in a text", `"{\"a\":[1]}"`, `<dl class="params"><dt>a</dt><dd><ul class="values"><li><code>1</code></li></ul></dd></dl>`},
		{"long and nested", `{"a":{"b":"` + long + `","c":"` + long + `"}}`, `<details class="values"><summary>2 fields</summary>`},
		{"deep", strings.Repeat(`[`, 20) + strings.Repeat(`]`, 20), `[[|`},
		{"members without a value", `{"a":null,"b":1,"c":[],"d":null,"e":{},"f":" ","g":false}`, `<dl class="params"><dt>b</dt><dd><code>1</code></dd><dt>g</dt><dd><code>false</code></dd></dl><p class="empty">null: a, d · empty: c, e, f</p>`},
		{"nothing with a value", `{"a":null,"b":{"c":[]}}`, `<dl class="params"><dt>b</dt><dd><p class="empty">empty: c</p></dd></dl><p class="empty">null: a</p>`},
		{"no value at all", `{"<a>":""}`, `<p class="empty">empty: &lt;a&gt;</p>`},
		{"a table with empty columns", `[{"a":1,"b":null,"c":null},{"a":null,"b":null,"c":""}]`, `<table><thead><tr><th>a</th><th>c</th></tr></thead><tbody><tr><td><code>1</code></td><td><span class="muted">null</span></td></tr><tr><td><span class="muted">null</span></td><td><span class="muted">empty</span></td></tr></tbody></table></div><p class="empty">null: b</p>`},
		{"a list of nothing", `[null,null]`, `<span class="muted">2 × null</span>`},
		{"markup", `{"<b>":"<script>"}`, `<dt>&lt;b&gt;</dt><dd><code>&lt;script&gt;</code></dd>`},
	} {
		var w markup.Writer
		Write(&w, "name", []byte(test.value), func(w *markup.Writer, _, text string) { w.Text("[" + strings.ReplaceAll(text, "\n", "|") + "]") })
		if got := string(w.Result()); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s does not hold %s", test.name, got, test.want)
		}
	}
}

// TestWriteLarge: what is too large for a list is left to the caller, whole.
func TestWriteLarge(t *testing.T) {
	t.Parallel()
	large := `[` + strings.Repeat(`1,`, largest) + `2]`
	var w markup.Writer
	got := ""
	Write(&w, "", []byte(large), func(_ *markup.Writer, _, text string) { got = text })
	if strings.Count(got, "1") != largest {
		t.Errorf("%d of %d elements", strings.Count(got, "1"), largest)
	}
}
