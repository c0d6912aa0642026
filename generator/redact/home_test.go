package redact

import "testing"

func TestHomeBehindColours(t *testing.T) {
	t.Parallel()
	e, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"\x1b[90m/home/jonas/web/x\x1b[0m", "\x1b[90m~/web/x\x1b[0m"},
		{"\x1b[1;38;5;9m/Users/jonas/x", "\x1b[1;38;5;9m~/x"},
		{`\u001b[90m/home/jonas/web/x`, `\u001b[90m~/web/x`},
		{`\033[0m/home/jonas/x`, `\033[0m~/x`},
		{"room/home/jonas/x", "room/home/jonas/x"},
		{`open "file:///home/jonas" now`, `open "file://~" now`},
		{"a[1m/home/jonas/x", "a[1m/home/jonas/x"},
	} {
		if got, _ := e.Text(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}

func TestHomeWithoutSlash(t *testing.T) {
	t.Parallel()
	e := func() *Engine {
		e, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}()
	c := e.Collect()
	c.Text("cd /Users/jonas/web")
	r := e.Freeze(c.Values())
	for _, c := range []struct{ text, want string }{
		{`"Users/jonas/web/x"`, `"~/web/x"`},
		{"home/jonas/x", "~/x"},
		{"app/Users/jonas/x", "app/Users/user/x"},
		{"app/Users/maria/x", "app/Users/maria/x"},
		{"Users/Controller.cs and users/jonas/x", "Users/Controller.cs and users/jonas/x"},
		{"Users/maria/x", "Users/maria/x"},
		{"MyUsers/jonas/x", "MyUsers/jonas/x"},
	} {
		if got, _ := r.Text(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}
