package redact

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// drawnBytes returns bytes that look drawn, and are the same in every run.
func drawnBytes(n int) (out []byte) {
	for sum := sha256.Sum256([]byte("key")); len(out) < n; sum = sha256.Sum256(sum[:]) {
		out = append(out, sum[:]...)
	}
	return out[:n]
}

// marked cuts a text into pieces of a width and puts each between « and ».
func marked(text string, width int) (lines []string) {
	for len(text) > width {
		lines, text = append(lines, "«"+text[:width]+"»"), text[width:]
	}
	return append(lines, "«"+text+"»")
}

// TestKeysInPieces has the lines of private keys without those that begin and end them.
func TestKeysInPieces(t *testing.T) {
	t.Parallel()
	rest := base64.StdEncoding.EncodeToString(drawnBytes(1190))
	rsa := marked("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj"+rest, 64)
	ssh := marked("b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW"+rest[:240]+"=", 70)
	hexadecimal := marked("302e020100300506032b6570042204"+hex.EncodeToString(drawnBytes(40)), 32)
	for _, lines := range [][]string{rsa, ssh} {
		join := func(sep string) string { return strings.Join(lines, sep) }
		checkMarked(t, "pieces", []string{join("\n"), "ssl_key: |\n  " + join("\n  "), "lines = [\n  \"" + join("\",\n  \"") + "\"]", "# " + join("\n# "), "// " + join("\n// "), "+" + join("\n+"), join(`\n`),
			join(" "), "> " + join("\n> "), "\"" + join("\\n\" +\n\"") + "\""})
	}
	checkMarked(t, "without the first", []string{"rest of the private key:\n" + strings.Join(rsa[2:], "\n"), "$ tail -n +3 id_rsa\n" + strings.Join(ssh[1:], "\n")})
	checkMarked(t, "hexadecimal", []string{strings.Join(hexadecimal[:1], "\n") + strings.Join(hexadecimal[1:], ""), "6f70656e7373682d6b65792d7631" + "«" + hex.EncodeToString(drawnBytes(60)) + "»"})
	checkMarked(t, "parts", []string{"privkey «" + hex.EncodeToString(drawnBytes(32)) + "»", "(private-key (ecc (curve Ed25519) (d #«" + strings.ToUpper(hex.EncodeToString(drawnBytes(32))) + "»#)))",
		`{"n":"x","dp":"«` + base64.RawURLEncoding.EncodeToString(drawnBytes(64)) + `»"}`, "ed25519 seed «" + hex.EncodeToString(drawnBytes(32)) + "»"})
	e := mustNew(t, Options{})
	for _, text := range []string{"the public key of id_rsa:\nAAAAB3NzaC1yc2EAAAADAQABAAABgQ" + rest[:40], "write the private key to a file\nand then run the tests", "seed: 12345", "random seed 1234567890",
		"see the private key section\n\n" + strings.Repeat("walking the dogs ", 8), "private key:\n-----BEGIN PUBLIC KEY-----\n" + rest[:64] + "\n" + rest[64:128]} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
