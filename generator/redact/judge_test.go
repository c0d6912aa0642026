package redact

import (
	"strings"
	"testing"
)

// TestWhatIsNoCredential has lines of logs and of tools that name sessions by date and UUID.
func TestWhatIsNoCredential(t *testing.T) {
	t.Parallel()
	const id = "2026-01-27-da8007e2-27a0-4475-a6ea-8159138b3b9b"
	for _, line := range []string{
		"invalid id input=../../../etc/passwd generated_id=" + id + " error=1", "Entire-Session: " + id, `"session": "` + id + `"`,
		"Ran both; both pass:\n  - `packages/cli`: all tests", "I'll do a docs-only pass: I’ll look at it", "grader > is-json pass: is-json scores 1",
		"Email OTP login: userId=17119aac-25de-4b9e-be37-aff98138e7cc, new=false", "user-storage/grafana-runtime:afcogq6vfhblsf:0",
		"ID: cloudflare.F(\"023e105f4ecef8ad9ca31a8372d0c353\")", `"id": "ctc_0b4c3d2e1f5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788d"`,
		"hook=session-start session_id=28c304f6-3c5f-4539-af1d-07ae450e639d model=x", "'password' => 'hashed', 'password' => ['required', 'min:9|confirmed'],", `class="@error('password') border-red-500 @enderror"`,
		"run \"\nfor line in lines:\n    try: f()\n    except: pass\n\" 2>&1",
	} {
		if got, _ := mustNew(t, Options{}).Freeze().Text(line); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
	if got, _ := mustNew(t, Options{}).Freeze().Text("log in with user/password Tr0ub4dor&3 there"); strings.Contains(got, "Tr0ub4dor") {
		t.Errorf("a password behind user/password is left: %q", got)
	}
}
