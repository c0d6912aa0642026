package sitetest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// shown is what this version shows of a source.
type shown struct {
	texts         map[string]map[string]bool
	beside        wholes
	values, links map[string]bool
}

// shownBy builds a source's site and its exports.
func shownBy(t *testing.T, program, source string) shown {
	t.Helper()
	files := siteOf(t, program, source)
	s := shown{texts: siteTexts(t, files), beside: wholeTexts(files), values: map[string]bool{}, links: linkTargets(files)}
	eachMessage(t, exportedPlain(t, program, source), func(value string) { s.values[value] = true })
	return s
}

// keepsTexts compares with the texts of the baseline, and returns the digests of those that are shown today.
func (s shown) keepsTexts(t *testing.T, c changes, was map[string]map[string]bool) (kept []uint32) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(was)) {
		for text := range was[name] {
			expected := c.apply(text)
			switch {
			case s.texts[name][expected]:
				kept = append(kept, digest(name, expected))
			case s.beside.have(name, expected):
				kept = append(kept, s.beside.digests(name, expected)...)
			case !c.gone(name + ": " + expected):
				t.Errorf("%s does not have %q any more", name, expected)
			}
		}
	}
	return kept
}

// digests returns the digests of all that is shown.
func (s shown) digests() map[uint32]bool {
	all := map[uint32]bool{}
	for name, texts := range s.texts {
		for text := range texts {
			all[digest(name, text)] = true
		}
	}
	for folder, whole := range s.beside {
		words := strings.Fields(whole)
		for i := range words {
			all[inWhole(folder, words[i:])] = true
		}
	}
	for value := range s.values {
		all[digest("value", value)] = true
	}
	for link := range s.links {
		all[digest("link", link)] = true
	}
	return all
}

// few is how many words of a long output have one digest.
const few = 8

// inWhole is the digest of the first few words, as a long output of a folder has them.
func inWhole(folder string, words []string) uint32 {
	return digest("words of "+folder, strings.Join(words[:min(few, len(words))], " "))
}

// digests returns the digests of the words in which an output has a text.
func (w wholes) digests(name, text string) (all []uint32) {
	folder, text := folderOf(name), strings.TrimPrefix(text, "link to ")
	whole := w[folder]
	at := strings.Index(whole, text)
	begin := strings.LastIndexAny(whole[:at], " \n") + 1
	words := strings.Fields(whole[begin:])
	for i := 0; i < len(strings.Fields(whole[begin:at+len(text)])); i += few {
		all = append(all, inWhole(folder, words[i:]))
	}
	return all
}

// digest is short, so that the table is: of a hundred texts that are lost, one or two may look as if they were not.
func digest(where, text string) uint32 {
	sum := sha256.Sum256([]byte(where + "\n" + text))
	return binary.BigEndian.Uint32(sum[:]) >> 7
}

// shownTable is the table of what the baselines show and this version is to show, too.
type shownTable struct {
	Of      string            // the sum of what the table was made from, beside the sources
	Sources map[string][]byte // the digests of each, ascending: the differences as varints
}

const shownFile = baseline + "/shown.json"

// readShown reads the table. It fails the test when commits, words or what is gone are others since the table was made.
func readShown(t *testing.T) shownTable {
	t.Helper()
	table, sum := shownTable{Sources: map[string][]byte{}}, sha256.New()
	for _, name := range []string{"/commit", "/words.txt", "/gone.txt", "/first/commit", "/first/gone.txt"} {
		data, err := os.ReadFile(baseline + name)
		if err != nil {
			t.Fatal(err)
		}
		sum.Write(data)
	}
	data, err := os.ReadFile(shownFile)
	if err == nil {
		err = json.Unmarshal(data, &table)
	}
	of := hex.EncodeToString(sum.Sum(nil))
	if !*update && (err != nil || table.Of != of) {
		t.Fatalf("%s was not made from the files beside it: %v\n%s", shownFile, err, makeShown)
	}
	table.Of = of
	return table
}

// makeShown says how the table is made.
const makeShown = "run STENO_TESTS=long go test ./generator/sitetest -run 'TestBaseline$' -update: it builds two earlier versions, which takes minutes, names what is missing, and writes the table if nothing is"

// holdAgainst fails the test when something is missing.
func (s shownTable) holdAgainst(t *testing.T, name string, now shown) {
	t.Helper()
	have := now.digests()
	missing, n, last := 0, 0, uint64(0)
	for rest := s.Sources[name]; len(rest) > 0; n++ {
		more, size := binary.Uvarint(rest)
		if size <= 0 {
			t.Fatalf("%s is damaged", shownFile)
		}
		last, rest = last+more, rest[size:]
		if !have[uint32(last)] {
			missing++
		}
	}
	t.Logf("%d texts, values and links of the baselines, %d today", n, len(have))
	if missing > 0 || n < 1000 {
		t.Errorf("%d of %d texts, values and links of the baselines are not shown any more\n%s", missing, n, makeShown)
	}
}

// set replaces the digests of a source.
func (s shownTable) set(name string, digests []uint32) {
	slices.Sort(digests)
	var packed []byte
	last := uint32(0)
	for _, d := range slices.Compact(digests) {
		packed = binary.AppendUvarint(packed, uint64(d-last))
		last = d
	}
	s.Sources[name] = packed
}

func (s shownTable) write(t *testing.T) {
	t.Helper()
	data, err := json.MarshalIndent(s, "", "\t")
	if err == nil {
		err = os.WriteFile(shownFile, append(data, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
