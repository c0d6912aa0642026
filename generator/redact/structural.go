package redact

import "strings"

// Identifiers that hold a transcript, a repository or a package together are no
// secrets, however random they look: links to commits and messages work by them.

// structuralPrefixes begin such identifiers.
var structuralPrefixes = []string{"toolu_", "srvtoolu_", "msg_", "req_", "sha1-", "sha256-", "sha384-", "sha512-", "sha256:", "sha512:", "sha1:", "md5:", "h1:", "go:sum", "arn:", "pk_live_", "pk_test_", "chatcmpl-", "call_", "resp_", "run_", "thread_", "asst_", "file-",
	"cus_", "sub_", "price_", "prod_", "acct_", "evt_", "urn:", "did:", "data:", "pkg:", "rev-", "commit:", "git:", "ssh-rsa", "ssh-ed25519", "ecdsa-sha2", "age1", "MFkwEwYHKoZIzj0", "MHYwEAYHKoZIzj0", "MIIBIjANBgkqhkiG9w0BAQEFAAOC", "MIICIjANBgkqhkiG9w0BAQEFAAOC", "MCowBQYDK2VwAyEA", "AAAAB3NzaC1", "AAAAC3NzaC1", "-----BEGIN CERT", "-----BEGIN PUBLIC"}

func structural(v string) bool {
	for _, p := range structuralPrefixes {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	return dateLike(v)
}

// isUUID reports the 8-4-4-4-12 form.
func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if v[i] != '-' {
				return false
			}
		} else if !isHex(v[i]) {
			return false
		}
	}
	return true
}

// dateLike reports 2025-01-31 with or without a time.
func dateLike(v string) bool {
	return len(v) >= 10 && all(v[:4], isDigit) && v[4] == '-' && all(v[5:7], isDigit) && v[7] == '-' && all(v[8:10], isDigit)
}

// holdsSum reports words around a checksum, as caches name their entries:
// node-modules-Linux-<sha256>-v2.
func holdsSum(v string) bool {
	rest, sums := 0, 0
	for part := range strings.FieldsFuncSeq(v, func(r rune) bool { return r < 0x80 && isSeparator(byte(r)) }) {
		if len(part) >= 16 && all(part, isHex) {
			sums++
		} else {
			rest += randomness(part)
		}
	}
	return sums > 0 && rest < 8 && strings.ContainsAny(v, "-_:/.")
}
