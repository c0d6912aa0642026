package search

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"steno/tier/chromium"
)

// askTimed answers queries in the page, up to the snippets of the first results, and gives
// milliseconds: of an index that nothing was read of, and once more.
const askTimed = `(async (queries) => {
	const S = stenoSearch, cold = [], warm = [];
	const ask = async (search, q) => {
		const start = performance.now(), result = await search.run(q), groups = S.grouped(search.index, result);
		const shown = await Promise.all(S.page(groups, 0, 10).map((g) => S.load(search.index, g)));
		for (const { records } of shown) for (const r of records) S.marked(r.text, result.marks, 260);
		return performance.now() - start;
	};
	for (const q of queries) {
		const search = new S.Search(new S.Index('../search/'));
		cold.push(await ask(search, q));
		warm.push(await ask(search, q));
	}
	return { cold, warm };
})(%s)`

// BenchmarkLatency reports how long readers wait for ten results with snippets of two
// words and of one identifier, in Chromium: from a server on this machine and from a
// folder, with nothing cached and again, and at a quarter of the processor's speed.
func BenchmarkLatency(b *testing.B) {
	for _, docs := range scales(b) {
		b.Run(fmt.Sprint(docs), func(b *testing.B) {
			sessions := realistic(b, docs)
			files, _ := build(b, Options{Scope: ScopeEverything}, sessions, 2)
			dir := writeSite(b, files)
			server := httptest.NewServer(http.FileServer(http.Dir(dir)))
			defer server.Close()
			queries, err := json.Marshal(sampleQueries(sessions, ScopeEverything, 60))
			if err != nil {
				b.Fatal(err)
			}
			ctx := browser(b)
			measure := func(name, base string, slower float64) {
				var out struct{ Cold, Warm []float64 }
				wait := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
				if err := chromedp.Run(ctx, network.Enable(), network.SetCacheDisabled(true), emulation.SetCPUThrottlingRate(slower),
					chromedp.Navigate(base+"/search/index.html"), chromium.Until(`document.querySelector('#q:enabled')`),
					chromedp.Evaluate(fmt.Sprintf(askTimed, queries), &out, wait)); err != nil {
					b.Fatal(err)
				}
				slices.Sort(out.Cold)
				slices.Sort(out.Warm)
				b.ReportMetric(out.Cold[len(out.Cold)*95/100], name+"-cold-ms-p95")
				b.ReportMetric(out.Warm[len(out.Warm)*95/100], name+"-warm-ms-p95")
			}
			for b.Loop() {
				measure("http", server.URL, 1)
				measure("file", "file://"+filepath.ToSlash(dir), 1)
				measure("4x", server.URL, 4)
			}
		})
	}
}
