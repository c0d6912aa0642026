// Package known recognizes values that were found before, wherever they are and in whatever form
// they are written, without keeping them.
package known

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/kind"
)

// Hash identifies a value: the first 16 bytes of its SHA-256.
type Hash [16]byte

// String returns the hash as 32 hex digits; an Allow may quote any 8 or more.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hash as hex digits.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (h *Hash) UnmarshalText(text []byte) error {
	if n, err := hex.Decode(h[:], text); err != nil || n != len(h) || len(text) != 2*n {
		return fmt.Errorf("hash %q is not 32 hex digits", text)
	}
	return nil
}

// HashOf returns the hash of a text.
func HashOf(s string) Hash {
	sum := sha256.Sum256([]byte(s))
	return Hash(sum[:16])
}

// Value is something that was found, without the thing itself.
type Value struct {
	Rule  string `json:"rule"`
	Hash  Hash   `json:"hash"`
	Forms []Form `json:"forms,omitempty"` // how it is found again; none for values too short or too common for that
}

// Form is one way in which a value may be written.
type Form struct {
	Length  int       `json:"length"`
	Windows [2]uint32 `json:"windows"` // of its last bytes, and of those that end one byte before
	Hash    Hash      `json:"hash"`
}

const (
	Shortest    = 8   // bytes of a form: one more than the window that says where to look closer
	MaxForm     = 256 // longer values are found again in pieces
	minLine     = 24  // of a value of several lines
	minEncoded  = 12  // of a value looked for in base64
	minAnywhere = 16  // shorter forms must not touch a letter or digit
)

// NewValue returns what is kept of a text that a rule found.
func NewValue(rule find.Rule, v string) Value {
	out := Value{Rule: rule.Name, Hash: HashOf(v)}
	if !distinctive(rule, v) {
		return out
	}
	for _, piece := range pieces(v) {
		for _, form := range append(WrittenForms(piece), encodedForms(piece)...) {
			if len(form) >= Shortest && len(form) <= 2*MaxForm {
				out.Forms = append(out.Forms, FormOf(form))
			}
		}
	}
	return out
}

// distinctive reports a value that can be removed wherever it is: a
// password that is an ordinary word cannot.
func distinctive(rule find.Rule, v string) bool {
	if len(v) < Shortest {
		return false
	}
	if rule.Rank <= find.RankFormat || rule.Severity == find.Low {
		return true
	}
	return !chars.All(v, chars.IsDigit) && (len(v) >= minAnywhere || chars.Randomness(v) >= 6 ||
		chars.HasDigit(v) && chars.Some(v, chars.IsLetter) && chars.Randomness(v) > -16 || kind.StrongMix(v))
}

// pieces cuts a long value, so that a part of it is found too: a key by lines, a
// token from its end.
func pieces(v string) []string {
	if strings.ContainsAny(v, "\n\\") && len(v) > 2*minLine {
		var out []string
		for _, line := range strings.FieldsFunc(v, func(r rune) bool { return r <= ' ' || r == '\\' || r == '"' || r == '\'' }) {
			if len(line) >= minLine && !strings.HasPrefix(line, "--") {
				out = append(out, pieces(line)...)
			}
		}
		return out
	}
	var out []string
	for len(v) > MaxForm {
		out = append(out, v[len(v)-MaxForm:])
		v = v[:len(v)-MaxForm]
	}
	if len(out) == 0 || len(v) >= minLine {
		out = append(out, v)
	}
	return out
}

// WrittenForms are the value as it is and as strings, URLs and pages write it.
func WrittenForms(v string) []string {
	forms := []string{v}
	if quoted, err := jsontext.AppendQuote(nil, v); err == nil {
		if inner := string(quoted[1 : len(quoted)-1]); inner != v {
			forms = append(forms, inner)
		}
	}
	if escaped := url.QueryEscape(v); escaped != v {
		forms = append(forms, escaped)
	}
	if escaped := strings.ReplaceAll(html.EscapeString(v), "+", "&#43;"); escaped != v {
		forms = append(forms, escaped)
	}
	return forms
}

// encodedForms are the value within base64: three, by where in a group of three
// bytes it begins. The characters at the edges depend on the neighbours and are
// left out.
func encodedForms(v string) []string {
	if len(v) < minEncoded {
		return nil
	}
	var forms []string
	for shift, skip := range [...]int{0, 2, 3} {
		enc := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), v...))
		end := (shift + len(v)) * 8 / 6
		form := enc[skip:end]
		forms = append(forms, form)
		if safe := strings.NewReplacer("+", "-", "/", "_").Replace(form); safe != form {
			forms = append(forms, safe)
		}
	}
	return forms
}

// FormOf returns how a text of at least [Shortest] bytes is found again.
func FormOf(s string) Form {
	last := s[len(s)-Shortest:]
	return Form{len(s), [2]uint32{mix(chars.Number(last) >> 8), mix(chars.Number(last) << 8 >> 8)}, HashOf(s)}
}

// A window has 7 bytes and is hashed to 24 bits.
const (
	windowBits = 24
	hashShift  = 64 - windowBits
	mixer      = 0x9E3779B97F4A7C15
)

func mix(window uint64) uint32 { return uint32(window * mixer >> hashShift) }

// Personal reports the values that are no secrets but names of users and home directories.
func (v *Value) Personal() bool { return v.Rule == "user-name" || v.Rule == "home-path" }

// Folder is a user name as folder names and comparisons have it.
func Folder(name string) string {
	b := []byte(name)
	for i, c := range b {
		if !chars.IsWord(c) {
			b[i] = '-'
		}
	}
	return string(b)
}
