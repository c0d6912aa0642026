package named_test

import (
	"strings"
	"testing"

	"steno/generator/redact"
)

// TestPasswordFor has passwords behind whom they are for, and in the calls that connect to a database.
func TestPasswordFor(t *testing.T) {
	t.Parallel()
	e, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const password = "Winter-Haus058"
	for _, text := range []string{
		"Password for admin: " + password, "the password for the staging box: `" + password + "`", `mysqli_connect("localhost", "joe", "` + password + `", "app");`,
		`new mysqli("localhost", "joe", "` + password + `")`, `DriverManager.getConnection(url, "joe", "` + password + `")`,
	} {
		if clean, _ := e.Text(text); strings.Contains(clean, password) {
			t.Errorf("%q became %q", text, clean)
		}
	}
	for _, text := range []string{
		"Password for 'https://joe@github.com': ", "Password for user postgres: \npsql: error", "password for admin: see the wiki", "a password for each user: optional", "getConnection(url, user, password)",
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
