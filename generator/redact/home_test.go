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

// TestHomesInOtherAlphabets has names of people that are not in ASCII, or have brackets and blanks, which Windows allows.
func TestHomesInOtherAlphabets(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, c := range []struct{ text, want string }{
		{"cd /home/jürgen/web and /Users/王伟/app, /home/مريم/x", "cd ~/web and ~/app, ~/x"},
		{"/Users/żółw/a.go\n/home/Ελένη/b.go", "~/a.go\n~/b.go"},
		{`C:\Users\王伟\Desktop\a.txt C:/Users/王伟/Desktop/b.txt`, `~\Desktop\a.txt ~/Desktop/b.txt`},
		{`"C:\\Users\\José\\a"`, `"~\\a"`},
		{`\/home\/jürgen\/x`, `~\/x`},
		{`C:\Users\José García\Documents\a and C:/Users/José García/Documents/b`, `~\Documents\a and ~/Documents/b`},
		{`C:\Users\Admin（无密码）\Desktop and C:/Users/Admin（无密码）/Desktop`, `~\Desktop and ~/Desktop`},
		{`C:\Users\maria (work)\x`, `~\x`},
		{`cd "C:\Users\José"`, `cd "~"`},
		{"/home/maria/的目录 /home/maria的目录", "~/的目录 ~的目录"},
		{"cd /home/maria，然后 /home/jonas/x", "cd ~，然后 ~/x"},
		{"把文件放到/home/王伟/x", "把文件放到~/x"},
		{"/home/，/x", "/home/，/x"},
		{"cd C:/Users/Admin（无密码）/x\n-rw-r--r-- 1 Admin（无密码） 197121 554 May 21 15:43 a", "cd ~/x\n-rw-r--r-- 1 user 197121 554 May 21 15:43 a"},
	} {
		one := e.Collect()
		one.Text(c.text)
		r := e.Freeze(one.Values())
		if got, _ := r.Text(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}
