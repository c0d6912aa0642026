package sitetest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"steno/tier/chromium"
)

// firefoxSettings undo what Firefox allows itself when it is driven: above all,
// pages from a folder must be as far from each other as they are for readers. The last ones start fewer
// processes, no extensions and no page for new tabs.
const firefoxSettings = `user_pref("remote.prefs.recommended", false);
user_pref("security.fileuri.strict_origin_policy", true);
user_pref("marionette.port", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("app.update.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("fission.autostart", false);
user_pref("extensions.enabledScopes", 0);
user_pref("extensions.webextensions.remote", false);
user_pref("extensions.formautofill.addresses.enabled", false);
user_pref("extensions.formautofill.creditCards.enabled", false);
user_pref("extensions.screenshots.disabled", true);
user_pref("extensions.pocket.enabled", false);
user_pref("browser.newtab.preload", false);
user_pref("browser.newtabpage.enabled", false);
`

// firefox is a running Firefox, spoken to by its own protocol, Marionette: each
// message is its length in bytes, a colon, and [kind, number, name or error, data].
type firefox struct {
	cmd  *exec.Cmd
	mu   sync.Mutex
	conn net.Conn
	in   *bufio.Reader
	last int
	err  error // of the connection, after which answers cannot be told from each other
}

// firefoxProgram is where Firefox is; without it the test is skipped.
func firefoxProgram(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	for _, name := range []string{"firefox-esr", "firefox"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	t.Skip("no Firefox is installed: the site is NOT tested in Firefox")
	return ""
}

// theFirefox is the one Firefox of these tests. It has one window, which one test has at a time.
var theFirefox struct {
	sync.Mutex
	*firefox
	err error
}

// oneFirefox starts the browser for a test and its subtests, or skips it.
func oneFirefox(t *testing.T) *firefox {
	t.Helper()
	program := firefoxProgram(t)
	theFirefox.Lock()
	t.Cleanup(theFirefox.Unlock)
	if theFirefox.firefox == nil && theFirefox.err == nil {
		theFirefox.firefox, theFirefox.err = startFirefox(program, filepath.Join(shared, "firefox"))
	}
	if theFirefox.err != nil {
		t.Skipf("Firefox is installed, but cannot be driven; the site is NOT tested in it: %v", theFirefox.err)
	}
	return theFirefox.firefox
}

// startFirefox starts a browser with a profile of its own.
func startFirefox(program, profile string) (*firefox, error) {
	if err := errors.Join(os.Mkdir(profile, 0o700), os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxSettings), 0o600)); err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "--headless", "--marionette", "--no-remote", "--profile", profile, "--width", "1300", "--height", "900", "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+profile, "MOZ_HEADLESS=1")
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	f := &firefox{cmd: cmd}
	if err := f.connect(profile); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// close ends the browser, if it was started.
func (f *firefox) close() {
	if f == nil {
		return
	}
	if f.conn != nil {
		f.call("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}})
		f.conn.Close()
	}
	done := make(chan struct{})
	go func() { f.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		f.cmd.Process.Kill()
		<-done
	}
}

// connect waits until the profile tells the port, and opens a session there.
func (f *firefox) connect(profile string) error {
	var port []byte
	for wait := 0; len(port) == 0; wait++ {
		if wait == 600 {
			return fmt.Errorf("no port after a minute")
		}
		time.Sleep(100 * time.Millisecond)
		port, _ = os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
	}
	conn, err := net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
	if err != nil {
		return err
	}
	f.conn, f.in = conn, bufio.NewReader(conn)
	if _, err := f.read(); err != nil { // a greeting
		return err
	}
	_, err = f.call("WebDriver:NewSession", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"pageLoadStrategy": "eager"}}})
	return err
}

func (f *firefox) read() ([]byte, error) {
	if err := f.conn.SetReadDeadline(time.Now().Add(2 * chromium.Patience)); err != nil {
		return nil, err
	}
	size, err := f.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(size, ":"))
	if err != nil || n < 0 || n > 64<<20 {
		return nil, fmt.Errorf("a message of %q bytes", size)
	}
	b := make([]byte, n)
	_, err = io.ReadFull(f.in, b)
	return b, err
}

// call sends a command and gives the data of its answer.
func (f *firefox) call(name string, parameters any) (json.RawMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return nil, f.err
	}
	f.last++
	b, err := json.Marshal([]any{0, f.last, name, parameters})
	if err != nil {
		return nil, err
	}
	var answer [4]json.RawMessage
	if _, f.err = fmt.Fprintf(f.conn, "%d:%s", len(b), b); f.err == nil {
		b, f.err = f.read()
	}
	if f.err == nil {
		f.err = json.Unmarshal(b, &answer)
	}
	if f.err == nil && string(answer[1]) != strconv.Itoa(f.last) {
		f.err = fmt.Errorf("%s is the answer to another command than %s", b[:min(len(b), 100)], name)
	}
	if f.err != nil {
		return nil, f.err
	}
	if string(answer[2]) != "null" {
		return nil, fmt.Errorf("%s: %.300s", name, answer[2])
	}
	return answer[3], nil
}

// An answer that comes too late is not taken for that of the next command.
func TestFirefoxAnswers(t *testing.T) {
	t.Parallel()
	here, there := net.Pipe()
	defer here.Close()
	go func() {
		in := bufio.NewReader(there)
		for _, answer := range []string{`[1,1,null,{"value":"a"}]`, `[1,1,null,{"value":"late"}]`, `[1,3,null,{"value":"c"}]`} {
			if _, err := in.ReadString(']'); err != nil {
				return
			}
			fmt.Fprintf(there, "%d:%s", len(answer), answer)
		}
	}()
	f := &firefox{conn: here, in: bufio.NewReader(here)}
	for i, want := range []string{`{"value":"a"}`, "", ""} {
		if got, err := f.call("x", nil); string(got) != want || (err == nil) != (want != "") {
			t.Errorf("command %d: %s, %v", i, got, err)
		}
	}
}

func (f *firefox) open(url string) error {
	_, err := f.call("WebDriver:Navigate", map[string]string{"url": url})
	return err
}

// evaluate returns the value of a JavaScript expression, as text.
func (f *firefox) evaluate(expression string) (string, error) {
	data, err := f.call("WebDriver:ExecuteScript", map[string]any{"script": "return String(" + expression + ")", "args": []any{}, "sandbox": nil})
	if err != nil {
		return "", err
	}
	var out struct{ Value string }
	err = json.Unmarshal(data, &out)
	return out.Value, err
}
