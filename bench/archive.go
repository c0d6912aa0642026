package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// An archive to measure with is made of copies of real or example transcripts. In each
// copy the ids are others, so that no session is taken for another's, and so are the
// rarer words, so that a cache finds as little as it would in other people's sessions and
// the vocabulary of the search index grows. The same seed makes the same bytes.

// seedFile is one file to copy.
type seedFile struct {
	name   string // slash-separated, below the projects
	data   []byte
	pieces []piece
}

// piece is a part of a file: text that every copy has, an id or a word that each has its own
// of. A file is cut once, as its copies are many.
type piece struct {
	kind byte
	text string
}

const (
	kindText = iota
	kindID
	kindWord
)

// readSeeds reads all files below the folders of projects.
func readSeeds(dirs []string) ([]seedFile, error) {
	var seeds []seedFile
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(dir, name)
			if err != nil {
				return err
			}
			data, err := os.ReadFile(name)
			seeds = append(seeds, seedFile{name: filepath.ToSlash(rel), data: data})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(seeds) == 0 {
		return nil, fmt.Errorf("no files below %q", dirs)
	}
	return seeds, nil
}

// maker makes copies.
type maker struct {
	seeds []seedFile
	seed  int
	keep  map[string]bool // words that stay: names of the format, and frequent words
}

// frequent is how often a word occurs in the seeds that stays in every copy: people's
// sessions share such words.
const frequent = 300

func newMaker(seeds []seedFile, seed int) *maker {
	m := &maker{seeds: seeds, seed: seed, keep: map[string]bool{"true": true, "false": true, "null": true}}
	count := map[string]int{}
	for _, s := range seeds {
		for line := range bytes.Lines(s.data) {
			m.keepNames(line)
			for _, w := range words.FindAll(line, -1) {
				count[string(w)]++
			}
		}
	}
	for w, n := range count {
		if n >= frequent {
			m.keep[w] = true
		}
	}
	for i := range m.seeds {
		m.seeds[i].pieces = m.cut(string(m.seeds[i].data))
	}
	return m
}

// cut finds the ids and the rare words of a file.
func (m *maker) cut(data string) []piece {
	var pieces []piece
	at := 0
	for _, loc := range parts.FindAllStringIndex(data, -1) {
		kind, text := byte(kindWord), data[loc[0]:loc[1]]
		switch {
		case ids.MatchString(text):
			kind = kindID
		case text[0] == '\\' || m.keep[text]:
			continue
		}
		pieces = append(pieces, piece{kindText, data[at:loc[0]]}, piece{kind, text})
		at = loc[1]
	}
	return append(pieces, piece{kindText, data[at:]})
}

var (
	words = regexp.MustCompile(`[a-z]{4,}`)
	parts = regexp.MustCompile(ids.String() + `|\\u[0-9a-fA-F]{4}|\\.|[a-z]{4,}`) // ids, words, and escapes that touch them
	ids   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:toolu|msg|req)_[0-9A-Za-z]{8,}|agent-[0-9a-f]{6,}`)
)

// keepNames keeps the words of a record's keys and of its short values: a type that is
// spelt otherwise is another type.
func (m *maker) keepNames(line []byte) {
	dec := json.NewDecoder(bytes.NewReader(line))
	for {
		t, err := dec.Token()
		if err != nil {
			return
		}
		if s, ok := t.(string); ok && len(s) < 32 && !strings.ContainsAny(s, " \n") {
			for _, w := range words.FindAllString(s, -1) {
				m.keep[w] = true
			}
		}
	}
}

// write writes copies below dir until they hold so many bytes, and gives their number.
func (m *maker) write(dir string, size int64) (copies int, err error) {
	for written := int64(0); written < size; copies++ {
		for _, s := range m.seeds {
			if written >= size {
				break
			}
			name := m.rename(s.name, copies)
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return copies, err
			}
			n, err := m.copy(path, s.pieces, copies)
			if err != nil {
				return copies, err
			}
			if strings.HasSuffix(name, ".jsonl") {
				written += n
			}
		}
	}
	return copies, nil
}

// rename gives a file of a copy its name: projects are apart, sessions have their new ids.
func (m *maker) rename(name string, n int) string {
	project, rest, _ := strings.Cut(name, "/")
	return fmt.Sprintf("%s-c%d/%s", project, n, m.newIDs(rest, n))
}

func (m *maker) newIDs(text string, n int) string {
	return ids.ReplaceAllStringFunc(text, func(id string) string { return m.newID(id, n) })
}

// newID keeps the shape of an id.
func (m *maker) newID(id string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", m.seed, n, id))
	digits := hex.EncodeToString(sum[:])
	if prefix, rest, ok := strings.Cut(id, "_"); ok {
		return prefix + "_" + digits[:min(len(rest), len(digits))]
	}
	if rest, ok := strings.CutPrefix(id, "agent-"); ok {
		return "agent-" + rest // its session's new id tells it from others
	}
	return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:32]
}

func (m *maker) copy(path string, pieces []piece, n int) (written int64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fresh := map[string]string{}
	for _, p := range pieces {
		text := p.text
		if p.kind == kindWord && n > 0 {
			text = m.newWord(text, n)
		} else if p.kind == kindID {
			if fresh[text] == "" {
				fresh[text] = m.newID(text, n)
			}
			text = fresh[text]
		}
		written += int64(len(text))
		if _, err := w.WriteString(text); err != nil {
			return written, err
		}
	}
	if err := w.Flush(); err != nil {
		return written, err
	}
	return written, f.Close()
}

// newWord turns each letter of a word by a number of places that the copy and the letter's
// place decide, so that no two copies share many words.
func (m *maker) newWord(word string, n int) string {
	turned := []byte(word)
	turn := uint32(n + m.seed)
	for i, c := range turned {
		turned[i] = 'a' + byte((uint32(c-'a')+turn)%26)
		turn = turn/26 + turn*7
	}
	return string(turned)
}
