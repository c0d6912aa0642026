package redact

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steno/generator/redact/known"
	"steno/generator/redact/token"
	"steno/tier"
)

// anyToken is a token assembled at run time.
func anyToken(n int) string {
	return "gh" + "p_" + strings.Repeat("k8Zq2X", 6)[n:n+30] + "Ab3" + string(rune('a'+n)) + "9Z"
}

func TestText(t *testing.T) {
	t.Parallel()
	tok, e := anyToken(0), mustNew(t, Options{})
	tests := []struct{ name, in, want string }{
		{"nothing", "plain text", "plain text"},
		{"token", "use " + tok + ".", "use [redacted:github-token#1]."},
		{"twice the same", tok + " " + tok, "[redacted:github-token#1] [redacted:github-token#1]"},
		{"two values", tok + " " + anyToken(1), "[redacted:github-token#1] [redacted:github-token#2]"},
		{"named by its own form", "TOKEN=" + tok, "TOKEN=[redacted:github-token#1]"},
		{"url", "postgres://u:s3cr-9x@h/db", "postgres://u:[redacted:url-credentials#1]@h/db"},
		{"token as user", "git clone https://" + tok + "@github.com/a/b.git", "git clone https://[redacted:github-token#1]@github.com/a/b.git"},
		{"random user", "git clone https://k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4@git.x.dev/a", "git clone https://[redacted:url-credentials#1]@git.x.dev/a"},
		{"token as user, no password", "https://" + tok + ":x-oauth-basic@github.com/a", "https://[redacted:github-token#1]:x-oauth-basic@github.com/a"},
		{"password behind a redacted user", "https://[redacted:github-token#1]:s3cr-9x@h/db", "https://[redacted:github-token#1]:[redacted:url-credentials#1]@h/db"},
		{"token behind a redacted user", "https://[redacted:email#1]k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4@h/db", "https://[redacted:email#1][redacted:url-credentials#1]@h/db"},
		{"token as user of curl", "curl -u " + tok + ": https://x.dev", "curl -u [redacted:github-token#1]: https://x.dev"},
		{"token in a DSN", tok + "@tcp(db:3306)/x", "[redacted:github-token#1]@tcp(db:3306)/x"},
		{"escaped line end before", `a\n` + tok, `a\n[redacted:github-token#1]`},
		{"found once, gone everywhere", "password=Tr0ub4dor&3x\nlater: Tr0ub4dor&3x", "password=[redacted:password#1]\nlater: [redacted:password#1]"},
		{"a mark at its end", "PASSWORD=Tr0ub4dor&3x!? It is password: Tr0ub4dor&3x!", "PASSWORD=[redacted:password#1] It is password: [redacted:password#1]"},
		{"a mark between", "password=Tr0ub4dor&3x! or Tr0ub4dor&3x!!Zk8Zq2XbVn, ok?", "password=[redacted:password#1] or [redacted:password#1]Zk8Zq2XbVn, ok?"},
		{"already there", "[redacted:github-token#7]", "[redacted:github-token#7]"},
		{"home", "cd /home/alice/src; ls /Users/bob/x", "cd ~/src; ls ~/x"},
		{"windows", `C:\Users\Ann Lee\x and C:/Users/ann/y`, `~\x and ~/y`},
		{"folder name", "/home/al.ice/x -home-al-ice-x", "~/x -home-user-x"},
		{"folder name of Pi", "sessions/--home-alice-x--/ ---Users-alice-x--", "sessions/--home-user-x--/ ---Users-user-x--"},
		{"flag that begins like a folder name", "curl --home-page-url x --Users-per-page", "curl --home-page-url x --Users-per-page"},
		{"listing", "/home/alice/x\n-rw-r--r-- 1 alice staff 3 x", "~/x\n-rw-r--r-- 1 user staff 3 x"},
		{"route", "GET /home/settings and https://x.dev/home/a/b", "GET /home/settings and https://x.dev/home/a/b"},
		{"remote", "/Users/alice/x git@github.com:alice/x.git", "~/x git@github.com:user/x.git"},
		{"prose", "password: must be long", "password: must be long"},
	}
	for _, tt := range tests {
		got, _ := e.Text(tt.in)
		if got != tt.want {
			t.Errorf("%s: Text(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
		if again, _ := e.Text(got); again != got {
			t.Errorf("%s: a second pass made %q of %q", tt.name, again, got)
		}
	}
}

func TestTextAllocatesNothing(t *testing.T) {
	e := mustNew(t, Options{})
	c := e.Collect()
	c.Text("TOKEN=" + anyToken(0))
	r := e.Freeze(c.Values())
	s := "func (p *Parser) token() Token { return p.tokens[p.pos] } // API_KEY is in os.Environ\n"
	if n := testing.AllocsPerRun(100, func() { r.Text(s) }); n > 0 {
		t.Errorf("Text allocated %v times for a text without a finding", n)
	}
}

func TestNumbersFollowSessionOrder(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	groups := make([][]Value, 3)
	for i := range groups {
		c := e.Collect()
		c.Text(anyToken(i) + " " + anyToken(0))
		groups[i] = c.Values()
	}
	r := e.Freeze(groups...)
	got, findings := r.Text(anyToken(2) + anyToken(1)[:0] + " " + anyToken(0))
	if want := "[redacted:github-token#3] [redacted:github-token#1]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if findings[0].Hash != known.HashOf(anyToken(2)) || findings[0].Severity != High {
		t.Errorf("finding = %+v", findings[0])
	}
	more := e.Collect()
	more.Text(anyToken(5))
	grown := e.Freeze(append(groups, more.Values())...)
	used := []Hash{known.HashOf(anyToken(1)), known.HashOf(anyToken(0))}
	if grown.Key(used) != r.Key(used) {
		t.Error("a session added at the end changed the numbers of those before it")
	}
	if moved := e.Freeze(append([][]Value{more.Values()}, groups...)...); moved.Key(used) == r.Key(used) {
		t.Error("a session added at the front changed no number")
	}
	if leaks := r.Leaks("<p>" + anyToken(1) + " password=s0mm3rtime</p>"); len(leaks) != 1 || leaks[0].Placeholder != "[redacted:github-token#2]" {
		t.Errorf("Leaks = %+v", leaks)
	}
	if !e.Touches("x "+anyToken(5)+" y", more.Values()) || e.Touches("nothing", more.Values()) {
		t.Error("Touches is wrong")
	}
}

func TestDictionaryFindsOtherForms(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	c := e.Collect()
	c.Text(`DB_PASSWORD='Pa55"w\rd&more/7'`)
	r := e.Freeze(c.Values())
	for _, form := range []string{`Pa55"w\rd&more/7`, `Pa55\"w\\rd&more/7`, "Pa55%22w%5Crd%26more%2F7", "YWRtaW46UGE1NSJ3XHJkJm1vcmUvNw==", "eFBhNTUid1xyZCZtb3JlLzc=", "Pa55&#34;w\\rd&amp;more/7"} {
		if got, _ := r.Text("<" + form + ">"); strings.Contains(got, form) {
			t.Errorf("form %q stays in %q", form, got)
		}
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	tok := anyToken(0)
	tests := []struct {
		name     string
		o        Options
		in, want string
	}{
		{"literal", Options{Literals: []string{"Project Falcon"}}, "on Project Falcon now", "on [redacted:literal#1] now"},
		{"literal in a URL", Options{Literals: []string{"Project Falcon"}}, "?q=Project+Falcon", "?q=[redacted:literal#1]"},
		{"pattern", Options{Patterns: []Pattern{{Name: "ticket", Expr: `ACME-\d+`}}}, "see ACME-12", "see [redacted:ticket#1]"},
		{"pattern's group", Options{Patterns: []Pattern{{Expr: `id=(\w+)`}}}, "id=abc", "id=[redacted:pattern#1]"},
		{"env file", Options{EnvVars: ParseEnv([]byte("A=blue-heron-9\nMODE=production\n"))}, "blue-heron-9 in production", "[redacted:env-file#1] in production"},
		{"rule off", Options{Rules: map[string]Severity{"github-token": Off, "token": Off}}, tok, tok},
		{"allowed", Options{Allow: []Allow{{Rule: "github-token", Hash: known.HashOf(tok).String()[:12]}}}, tok, tok},
		{"paths kept", Options{KeepPaths: true}, "/home/alice/x", "/home/alice/x"},
		{"email off", Options{}, "a@b.io 8.8.8.8", "a@b.io 8.8.8.8"},
		{"email on", Options{Email: true}, "mail ann.lee@corp.io, not x@example.com", "mail [redacted:email#1], not x@example.com"},
		{"ip on", Options{IP: true}, "8.8.8.8:53 2606:4700::1111 127.0.0.1 10.0.0.1 1.2.3.4 v1.2.3", "[redacted:ip#1]:53 [redacted:ip#2] 127.0.0.1 10.0.0.1 1.2.3.4 v1.2.3"},
	}
	for _, tt := range tests {
		if got, _ := mustNew(t, tt.o).Text(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestBadOptionsFail(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{
		"unknown rule":     {Rules: map[string]Severity{"nope": Off}},
		"short literal":    {Literals: []string{"ab"}},
		"bad pattern":      {Patterns: []Pattern{{Expr: "("}}},
		"empty match":      {Patterns: []Pattern{{Expr: "a*"}}},
		"bad pattern name": {Patterns: []Pattern{{Name: "A b", Expr: "x"}}},
		"bad hash":         {Allow: []Allow{{Hash: "xyz"}}},
		"unknown allowed":  {Allow: []Allow{{Rule: "nope", Hash: "0123456789ab"}}},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestParseEnv(t *testing.T) {
	t.Parallel()
	in := "# c\nA=1\nexport B = two # note\nC='x # y'\nD=\"a\\nb\\\"c\"\nE=\"l1\nl2\"\nnoise\nF=\n"
	want := []EnvVar{{"A", "1"}, {"B", "two"}, {"C", "x # y"}, {"D", "a\nb\"c"}, {"E", "l1\nl2"}, {"F", ""}}
	if diff := cmp.Diff(want, ParseEnv([]byte(in))); diff != "" {
		t.Error(diff)
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	tok, e := anyToken(0), mustNew(t, Options{})
	tests := []struct{ name, in, want string }{
		{"untouched", `{"a": [1.50, "x\u0041", null]}`, `{"a": [1.50, "x\u0041", null]}`},
		{"value", `{"a":"` + tok + `"}`, `{"a":"[redacted:github-token#1]"}`},
		{"key", `{"` + tok + `":1}`, `{"[redacted:github-token#1]":1}`},
		{"escaped", `{"a":"gh\u0070_` + tok[4:] + `"}`, `{"a":"[redacted:github-token#1]"}`},
		{"by its field", `{"db":{"password":"s0mm3rtime","port":5432}}`, `{"db":{"password":"[redacted:password#1]","port":5432}}`},
		{"name and value", `[{"name":"DB_PASSWORD","value":"s0mm3rtime"}]`, `[{"name":"DB_PASSWORD","value":"[redacted:password#1]"}]`},
		{"cut off", `{"a":"` + tok, `{"a":"[redacted:github-token#1]"`},
		{"quotes kept valid", `{"a":"\"/home/al/x\""}`, `{"a":"\"~/x\""}`},
	}
	for _, tt := range tests {
		c := e.Collect()
		c.Record([]byte(tt.in))
		if got, _ := e.Freeze(c.values).Record([]byte(tt.in)); string(got) != tt.want {
			t.Errorf("%s: Record(%s) = %s, want %s", tt.name, tt.in, got, tt.want)
		}
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	rules := map[string]bool{}
	for _, f := range token.Table() {
		if f.Source == "" || f.Severity == Default {
			t.Errorf("format %s: wants a source and a severity", f.Rule)
		}
		rules[f.Rule] = true
	}
	if len(rules) < 60 {
		t.Errorf("%d rules, want at least 60", len(rules))
	}
}

func FuzzText(f *testing.F) {
	for _, c := range panelSecrets()[0][:200] {
		f.Add(c.text)
	}
	f.Add("/home/a/home/b/Users/c -home-a-b C--Users-d \\users\\e/")
	f.Add("> \n> X-Key \n,")
	f.Add("password=password=password=-----BEGIN PRIVATE KEY-----")
	e := mustNew(f, Options{Email: true, IP: true, Literals: []string{"literal"}, Patterns: []Pattern{{Expr: `z\d+`}}})
	f.Fuzz(func(t *testing.T, s string) {
		c := e.Collect()
		c.Text(s)
		r := e.Freeze(c.Values())
		once, _ := r.Text(s)
		if twice, _ := r.Text(once); twice != once {
			t.Errorf("not settled:\n%q\n%q\n%q", s, once, twice)
		}
		r.Record([]byte(s))
	})
}

// TestAdversarialTextIsLinear counts nothing but time out of proportion: each text is 100 kB, or
// 500 kB in the long tier, of what makes the handlers look furthest. Most take less than a tenth of a second, the slowest three.
func TestAdversarialTextIsLinear(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{Email: true, IP: true})
	for _, unit := range []string{"key=", "password:", "token", "://a:", "-----BEGIN PRIVATE KEY-----", "eyJ", "curl -u ", "@", "1.", "/home/a/", "-home-", "\\\"key\\\":", "cookie: a=b;", "ghp_", "Q~", "-us1", "QUtJQ", "_mmk", "git@", ".git", "\"", "\\", "bearer ", "-rwxrwxrwx 1 a b ", "home/", "a-ghp_", "A", "0a1b2c3d-", "%25", "api-0a1b2c3d", "client server secret\n", "pptpd ", "\"x\".toCharArray() ", "tskey-auth-", "sk-or-", "y0_", "SWMKEY-1-\n", "wireless.", "chown -", "\" totp_auth\n", " pid ", `\users\\n`, "door code ", "expected: \"k8Zq2xW7 ", "credentials(", "key manually "} {
		begin := time.Now()
		e.Text(strings.Repeat(unit, tier.Count(100<<10, 500<<10)/len(unit)))
		if took := time.Since(begin); took > 15*time.Second { // above what it takes, as machines are busy, and below what the square of the length would
			t.Errorf("%q, repeated, takes %v", unit, took)
		}
	}
}
