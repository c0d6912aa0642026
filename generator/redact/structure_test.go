package redact

import (
	"strconv"
	"strings"
	"testing"
)

// TestValuesByStructure has values that only the lines, rows and tests around them show.
func TestValuesByStructure(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"rows": {"| | dev | prod |\n|---|---|---|\n| DB password | see .env | «lantern-maple-thistle-42» |\n",
			"NAME        SLOT   VALUE\n----------  -----  -----\nAPI_TOKEN   False  «0df59fc8148b246b159c552e61f06527»\n"},
		"fields": {"variables:\n  DEPLOY_PASS:\n    value: \"«Maple1964#»\"\n    description: x\n"},
		"pairs":  {"I'll use the credentials you gave me (joe / «Harbor7296!»).", "the login (joe@x.dev / «copper-anchor-river») works", "Login succeeded with `joe` / `«SaddleComet1595»`.", "login joe@x.dev / «Falcon9690!!»"},
		"tests": {"E       AssertionError: assert '«Orbit2795#»' == 'x'\n\ntests/a.py:8: in test_a\n    assert cfg.password == 'x'",
			">       assert settings.api_secret == 'x'\nE       AssertionError: assert '«0df59fc8148b246b159c552e61f06527»' == 'x'",
			"E       assert '«0df59fc8148b246b159c552e61f06527»' is None\nE        +  where '«0df59fc8148b246b159c552e61f06527»' = Settings().api_secret",
			"AssertionError: expected '«0df59fc8148b246b159c552e61f06527»' to equal process.env.API_SECRET", "assertEqual(cfg.password, '«Ging3r_49590»')",
			"expect(token).toBe('«0df59fc8148b246b159c552e61f06527»')",
			"    Expected: \"x\"\n    Received: \"«0df59fc8148b246b159c552e61f06527»\"\n\n      12 |     expect(process.env.API_KEY).toBe('x')"},
		"letters": {"token" + "glpat" + "-«YWgGTrkUoLUwmyvC4PwW»", "Bearer" + "sk-ant" + "-api03-«QzTwulpvZx_pZt9KJrKqdol_TM3kaYD1VS7VGJZi00IXjk18LxHvThJt58Z51rpr»"},
		"scripts": {"spawn ssh joe@web-1\nsend \"«Walnut29467»\\r\"\nexpect \"$ \"", "curl 'https://x.dev/v1?q=Berlin&appid=«80a7d83a1c323c772055358e7fd35680»'",
			"https://maker.ifttt.com/trigger/x/with/key/«747LdM-YN1qVgxKGF9hwQY»"},
		"wallets": {"accounts: [\"«0x08e75be3960fa2a899525ddf95e61e3381e618f094be9ca00206792c67f9f226»\"]", "     1→" + "«" + keyPair(64) + "»"},
	} {
		checkMarked(t, group, texts)
	}
	e := mustNew(t, Options{})
	for _, text := range []string{
		keyPair(63), strings.ReplaceAll(keyPair(64), "17", "300"), "[" + strings.Repeat("1,", 63) + "1]", "x = " + keyPair(64),
		"| password | string | required | OAuth2 |\n", "| Key | dev | prod |\n| token.ttl | 3600 | 7200 |\n",
		"NAME        SLOT   VALUE\nAPI_TOKEN   False  unset\n", "TOKEN_KIND  a  b2Cd4\nx  y  z\n",
		"secrets:\n  NPM_TOKEN:\n    required: true\n", "login (GitHub / Google-OAuth2)", "login page / Chrome120", "E  +  where '0df59fc8148b246b159c552e61f06527' = digest().value",
		"expected 'Walnut442!' to equal 'x'", "expect(title).toBe('Walnut442!')", "assertEqual(cfg.title, 'Walnut442!')", "credentials (read / write-access) differ",
		"E       AssertionError: assert 'Orbit2795#' == 'x'\n    assert name == 'x'", "    Received: \"Orbit2795#\"\n    expect(title).toBe('x')",
		"monkey-0df59fc8148b246b159c552e61f06527", "send \"yes\\r\"", "send \"ls -l\\r\"", "https://x.dev?appid=wx8a7b6c5d4e3f2a1b",
		"accounts: [\"0x5FbDB2315678afecb367f032d93F642f64180aa3\"]", "https://maker.ifttt.com/trigger/x/with/key/YOUR_KEY",
	} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}

// keyPair returns a list of numbers of bytes.
func keyPair(n int) string {
	var numbers []string
	for i := range n {
		numbers = append(numbers, strconv.Itoa((i*37+17)%256))
	}
	return "[" + strings.Join(numbers, ",") + "]"
}
