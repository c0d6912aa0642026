package lazy

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

func TestNeeds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`(\d+) failed`:                     {" failed"},
		`(?m)^(ok  |FAIL)\t(\S+)`:          {"ok  \t", "FAIL\t"},
		`https?://\S+`:                     {"http://", "https://"},
		`a*bc?d*`:                          {"b"},
		`(?:ab)+x|y{2,}`:                   {"ab", "y"},
		`(?i)ok`:                           {"OK", "Ok", "O\u212a", "oK", "ok", "o\u212a"},
		`(?i)#{1,6} user`:                  {" US", " Us", " Uſ", " uS", " us", " uſ"},
		`\s[│┃]\s`:                         {"│", "┃"},
		`(?:one|two|x*)`:                   nil,
		`^only at the beginning`:           nil,
		`(?m)^on any line`:                 {"on any line"},
		`^at the beginning|anywhere`:       {"at the beginning", "anywhere"},
		"a\ufffd":                          nil, // what is not UTF-8 matches it, too
		"[x\ufffd]":                        nil,
		`\bword\b`:                         {"word"},
		`a|b|c|d|e|f|g|h|i|j|k`:            nil,
		`.*`:                               nil,
		``:                                 nil,
		`[^\x00-\x{10ffff}]`:               nil,
		`(?:remote_?[uU]rl|repo(?:sit)?)"`: {`remoteUrl"`, `remoteurl"`, `remote_Url"`, `remote_url"`, `repo"`, `reposit"`},
	} {
		re, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		got, want := slices.Sorted(slices.Values(filterOf(re).needs)), slices.Sorted(slices.Values(want))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// pieces are parts of expressions, and of the texts that these are tried on.
var pieces = []string{
	"a", "b", "K", "ſ", "é", "\ufffd", "ab", `\d`, `\s`, `\S+`, ".", "[ab]", "[^a]", "[x-z]", "a?", "b*", "(ab)+", "a{2}", "b{0,2}", "(?i:ks)", "(?i)", "(?m)^", "$", "^", `\b`, "|", "(", ")", "?", "*", "+", "-",
}

// FuzzPlain compares with the expression as it is.
func FuzzPlain(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func(most int) string {
		var b strings.Builder
		for range 1 + r.IntN(most) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 3000 {
		f.Add(some(6), some(3)+"\n"+some(3))
	}
	f.Add("(?i)ok", "o\u212a")
	f.Add("\ufffd", "\xff")
	f.Fuzz(func(t *testing.T, text, s string) {
		plain, err := regexp.Compile(text)
		if err != nil {
			t.Skip("no expression: " + err.Error())
		}
		re := MustCompile(text)
		b := []byte(s)
		for name, pair := range map[string][2]any{
			"MatchString":                {re.MatchString(s), plain.MatchString(s)},
			"FindString":                 {re.FindString(s), plain.FindString(s)},
			"FindAllStringSubmatch":      {re.FindAllStringSubmatch(s, -1), plain.FindAllStringSubmatch(s, -1)},
			"FindStringSubmatchIndex":    {re.FindStringSubmatchIndex(s), plain.FindStringSubmatchIndex(s)},
			"FindAllSubmatch":            {re.FindAllSubmatch(b, -1), plain.FindAllSubmatch(b, -1)},
			"Match":                      {re.Match(b), plain.Match(b)},
			"ReplaceAllString":           {re.ReplaceAllString(s, "<$0>"), plain.ReplaceAllString(s, "<$0>")},
			"FindAllStringSubmatchIndex": {re.FindAllStringSubmatchIndex(s, 1), plain.FindAllStringSubmatchIndex(s, 1)},
		} {
			if !reflect.DeepEqual(pair[0], pair[1]) {
				t.Errorf("%s of %q in %q: %v, want %v", name, text, s, pair[0], pair[1])
			}
		}
	})
}

func TestEdges(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		`^ab`:                     {"a", "all"},
		`^(?:ab|cd*)e`:            {"ac", "all"},
		`^a?b*(c)+d`:              {"abc", "all"},
		`^(?:a{0,2}|b{2})x`:       {"abx", "all"},
		`^(?i)k`:                  {"Kk\x80", "all"},
		`^[0-3é]`:                 {"0123\x80", "all"},
		"^\ufffd":                 {"\x80", "all"},
		`(?:^a)b`:                 {"a", "all"},
		`^a*`:                     {"all", "all"},
		`(?m)^a$`:                 {"all", "all"},
		`^a|b`:                    {"all", "all"},
		`^(?:\bx|$)`:              {"all", "all"},
		`^[^\x00-\x{10ffff}]`:     {"", "all"},
		`^(?:one|two|three|four)`: {"fot", "all"},
		`:\d+(?:[-:]\d+)?$`:       {"all", "0123456789"},
		`a(?:bc|d)(e?)$`:          {"all", "cde"},
		`(?:a$)`:                  {"all", "a"},
		`^xy\z`:                   {"x", "y"},
		`x\s*$`:                   {"all", "\t\n\f\r x"},
		`(?:a|b$)`:                {"all", "all"},
	} {
		re, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		f := filterOf(re)
		for i, set := range []*edge{f.begins, f.ends} {
			if got := shown(set); got != want[i] {
				t.Errorf("%s: %q, want %q", text, got, want[i])
			}
		}
	}
}

// shown is the bytes of an edge, with one for all that are not ASCII.
func shown(set *edge) string {
	if set == nil {
		return "all"
	}
	var b []byte
	for i, is := range set[:0x81] {
		if is {
			b = append(b, byte(i))
		}
	}
	return string(b)
}
