package collect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/parser/formats"
	"steno/parser/source"
)

// TestNothingTakenWithALeak hands the redaction no values, so that it removes only what its rules
// recognize: a file that would still hold one is not taken.
func TestNothingTakenWithALeak(t *testing.T) {
	t.Parallel()
	e := engine(t)
	second := newSecondLook(filepath.Join(t.TempDir(), "state.json"), e)
	const value, id = "Xy7kL2mQ9wPf3Rt6", "11111111-0000-4000-8000-000000000001"
	c := e.Collect()
	second.collect(c)
	c.Text(`PASSWORD="` + value + `" and API_KEY="` + id + `"`)
	second.settle(e, c.Values())
	var spool spool
	defer spool.close()
	d := redaction{second: second, withhold: func(string) source.Withholder { return formats.All()[0].Withhold(source.Options{}) }}
	for text, leak := range map[string]bool{
		says("psql " + value):                            true,
		says(`{"a":"{\"b\":\"` + value + `\"}"}`):        true,
		says("psql " + value[:12]):                       false,
		says("PASSWORD=" + value + " is removed"):        false,
		says("the session is called " + id):              false, // as records name each other
		`{"type":"user","sessionId":"` + id + `"}`:       false,
		"not JSON: " + value:                             true,
		says("as base64: " + "WHk3a0wybVE5d1BmM1J0Ng=="): true,
	} {
		_, err := d.fill(&spool, homeChat, strings.NewReader(text), e.Freeze())
		if (err != nil) != leak {
			t.Errorf("%s: %v, want a leak: %v", text, err, leak)
		}
		if err != nil && (!strings.Contains(err.Error(), "rule password") || strings.Contains(err.Error(), value)) {
			t.Errorf("%v", err)
		}
	}
}

// TestFingerprintsOfOtherRuns looks for values of files that are gone.
func TestFingerprintsOfOtherRuns(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	put(t, o.Sources[0], homeChat, says("DB_PASSWORD="+password))
	collect(t, o)
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(o.State), "*.fingerprints"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%q, %v", kept, err)
	}
	if info, err := os.Stat(kept[0]); err != nil || os.PathSeparator == '/' && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if data, err := os.ReadFile(kept[0]); err != nil || strings.Contains(string(data), password[:6]) {
		t.Errorf("the fingerprints hold the value: %v", err)
	}
	known := readState(o.State, o.Redact.Digest()).Known
	second := newSecondLook(o.State, o.Redact)
	second.settle(o.Redact, known)
	if second.check(homeSide, []byte(says("psql "+password))) == nil {
		t.Error("a value of another run is not found")
	}
}
