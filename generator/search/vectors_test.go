package search

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

// vector is one line of the specification that the tokenizers here and in the
// client share.
type vector struct {
	Text  string   `json:"text"`
	Terms []string `json:"terms"` // in order of emission
	Query []string `json:"query"` // that a message must hold
}

const vectorFile = "testdata/tokens.json"

func readVectors(t *testing.T) []vector {
	t.Helper()
	data, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	return vectors
}

func termsOf(text string) []string {
	terms := []string{}
	t := tokenizer{emit: func(term []byte, _ source, _ int) { terms = append(terms, string(term)) }}
	t.tokens(text)
	return terms
}

func answer(text string) vector {
	v := vector{text, termsOf(text), queryTerms(text)}
	if v.Query == nil {
		v.Query = []string{}
	}
	return v
}

func TestVectors(t *testing.T) {
	t.Parallel()
	var got []vector
	want := readVectors(t)
	for _, v := range want {
		got = append(got, answer(v.Text))
	}
	if *update {
		var b strings.Builder
		b.WriteString("[\n")
		for i, v := range got {
			line, _ := json.Marshal(v)
			b.Write(line)
			if i+1 < len(got) {
				b.WriteByte(',')
			}
			b.WriteByte('\n')
		}
		b.WriteString("]\n")
		if err := os.WriteFile(vectorFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tokens (-want +got):\n%s", diff)
	}
}

// TestClientVectors runs the client's tokenizer over the same vectors, and over
// text generated from all sorts of characters.
func TestClientVectors(t *testing.T) {
	t.Parallel()
	vectors := readVectors(t)
	for _, text := range mixedTexts(2000) {
		vectors = append(vectors, answer(text))
	}
	type found struct{ Terms, Query []string }
	var got []found
	runNode(t, "tokens.js", vectors, &got)
	for i, v := range vectors {
		if diff := cmp.Diff(found{v.Terms, v.Query}, got[i]); diff != "" {
			t.Errorf("%q: client differs (-go +js):\n%s", v.Text, diff)
		}
	}
}

// runNode runs a script of testdata with the client's code. in goes to it as JSON,
// its output is read into out.
func runNode(t testing.TB, script string, in, out any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the client's code is NOT tested")
	}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "in.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	scripts := filepath.Join("..", "..", "theme", "assets", "js")
	for _, dir := range []string{"testdata", scripts} { // go test repeats an earlier result unless a file that it saw opened has changed
		if _, err := os.ReadDir(dir); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(node, filepath.Join("testdata", script), scripts, file)
	cmd.Stderr = os.Stderr
	answer, err := cmd.Output()
	if err != nil {
		t.Fatalf("running %s: %v", script, err)
	}
	if err := json.Unmarshal(answer, out); err != nil {
		t.Fatalf("%s answered %.200q: %v", script, answer, err)
	}
}

// mixedTexts glues pieces together that are likely to meet in a bug.
func mixedTexts(n int) []string {
	pieces := []string{"a", "B", "Foo", "HTTP", "x1", "12", "345", "20231231", "deadbeef1", "_", "__", ".", "-", "/", `\`, " ", "\n", "c", "#", "+", "++",
		"é", "É", "e\u0301", "ß", "Σ", "ς", "Ω", "й", "ﬁ", "İ", "ı", "ª", "数", "据", "库", "ー", "が", "か\u3099", "데", "ไ", "𠮷", "😀", "\ufffd", "→", "\u00a0",
		"7d793037-a076-4d8a-9b2c-0123456789ab", "aGVsbG8gd29ybGQaGVsbG8gd29ybGQ", "getUserName", "snake_case_name", "getIt_myWay", ":", "%", "7", "🎉", "✅", "K", "Ａ", "１", "ﾊ", "ㅎ", "\u0331", "\u0000", "\u2028"}
	r := newRand(7)
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range 1 + r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		texts[i] = b.String()
	}
	return texts
}

func FuzzTokens(f *testing.F) {
	for _, text := range mixedTexts(50) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = clean(text)
		all := map[string]bool{}
		for _, term := range termsOf(text) {
			if term == "" || strings.ContainsAny(term, " :\"\\~\x00\x1e\x1f") || len([]rune(term)) > maxTerm {
				t.Errorf("bad term %q of %q", term, text)
			}
			all[term] = true
		}
		for _, term := range queryTerms(text) {
			if !all[term] {
				t.Errorf("query term %q is not among the terms of %q", term, text)
			}
		}
	})
}
