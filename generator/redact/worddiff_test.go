package redact

import (
	"strings"
	"testing"
)

// TestDiffsOfWords has values in diffs that show what was and what is side by side.
func TestDiffsOfWords(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for text, want := range map[string]string{
		"password = [-Tr0ub4dor-x9-]{+Kettle-77m2+}":             "password = [-[redacted:password#1]-]{+[redacted:password#2]+}",
		`"token": [-"k8Zq2xW7t5Yw1PmBd3"-]{+null+},`:             `"token": [-"[redacted:token#1]"-]{+null+},`,
		"[-password: Tr0ub4dor-x9-]\n{+password: Kettle-77m2+}":  "[-password: [redacted:password#1]-]\n{+password: [redacted:password#2]+}",
		"u: postgres://joe:[-kq7zvw-]{+m2Bd9x+}@db/x":            "u: postgres://joe:[-[redacted:url-credentials#1]-]{+[redacted:url-credentials#2]+}@db/x",
		" password: \n-Tr0ub4dor-x9\n+Kettle-77m2\n~\n":          " password: \n-[redacted:password#1]\n+[redacted:password#2]\n~\n",
		" port = 1\n~\n api_key = \"\n+k8Zq2xW7t5Yw1PmB\n \"\n~": " port = 1\n~\n api_key = \"\n+[redacted:api-key#1]\n \"\n~",
	} {
		if got, _ := e.Text(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"const [-token-]{+accessToken+} = await [-getToken()-]{+auth.getAccessToken()+};",
		"version = \"[-1.2.3-]{+1.2.4+}\" # token [-v1-]{+v2+}",
		"[a-z_-]{+ [-", "{+[-+}-]{+-]", "\n~\n~\n", "tokens[-1] + keys[i-]",
	} {
		if got, _ := e.Text(text); got != text {
			t.Errorf("harmless: %q became %q", text, got)
		}
	}
}

// TestDiffsOfWordsInLinearTime has many marks of which none is closed, or all are, on long lines and in many lines.
func TestDiffsOfWordsInLinearTime(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		strings.Repeat("[-", 1<<19), strings.Repeat("[-", 1<<19) + "-]", strings.Repeat("[-x-]{+y+}", 1<<16),
		strings.Repeat(strings.Repeat("[-{+", 1<<11)+"-]+}\n", 1<<6), strings.Repeat("-x\n+y\n", 1<<17) + "~", strings.Repeat(" \n~\n", 1<<17),
	} {
		e.Text(text)
	}
}
