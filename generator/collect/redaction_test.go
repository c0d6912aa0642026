package collect

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/redact"
)

const (
	password = "qP7xLm29Zt4vRb"
	token    = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	homeDir  = "projects/-home-rarotonga-wood-x/"
	homeChat = homeDir + "11111111-0000-4000-8000-000000000001.jsonl"
	homeSide = homeDir + "11111111-0000-4000-8000-000000000001/subagents/agent-a1.jsonl"

	cleanDir  = "projects/-home-user-x/"
	cleanChat = cleanDir + "11111111-0000-4000-8000-000000000001.jsonl"
	cleanSide = cleanDir + "11111111-0000-4000-8000-000000000001/subagents/agent-a1.jsonl"
)

func redacting(t *testing.T) Options {
	t.Helper()
	return Options{
		Sources: []string{t.TempDir()}, Archive: t.TempDir(), Machine: "m",
		Redact: engine(t), State: filepath.Join(t.TempDir(), "x", "state.json"),
	}
}

// says is a record that says a text.
func says(text string) string {
	quoted, _ := json.Marshal(text)
	return `{"type":"user","uuid":"dddddddd-0000-4000-8000-000000000001","cwd":"/home/rarotonga-wood/x","message":{"content":` + string(quoted) + `}}` + "\n"
}

// noSecrets looks into every file of an archive, and at its names.
func noSecrets(t *testing.T, o Options) {
	t.Helper()
	err := filepath.WalkDir(o.Archive, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(o.Archive, name)
		if err != nil {
			return err
		}
		data, err := readStored(o.Archive, strings.TrimSuffix(filepath.ToSlash(rel), packedExt))
		if err != nil {
			return err
		}
		for _, secret := range []string{password, token, "rarotonga", "wood", "Wallflower"} {
			if strings.Contains(string(data)+rel, secret) {
				t.Errorf("%s holds %q: %s", rel, secret, data)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRedacted(t *testing.T) {
	t.Parallel()
	for _, zstd := range []bool{false, true} {
		o := redacting(t)
		o.Zstd = zstd
		put(t, o.Sources[0], homeChat, says("DB_PASSWORD="+password)+says("in /home/rarotonga-wood/x with "+token)+"not JSON: "+token+"\n"+`{"a":"`+token[:20])
		put(t, o.Sources[0], homeSide, says("psql "+password+" for Wallflower"))
		put(t, o.Sources[0], homeDir+"memory/Wallflower.md", "Wallflower pays; token "+token)
		put(t, o.Sources[0], homeDir+".stenoignore", "branch: x\n")
		put(t, o.Sources[0], "history.jsonl", `{"display":"Wallflower","project":"/home/rarotonga-wood/x"}`+"\n")
		if sum := collect(t, o); len(sum.Taken) != 5 {
			t.Errorf("taken: %+v", sum.Taken)
		}
		noSecrets(t, o)
		got := stored(t, o.Archive, "m/"+cleanChat)
		if n := strings.Count(got, "\n"); n != 3 {
			t.Errorf("%d lines: %s", n, got)
		}
		for i, line := range strings.SplitAfter(got, "\n") {
			if i != 2 && line != "" && !json.Valid([]byte(line)) {
				t.Errorf("line %d is not JSON: %s", i+1, line)
			}
		}
		if got := stored(t, o.Archive, "m/"+cleanSide); !strings.Contains(got, "psql [redacted:") {
			t.Errorf("what the session tells to be a secret stays in its agent: %s", got)
		}
		if sum := collect(t, o); len(sum.Taken) != 0 || sum.Unchanged != 5 {
			t.Errorf("again: %+v", sum)
		}
	}
}

// Placeholders stay as a file grows, growth is recognised, with and without what was
// remembered, and what becomes known later goes from what was taken before.
func TestRedactedGrowth(t *testing.T) {
	t.Parallel()
	for _, forget := range []bool{false, true} {
		o := redacting(t)
		if forget {
			o.State = ""
		}
		whole := says("one " + token)
		put(t, o.Sources[0], homeChat, whole)
		put(t, o.Sources[0], homeSide, says("API_TOKEN=Zx81kQw7mNc52LpV"))
		collect(t, o)
		first := stored(t, o.Archive, "m/"+cleanChat)
		whole += says("psql "+password) + says("GITHUB_TOKEN="+strings.Replace(token, "a1", "z9", 1))
		put(t, o.Sources[0], homeChat, whole)
		put(t, o.Sources[0], homeSide, says("API_TOKEN=Zx81kQw7mNc52LpV")+says("SECOND_TOKEN=Hh72mVx91QaLz0Tt"))
		sum := collect(t, o)
		if len(sum.Taken) != 2 || sum.Taken[0].What != Grown || sum.Taken[1].What != Grown {
			t.Errorf("forget %v, grown: %+v", forget, sum)
		}
		if got := stored(t, o.Archive, "m/"+cleanChat); !strings.HasPrefix(got, first) || !strings.Contains(got, "#2]") {
			t.Errorf("forget %v: was %s is %s", forget, first, got)
		}
		put(t, o.Sources[0], homeChat, whole+says("DB_PASSWORD="+password))
		if sum := collect(t, o); len(sum.Taken) != 1 || sum.Taken[0].What != Grown {
			t.Errorf("forget %v, a value became known: %+v", forget, sum)
		}
		noSecrets(t, o)
		if got := kept(t, o); len(got) != 0 {
			t.Errorf("forget %v: kept %q", forget, got)
		}
		if sum := collect(t, o); len(sum.Taken) != 0 || sum.Unchanged != 2 {
			t.Errorf("forget %v, again: %+v", forget, sum)
		}
	}
}

// What one session tells to be a secret goes from all files: from those that did not change, and
// from those that come when the session is gone.
func TestSecretsOfOthers(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	put(t, o.Sources[0], homeDir+"one.jsonl", says("psql "+password))
	put(t, o.Sources[0], homeDir+"two.jsonl", says("nothing"))
	put(t, o.Sources[0], "projects/-srv-x/three.jsonl", strings.Replace(says("-rw-r--r-- 1 kiribati admins 5 x"), "/home/rarotonga-wood/x", "/srv/x", 1))
	collect(t, o)
	put(t, o.Sources[0], homeDir+"tells.jsonl", says("DB_PASSWORD="+password))
	if sum := collect(t, o); len(sum.Taken) != 2 || sum.Taken[0].What != Changed || sum.Taken[1].What != New || sum.Unchanged != 2 {
		t.Errorf("a secret became known: %+v", sum)
	}
	put(t, o.Sources[0], homeDir+"user.jsonl", says("cd /home/kiribati/x"))
	if sum := collect(t, o); len(sum.Taken) != 2 || sum.Unchanged != 3 {
		t.Errorf("a user became known: %+v", sum)
	}
	if got := stored(t, o.Archive, "m/projects/-srv-x/three.jsonl"); strings.Contains(got, "kiribati") {
		t.Errorf("the user stays: %s", got)
	}
	if err := os.RemoveAll(filepath.Join(o.Sources[0], "projects")); err != nil {
		t.Fatal(err)
	}
	put(t, o.Sources[0], homeDir+"later.jsonl", says("psql "+password))
	collect(t, o)
	noSecrets(t, o)
}

// A file that could not be redacted again when a secret became known is so the next time.
func TestRedactedLater(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	two := filepath.Join(o.Sources[0], filepath.FromSlash(homeDir+"two.jsonl"))
	put(t, o.Sources[0], homeDir+"two.jsonl", says("psql "+password))
	collect(t, o)
	put(t, o.Sources[0], homeDir+"tells.jsonl", says("DB_PASSWORD="+password))
	info, err := os.Stat(two)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(o.Archive, "m", filepath.FromSlash(cleanDir+"two.jsonl"))
	if err := errors.Join(os.Rename(copied, copied+"-away"), os.Mkdir(copied, 0o700)); err != nil {
		t.Fatal(err)
	}
	if sum, err := Run(t.Context(), o); err != nil || len(sum.Problems) != 1 {
		t.Fatalf("%+v, %v", sum, err)
	}
	if err := errors.Join(os.Remove(copied), os.Rename(copied+"-away", copied), os.Chtimes(two, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
	collect(t, o)
	noSecrets(t, o)
}

// What diverged is kept as it is redacted now, and of what became shorter nothing is lost.
func TestRedactedVersions(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	put(t, o.Sources[0], homeChat, says("psql "+password)+says("tail"))
	collect(t, o)
	put(t, o.Sources[0], homeChat, says("psql "+password))
	put(t, o.Sources[0], homeSide, says("DB_PASSWORD="+password))
	if sum := collect(t, o); len(sum.Taken) != 2 || sum.Taken[0].What != Changed || sum.Taken[1].What != New {
		t.Errorf("shorter: %+v", sum)
	}
	if got := stored(t, o.Archive, "m/"+cleanChat); !strings.Contains(got, "tail") {
		t.Errorf("the end is lost: %s", got)
	}
	noSecrets(t, o)
	put(t, o.Sources[0], homeChat, says("another Wallflower"))
	if sum := collect(t, o); len(sum.Taken) != 1 || sum.Taken[0].What != Diverged {
		t.Errorf("diverged: %+v", sum)
	}
	found, err := filepath.Glob(filepath.Join(o.Archive, "m", "earlier", "*", filepath.FromSlash(cleanChat)))
	if err != nil || len(found) != 1 {
		t.Errorf("kept: %v, %v", found, err)
	}
	noSecrets(t, o)
}

// When rules are added, what the source still has is redacted by them, and not kept as it was.
func TestRulesChange(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	put(t, o.Sources[0], homeChat, says("Seedling and Wallflower"))
	collect(t, o)
	var err error
	if o.Redact, err = redact.New(redact.Options{Literals: []string{"Wallflower", "Seedling"}}); err != nil {
		t.Fatal(err)
	}
	if sum := collect(t, o); len(sum.Taken) != 1 || sum.Taken[0].What != Changed || sum.Bytes != 0 {
		t.Errorf("%+v", sum)
	}
	if got := stored(t, o.Archive, "m/"+cleanChat); strings.Contains(got, "Seedling") || len(kept(t, o)) != 0 {
		t.Errorf("stored %s, kept %q", got, kept(t, o))
	}
}

// A folder holds what is redacted or what is not.
func TestNothingMixed(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	plain := o
	plain.Redact = nil
	put(t, o.Sources[0], homeChat, says("one"))
	collect(t, o)
	for _, dry := range []bool{true, false} {
		plain.DryRun = dry
		if _, err := Run(t.Context(), plain); !errors.Is(err, ErrMixed) {
			t.Errorf("unredacted into redacted: %v", err)
		}
	}
	plain.Archive = t.TempDir()
	collect(t, plain)
	o.Archive = plain.Archive
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrMixed) {
		t.Errorf("redacted into unredacted: %v", err)
	}
	o.Machine = "other"
	collect(t, o)
}

// What cannot be redacted is not taken: damaged files, and names that are the same
// without what was taken out of them.
func TestNotToBeRedacted(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	put(t, o.Sources[0], homeChat+".gz", "packed")
	put(t, o.Sources[0], "plans/Wallflower.md", "one")
	put(t, o.Sources[0], "plans/Wallflower-"+token+".md", "two")
	put(t, o.Sources[0], "plans/redacted-literal.md", "three")
	sum, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(sum.Problems) != 2 || !strings.Contains(sum.Problems[0], "same name") || !strings.Contains(sum.Problems[1], "damaged") {
		t.Errorf("problems: %q", sum.Problems)
	}
	noSecrets(t, o)
}

func TestDryRunRedacted(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	o.DryRun = true
	put(t, o.Sources[0], homeChat, says("one"))
	if sum := collect(t, o); len(sum.Taken) != 1 || sum.Taken[0].Name != "m/"+cleanChat {
		t.Errorf("%+v", sum)
	}
	if there, _ := os.ReadDir(o.Archive); len(there) > 0 {
		t.Errorf("made: %v", there)
	}
	if _, err := os.Stat(o.State); err == nil {
		t.Error("the state was written")
	}
}

// TestReviewFirst has a transcript that is left out until its value was reviewed.
func TestReviewFirst(t *testing.T) {
	t.Parallel()
	o := redacting(t)
	o.RequireReview = true
	put(t, o.Sources[0], homeChat, says("the key is "+token))
	put(t, o.Sources[0], homeSide, says("nothing here"))
	sum, err := Run(t.Context(), o)
	if err != nil || len(sum.Taken) != 1 || sum.Taken[0].Name != "m/"+cleanSide || sum.Unreviewed != 1 ||
		len(sum.Problems) != 1 || !strings.Contains(sum.Problems[0], "nobody has reviewed 1 of the values") || strings.Contains(sum.Problems[0], token) {
		t.Errorf("before the review: %+v, %v", sum, err)
	}
	key := []byte("a key that nobody else has")
	c := o.Redact.Collect()
	c.Text(token)
	id := redact.ID(key, c.Values()[0].Hash)
	if o.Redact, err = redact.New(redact.Options{Reviewed: []redact.Allow{{Hash: id}}, Key: key}); err != nil {
		t.Fatal(err)
	}
	if sum := collect(t, o); sum.Unreviewed != 0 {
		t.Errorf("after the review: %+v", sum)
	}
	noSecrets(t, o)
	if o.Redact, err = redact.New(redact.Options{Allow: []redact.Allow{{Hash: id}}, Key: key}); err != nil {
		t.Fatal(err)
	}
	collect(t, o)
	if data, err := readStored(o.Archive, "m/"+cleanChat); err != nil || !strings.Contains(string(data), token) {
		t.Errorf("an allowed value is redacted: %s, %v", data, err)
	}
}
