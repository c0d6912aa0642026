package redact

import (
	"encoding/base64"
	"testing"
)

// TestAuthenticationOfMail has what mail programs log of it, in base64.
func TestAuthenticationOfMail(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	enc := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	user, password, plain := enc("mailer"), enc("Tr0ub4dor"), enc("\x00mailer\x00Tr0ub4dor")
	const gone = "[redacted:password#1]"
	for _, c := range [][2]string{
		{"AUTH LOGIN\n334 VXNlcm5hbWU6\n" + user + "\n334 UGFzc3dvcmQ6\n", "\n235 ok"},
		{"C: AUTH LOGIN " + user + "\nS: 334 UGFzc3dvcmQ6\nC: ", "\nS: 235 ok"},
		{"reply: b'334 UGFzc3dvcmQ6\\r\\n'\nsend: '", "\\r\\n'\nreply: b'235'"},
		{"SERVER -> CLIENT: 334 UGFzc3dvcmQ6\r\nCLIENT -> SERVER: ", "\r\nSERVER -> CLIENT: 535"},
	} {
		if got, _ := e.Text(c[0] + password + c[1]); got != c[0]+gone+c[1] {
			t.Errorf("got %q", got)
		}
	}
	for _, c := range [][2]string{
		{"> AUTH PLAIN ", "\n< 235"}, {"a1 AUTHENTICATE PLAIN ", ""}, {"AUTH PLAIN\r\n334 \r\n", "\r\n235"},
		{"C: A1 AUTHENTICATE PLAIN\nS: +\nC: ", "\nS: A1 OK"},
	} {
		if got, _ := e.Text(c[0] + plain + c[1]); got != c[0]+gone+c[1] {
			t.Errorf("got %q", got)
		}
	}
	for _, text := range []string{
		"250-AUTH LOGIN PLAIN\n250 STARTTLS\nMAIL FROM:<a@x.dev>", "EHLO\n250-AUTH PLAIN LOGIN CRAM-MD5\n250 HELP",
		"the answers were 334 VXNlcm5hbWU6 and 334 UGFzc3dvcmQ6, so AUTH LOGIN works.\nThat is all.",
		"334 UGFzc3dvcmQ6\n*\n501 Authentication aborted", "enable auth plain text\nin dovecot.conf\n",
	} {
		if got, _ := e.Text(text); got != text {
			t.Errorf("harmless: %q became %q", text, got)
		}
	}
}
