package title

import "testing"

// Requests that fit every session, and requests that name what they are about.
func TestVague(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"Fix tests", "Fix these lint errors", "Fix the failing tests / build", "Address the PR comment", "Review the changes in this branch again",
		"Lint and test failures :(", "Draft PR please", "Why is lint failing on the build?", "review 158", "Also we have conflicts with main",
		"5 seems like a great one to tackle", "3 but apply the changes to this branch, since its directly related", "Fix the parallel tests first", "Let's respond to the PR comments - review together",
		"妈妈", "打包", "Исправь", "고쳐줘", "I opened a PR and there's some feedback to address",
	} {
		if !vague(line) {
			t.Errorf("%q names nothing", line)
		}
	}
	for _, line := range []string{
		"Fix tests in auth_test.go", "Fix the login redirect", "Add dark mode", "rocket#5", "Fix TestLogin", "Review cmd/lamp", "Why is the harbour lamp dark?",
		"修复测试", "打包应用", "テストを直して", "Исправь лампу", "로그인 수정해줘", "Corrige les tests du port", "Explain Load(ctx)", "mise run lint reports copylocks",
	} {
		if vague(line) {
			t.Errorf("%q names something", line)
		}
	}
}

func TestFirstError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, message string }{
		{"it says\n\x1b[31m✗ lamp: undefined: Harbour\x1b[0m\nfix it", "lamp: undefined: Harbour"},
		{"fix the errors", ""},
		{"all is well with the lamp", ""},
		{"❯ error in store.go:7\nerror in quay.go:9", "error in store.go:7"},
	} {
		if got := firstError(c.text); got != c.message {
			t.Errorf("%q: got %q, want %q", c.text, got, c.message)
		}
	}
}
