package prose

import "testing"

func TestUnmarked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "",
		"# Only a title #":                "Only a title #",
		"plain words":                     "plain words",
		"# Review\n\n**Location A:** x":   "Review:\n\nLocation A: x",
		"Do this:\n- [x] `a_b`\n* c\n> d": "Do this:\na_b\nc\nd",
		"see [the docs](https://x/y_(z)) and ![p](q.png)": "see the docs and p",
		"an *odd* word, __two__ and ~~three~~":            "an odd word, two and three",
		"snake_case_name and a * b * c":                   "snake_case_name and a * b * c",
		"#123 is fixed, C# too":                           "#123 is fixed, C# too",
		"```go\nx := 1\n```\nend":                         "x := 1\nend",
		"a\n---\nb":                                       "a\nb",
		"| a | b |\n|---|---|\n| 1 | 2 |":                 "| a | b |\n| 1 | 2 |",
		"cut **off at the end…":                           "cut off at the end…",
		"in src/**/*.ts, lib/**/*.go and **/a":            "in src/**/*.ts, lib/**/*.go and **/a",
		"FWR_EDS**_date.swu":                              "FWR_EDS**_date.swu", "it is 2**8": "it is 2**8",
		"中文**粗体**和**断":               "中文粗体和断",
		"in __init__.py and x__y__z": "in __init__.py and x__y__z",
		"-v and --no-verify":         "-v and --no-verify",
	} {
		if got := Unmarked(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
