package collect

import "testing"

// TestNamesStay has a home directory that only a text tells: the folder of a project in it is named without it from the first run on.
// What was named before its home became known keeps its name: a folder, for the files that come later as well, and a file.
func TestNamesStay(t *testing.T) {
	t.Parallel()
	const session = "/11111111-0000-4000-8000-000000000001.jsonl"
	in := func(dir, text string) string {
		return `{"type":"user","uuid":"dddddddd-0000-4000-8000-000000000001","cwd":"` + dir + `","message":{"content":"` + text + `"}}` + "\n"
	}
	for _, forget := range []bool{false, true} {
		o := redacting(t)
		if forget {
			o.State = ""
		}
		put(t, o.Sources[0], "projects/-srv-people-joe-web"+session, in("/srv/people/joe/web", "HOME=/srv/people/joe"))
		put(t, o.Sources[0], "projects/-srv-people-mara-app"+session, in("/srv/people/mara/app", "hello"))
		put(t, o.Sources[0], "projects/-srv-people-mara-app/memory/-srv-people-mara-plan.md", "Plan.\n")
		if sum := collect(t, o); len(sum.Taken) != 3 {
			t.Fatalf("taken: %+v", sum.Taken)
		}
		stored(t, o.Archive, "m/projects/~-web"+session)
		mara := stored(t, o.Archive, "m/projects/-srv-people-mara-app"+session)
		if sum := collect(t, o); len(sum.Taken) != 0 {
			t.Errorf("again: %+v", sum.Taken)
		}
		if forget {
			continue
		}
		put(t, o.Sources[0], "projects/-srv-people-joe-web/memory/MEMORY.md", "HOME=/srv/people/mara\n")
		put(t, o.Sources[0], "projects/-srv-people-mara-app/memory/MEMORY.md", "More.\n")
		collect(t, o)
		if got := stored(t, o.Archive, "m/projects/-srv-people-mara-app"+session); got == mara {
			t.Errorf("the home that became known stays in %s", got)
		}
		stored(t, o.Archive, "m/projects/-srv-people-mara-app/memory/MEMORY.md")
		stored(t, o.Archive, "m/projects/-srv-people-mara-app/memory/-srv-people-mara-plan.md")
		if sum := collect(t, o); len(sum.Taken) != 0 {
			t.Errorf("at last: %+v", sum.Taken)
		}
		if _, err := readStored(o.Archive, "m/projects/-srv-people-mara-app/memory/~-plan.md"); err == nil {
			t.Error("a file has two names in the archive")
		}
	}
}
