package title

import (
	"strings"
	"testing"
)

// Prompts as people write them, and the titles that a person would give.
var requestTitles = []struct{ prompt, title string }{
	{"Fix the login redirect", "Fix the login redirect"},
	{"fix the login redirect", "Fix the login redirect"},
	{"please fix the login redirect.", "Fix the login redirect"},
	{"Hey Claude, can you please add a retry to the uploader?", "Add a retry to the uploader"},
	{"hi! could you rename the flag? It is called --out now.", "Rename the flag. It is called --out now"},
	{"Hello Claude\n\nThe parser drops blank lines. Find out why.", "The parser drops blank lines. Find out why"},
	{"ok, now write the tests", "Write the tests"},
	{"I'd like you to look at the cache", "Look at the cache"},
	{"why is the build slow?", "Why is the build slow?"},
	{"Can you explain what internal/queue does?", "Explain what internal/queue does"},
	{"Implement the following plan:\n\n# Plan: Move the scheduler to its own package\n\n## Context\nIt grew.", "Move the scheduler to its own package"},
	{"Implement the following plan:\n\n# Add dark mode – Implementation Plan\n\nSteps", "Add dark mode"},
	{"Implement the following plan:\n\n# Plan\n\n## Context\n\n## Split billing from accounts\n", "Split billing from accounts"},
	{"Implement the following plan:\n\n# Implementation Plan: Rate limits\n", "Rate limits"},
	{"Implement the following plan:\n\nUse one transaction for the import.\n", "Use one transaction for the import"},
	{"brainstorm:\nhow could the index be smaller", "Brainstorm: how could the index be smaller"},
	{"Fix these:\n- the header overlaps\n- the footer is gone", "Fix these: the header overlaps"},
	{"# Review of the storage layer\n\n**Location A:** store.go", "Review of the storage layer"},
	{"**Task**: port the tests to pytest", "Task: port the tests to pytest"},
	{"- [ ] update the lock file", "Update the lock file"},
	{"1. read the docs\n2. fix the example", "Read the docs"},
	{"You are a highly experienced Go engineer. You write clean code.\n\nYour task is to remove the global logger from the worker.", "Remove the global logger from the worker"},
	{"You are an expert in databases.\n\n## Task\nMigrate the orders table to partitions.\n", "Migrate the orders table to partitions"},
	{"You are a reviewer. Review the diff of branch topic for security problems.", "Review the diff of branch topic for security problems"},
	{"You are a translator.\nGoal: translate the README to German", "Translate the README to German"},
	{"Act as a release manager.\n\nPrepare the changelog for 2.4.", "Prepare the changelog for 2.4"},
	{"Look at <pasted_content id=\"3\">a log</pasted_content id=\"3\"> and mend the lamp", "Look at and mend the lamp"},
	{"<pasted_content id=\"3\">\nlots of log\nlines\n</pasted_content>\nWhat went wrong here?", "What went wrong here?"},
	{"[Image #1] the button is cut off on the right", "The button is cut off on the right"},
	{"[Pasted text #1 +48 lines] find the leak", "Find the leak"},
	{"<system-reminder>Be brief.</system-reminder>\nmake the retry configurable", "Make the retry configurable"},
	{"```\npanic: nil map\n```\nwhere does this come from", "Where does this come from"},
	{"$ make test\nFAIL store\n\nplease repair the store tests", "Repair the store tests"},
	{"2026-02-03T10:11:12Z ERROR timeout\n2026-02-03T10:11:13Z ERROR timeout\nthe client should retry on timeouts", "The client should retry on timeouts"},
	{"https://github.com/acme/rocket/pull/77 address the comments", "rocket#77 address the comments"},
	{"https://github.com/acme/rocket/issues/5", "rocket#5"},
	{"see https://example.org/docs/page and follow it", "See example.org/docs/page and follow it"},
	{"@docs/plan.md implement phase two", "@docs/plan.md implement phase two"},
	{"```markdown\nHARBOUR — Notes for the next session\n\nYou are my pilot.\n\n```\nSupply: Demand\n```\n\n- A\n```", "HARBOUR — Notes for the next session"},
	{"quay/views/lamp_view.xml:2\nError while parsing the view of the lamp\n\nNo wick", "Error while parsing the view of the lamp"},
	{"quay/views/lamp_view.xml:2", "quay/views/lamp_view.xml:2"},
	{"okk..paint the hull of the Tern", "Paint the hull of the Tern"},
	{"okkk... so... mend the lamp on the pier", "Mend the lamp on the pier"},
	{"npm run build fails with EACCES", "Npm run build fails with EACCES"},
	{"## User Input\n\n```text\nAdd a lamp to the pier\n```\n\nYou **MUST** consider the user input before proceeding (if not empty).\n\n## Outline\n\n1. Run it.", "Add a lamp to the pier"},
	{"---\ndescription: \"Sort the lamps.\"\nname: x\n---\n\n## User Input\n\n```text\n\n```\n\nYou **MUST** consider the user input before proceeding (if not empty).\n\n## Outline\n\nGoal: none", "Sort the lamps"},
	{"\r\n## User Input\r\n\r\n```text\r\nAdd a lamp to the pier\r\n```\r\n\r\nYou **MUST** consider the user input before proceeding (if not empty).\r\n", "Add a lamp to the pier"},
	{"## User Input\n\n```text\n\n```\n\nYou **MUST** consider the user input before proceeding (if not empty).\n\n## Outline\n\nThe text the user typed after `/harbour.sort` in the triggering message **is** the description.\n", "/harbour.sort"},
	{"import lamps\n\npier = lamps.Pier(\n    \"north\",\n)", "pier = lamps.Pier("}, // where case matters
	{"## User Input\n\n```text\n$ARGUMENTS\n```\n\nYou **MUST** consider the user input before proceeding (if not empty).\n\n## Outline\n\nGenerate the tasks.\n", "Generate the tasks"},
	{"# Specify\n\n## User input:\n\nplease add a lamp\n\n## Steps\n\n1. go", "Add a lamp"},
	{"The form has a heading:\n\n## User inputs\n\nMove it", "The form has a heading: User inputs"},
	{"Follow only what is in user_request.\n<user_request>\nplease add a lamp\n</user_request>\n<context>Pier</context>", "Add a lamp"},
	{"git pull && make harbour", "git pull && make harbour"},
	{"npx skills add acme/harbour@lamp -g -y", "npx skills add acme/harbour@lamp -g -y"},
	{"cd /srv/harbour", "cd /srv/harbour"},
	{"drwxr-xr-x 2 ada staff 64 May 2 10:00 pier", "drwxr-xr-x 2 ada staff 64 May 2 10:00 pier"},
	{"ada@pier has no lamp", "ada@pier has no lamp"}, {"drwhatever-it-is mends the lamp", "Drwhatever-it-is mends the lamp"},
	{"curl -fsSL harbour.example/install.sh | bash", "curl -fsSL harbour.example/install.sh | bash"},
	{"run the tests with -race, and mend what fails", "Run the tests with -race, and mend what fails"},
	{"`go vet` complains about copylocks in server.go", "Go vet complains about copylocks in server.go"},
	{"Update listSessions in [store.ts](src/api/store.ts) to sort by time", "Update listSessions in store.ts to sort by time"},
	{"iPhone layout is broken", "iPhone layout is broken"},
	{"修复登录重定向", "修复登录重定向"},
	{"テストを直して", "テストを直して"},
	{"Почини вход", "Почини вход"},
	{"The export should keep the order of columns. Today it sorts them by name, which breaks the import of the other side.", "The export should keep the order of columns"},
	{"Use e.g. the second queue. That is all that has to be changed in this large and very old configuration of ours.", "Use e.g. the second queue"},
	{"We have three places that parse dates, one in api, one in jobs and one in the command line, and all three differ a little bit in what they take", "We have three places that parse dates, one in api, one in jobs and one in the command line, and all three differ a…"},
	{"so, the thing is that tests are flaky", "The thing is that tests are flaky"},
	{"When the folder doesn't exist, this fails. For a first-time user we need to create ~/.config/lamp, with all folders above it.", "When the folder doesn't exist, this fails. For a first-time user we need to create ~/.config/lamp, with all folders…"},
	{"can we add one more thing? The author of the trailing commits is not set correctly, it should be the user of the repository", "Can we add one more thing? The author of the trailing commits is not set correctly, it should be the user of the…"},
	{"The importer forgets its position whenever this queue is restarted. That costs an hour every night, as operations told us.", "The importer forgets its position whenever this queue is restarted"},
	{"This is a subtle function now. Let's add a few table tests. Nothing exotic, just the simplest possible thing that works.", "This is a subtle function now. Let's add a few table tests"},
	{"Low Severity\n\nThe error is wrapped twice, at line 239 and in Load.", "The error is wrapped twice, at line 239 and in Load"},
	{"• by using this software you agree with its licence\n  ⨯ release failed after 0s\nwhy does the release fail?", "Why does the release fail?"},
	{"when running:\n❯ lamp enable\n\n✓ Enabled\n\nI'd like us to show what is set up", "When running: I'd like us to show what is set up"},
	{"we get this warning at the start:\n```\n❯ Stopped: warning: lamp conflict detected!\n```\nSequence\n1. start", "We get this warning at the start: Stopped: warning: lamp conflict detected!"},
	{"  • by using this software you agree\n    error=\n    │ failed\n\nRelease of lamp 2 stopped", "Release of lamp 2 stopped"},
	{"➜  lamp git:(main) ✗ git push origin main\nrejected\n\nwhy is the push rejected?", "Why is the push rejected?"},
	{"━━━ SPOT CHECK: verify the wick of each lamp ━━━\nLook closely.", "SPOT CHECK: verify the wick of each lamp"},
	{"━━━━━━━━━━━━━━━━━━━━━━━\n  LAMP REVIEW OF MONDAY\n━━━━━━━━━━━━━━━━━━━━━━━", "LAMP REVIEW OF MONDAY"},
	{"═══ ★ Trim the wick ★ ═══", "Trim the wick"}, {"--- Trim the wick ---", "Trim the wick"}, {"## ── Trim the wick", "Trim the wick"}, {"▶ trim the wick", "Trim the wick"}, {"📋 Trim the wick ✅ today", "Trim the wick ✅ today"},
	{"B) please add a wick", "Add a wick"}, {"1)Keep the old wick", "Keep the old wick"}, {"f(x) is slow, why?", "F(x) is slow, why?"},
	{"ok can you trim the wick", "Trim the wick"}, {"Ok lets trim the wick", "Lets trim the wick"}, {"Okay - the wick is too long", "The wick is too long"}, {"ok.json has no wick", "ok.json has no wick"},
	{"✅ ⚠️ Trim the wick", "Trim the wick"}, {"Nothing to add", ""}, {"I don't have anything to add.", ""}, {"It is fine", ""}, {"add a wick", "Add a wick"}, {"is the lamp fine?", "Is the lamp fine?"},
	{"--no-verify is ignored by the hook", "--no-verify is ignored by the hook"}, {"trim the wick -- and the oil", "Trim the wick -- and the oil"}, {"why does a == b fail?", "Why does a == b fail?"},
	{"Explore the harbour/lamp project structure. I need to understand:\n- the wick\n- the oil", "Explore the harbour/lamp project structure"},
	{"Explore the lamp of the harbour. I need to know these:\n1. the wick", "Explore the lamp of the harbour"},
	{"Look at this. The harbour lamp fails whenever somebody does the following steps:\n1. trim", "Look at this. The harbour lamp fails whenever somebody does the following steps"},
	{"Is the wick trimmed? Then answer in this form:\n- yes", "Is the wick trimmed?"},
	{"investigate why i get  Check lamp (shell)        ┃  │ cd /harbour && git fetch      ┃  └ Denied by a hook\n\nand fix", "Investigate why i get Check lamp (shell)"},
	{"┃ │ cd /harbour && git fetch\n┃ └ Denied by a hook\n\nwhy is it denied?", "Why is it denied?"},
	{"draw ├── and │ in the tree", "Draw ├── and │ in the tree"},
	{"4eb362e5-e40d-4f92-be47-a5eb907628b9", ""}, {"quay_11B4U6I0Y7E9aq8xxX", ""}, {"4eb362e5-e40d-4f92-be47-a5eb907628b9\nresume this one, please", "Resume this one, please"},
	{"deploy 20260301123456", "Deploy 20260301123456"}, {"release-2026-notes", "release-2026-notes"},
	{"let's discuss", ""}, {"let's go", ""}, {"let's do it", ""},
	{"can you", ""}, {"hi", ""}, {"q", ""}, {"9", ""}, {"brainstorm:", ""}, {"ok", ""}, {"continue", ""}, {"Hello Claude!", ""}, {"yes please", ""},
	{"thanks!", ""}, {"test", ""}, {"...", ""}, {"[Image #1]", ""}, {"<pasted_content id=\"1\">only a paste</pasted_content>", ""}, {"<pasted_content id=1>", ""}, {"", ""},
	{"You are a helpful assistant.", ""},
	{"let me try again", ""}, {"stop", ""}, {"Stop!!", ""}, {"wait, stop", ""}, {"cancel that", ""}, {"never mind", ""}, {"停止", ""}, {"стоп", ""}, {"stop the lamp", "Stop the lamp"},
	{"继续", ""}, {"продолжай", ""}, {"weiter", ""}, {"继续修复登录", "继续修复登录"},
	{"Xin chào!", ""}, {"tiep tuc di", ""}, {"Sửa đăng nhập", "Sửa đăng nhập"}, {"здравствуйте", ""},
	{`C:\Quay\.notes C:\Quay\plan.md ~/quay/agents Light the lamps of the quay`, "Light the lamps of the quay"}, {"/srv/quay /srv/pier are the same", "/srv/quay /srv/pier are the same"}, {`~\Desktop\plan.md You are a keeper of lamps. Your task is to light the third lamp.`, "Light the third lamp"},
	{`~\Desktop\plan.md You are a keeper of lamps`, `~\Desktop\plan.md You are a keeper of lamps`}, {"/review Mend all of them", "/review Mend all of them"}, {"/srv/quay/a.go Mend all of it", "/srv/quay/a.go Mend all of it"},
	{"/srv/a.go /srv/b.go You are a keeper of lamps. Your task is to light the third lamp.", "Light the third lamp"},
	{"Figma URL: https://design.dev/file/V9fF/Quay--Free\n\nDesign: Lamps of the quay", "Design: Lamps of the quay"},
	{"Figma URL: https://design.dev/file/V9fF/Quay--Free", "Figma URL: design.dev/file/V9fF/Quay--Free"},
	{"~/harbour-tides", ""}, {"tides/", ""}, {`C:\quay\lamps`, ""}, {"@.claude/", ""}, {"/srv/quay/lamps", ""},
	{"~/harbour-tides/plan.md", "~/harbour-tides/plan.md"}, {"docs/lamps", "docs/lamps"}, {"look at ~/harbour-tides", "Look at ~/harbour-tides"},
	{"--history", ""}, {"-p", ""}, {"--history is ignored", "--history is ignored"},
	{"{\n  \"lamp\": {\"oil\": 3}\n}", ""}, {"{\"lamp\": 3} is not read", "{\"lamp\": 3} is not read"},
	{"claude --resume 3f6a1c52-9a01-4b7e-8f21-0c1d2e3f4a5b", ""}, {"claude -c", ""}, {"(no content)", ""}, {"claude code keeps failing", "Claude code keeps failing"},
	{"港口的灯在涨潮时不亮。请先检查电线，然后看看开关是不是坏了，再把结果写进日志里，最后告诉我需要换哪些零件，谢谢你的帮助，我明天早上之前要结果", "港口的灯在涨潮时不亮"},
	{strings.Repeat("潮汐表的时间总是错的，", 12), strings.Repeat("潮汐表的时间总是错的，", 5) + "潮汐表的…"},
	{"/mode", ""}, {"/mode plan the harbour", "/mode plan the harbour"}, {"/etc/hosts has a stale entry", "/etc/hosts has a stale entry"},
}

func TestRequestTitle(t *testing.T) {
	t.Parallel()
	for _, c := range requestTitles {
		got, says := requestTitle(c.prompt)
		if !says {
			got.Text = ""
		}
		if got.Text != c.title {
			t.Errorf("%q\n got %q\nwant %q", c.prompt, got.Text, c.title)
		}
	}
	if len(requestTitles) < 60 {
		t.Errorf("only %d shapes", len(requestTitles))
	}
}

// What claude-code-action says of an issue or a pull request.
func TestActionPrompt(t *testing.T) {
	t.Parallel()
	about := func(comment string) string {
		return "You are Claude, an AI assistant designed to help with GitHub issues.\n\n<formatted_context>\nPR Title: Trim the wicks: all of them\nPR Author: mira\n</formatted_context>\n\n" +
			"<pr_or_issue_body>\nLong.\n</pr_or_issue_body>\n<event_type>GENERAL_COMMENT</event_type>\n<trigger_phrase>@claude</trigger_phrase>\n" + comment +
			"\nYour task is to analyze the context, understand the request, and provide helpful responses."
	}
	for comment, want := range map[string]string{
		"<trigger_comment>\n@claude please count the lamps first\n</trigger_comment>": "Count the lamps first",
		"<trigger_comment>\n@claude review\n</trigger_comment>":                       "Trim the wicks: all of them",
		"<direct_prompt>\nPaint all of the lamps\n</direct_prompt>":                   "Paint all of the lamps",
		"": "Trim the wicks: all of them", "<trigger_comment>": "Trim the wicks: all of them",
	} {
		if got := Request(about(comment)); got != want {
			t.Errorf("%q: got %q, want %q", comment, got, want)
		}
	}
	if got := Request("Explain <formatted_context>PR Title: x</formatted_context>, please"); !strings.HasPrefix(got, "Explain") {
		t.Errorf("got %q", got)
	}
}

func TestStatement(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reply, title string }{
		{"I'll help you with this task. Let me start by examining the file.", ""},
		{"I'm ready to help you explore the codebase!", ""},
		{"Great! The queue drops messages when it is full.", "The queue drops messages when it is full"},
		{"Sure.\n\n## Summary\n\nTwo tests were skipped.", "Two tests were skipped"},
		{"The research is complete. Here are the results:", "The research is complete"},
		{"Okay so the cache is stale.", "Okay so the cache is stale"},
	} {
		if got := statement(c.reply); got != c.title {
			t.Errorf("%q: got %q, want %q", c.reply, got, c.title)
		}
	}
}

// TestCutTitles cuts titles between words only, and leaves the signs within one: the rest of a key is not recognized as one.
func TestCutTitles(t *testing.T) {
	t.Parallel()
	const key = "xoxb-1234567890123-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"
	words := strings.Repeat("many words ", 8)
	for text, want := range map[string]string{
		words + key + " and more":           strings.TrimSpace(words) + "…",
		"Look at " + strings.Repeat(key, 4): "Look at…",
		strings.Repeat(key, 4):              "",
		strings.Repeat("長い題名", 40):          strings.Repeat("長い題名", 40)[:59*len("長")] + "…",
	} {
		if got := FirstLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"use AIzaSyA__b**c **now** and __init__ `x`": "use AIzaSyA__b**c now and init x", "**bold**": "bold", "a ** b": "a  b",
	} {
		if got := withoutEmphasis(markup.ReplaceAllString(text, "")); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// A prompt is taken apart once, however many sections it has: each time would read all that is left.
func TestManyInputSections(t *testing.T) {
	t.Parallel()
	if got := Request(strings.Repeat("## User Input\nok\n", 1<<10)); got != "User Input" {
		t.Errorf("%q", got)
	}
	if got := Request("## User Input\npaint the pier\n" + strings.Repeat("## User Input\n", 1<<18)); got != "Paint the pier" {
		t.Errorf("%q", got)
	}
}
