package kind

import (
	"strings"

	"steno/generator/redact/chars"
)

// Identifiers that contain a transcript, a repository or a package together are no
// secrets, however random they look: links to commits and messages work by them.

// structuralPrefixes begin such identifiers.
var structuralPrefixes = []string{"toolu_", "srvtoolu_", "msg_", "req_", "sha1-", "sha256-", "sha384-",
	"sha512-", "sha256:", "sha512:", "sha1:", "md5:", "SHA256:", "SHA512:", "MD5:", "h1:", "go:sum", "arn:", "pk_live_", "pk_test_",
	"chatcmpl-", "call_", "resp_", "run_", "thread_", "asst_", "file-",
	"cus_", "sub_", "price_", "prod_", "acct_", "evt_", "urn:", "did:", "data:", "pkg:", "rev-", "commit:",
	"git:", "ssh-rsa", "ssh-ed25519", "ecdsa-sha2", "age1", "MFkwEwYHKoZIzj0", "MHYwEAYHKoZIzj0",
	"MIIBIjANBgkqhkiG9w0BAQEFAAOC", "MIICIjANBgkqhkiG9w0BAQEFAAOC", "MCowBQYDK2VwAyEA", "AAAAB3NzaC1",
	"AAAAC3NzaC1", "-----BEGIN CERT", "-----BEGIN PUBLIC"}

// Structural reports an identifier of a known form, a date or a version.
func Structural(v string) bool {
	for _, p := range structuralPrefixes {
		if strings.HasPrefix(v, p) {
			return len(p) > 5 || !shortID(p) || chars.All(v[len(p):], chars.IsWord) && len(v)-len(p) >= 8
		}
	}
	return itemID(v) || dateLike(v) || versionLike(v) || uuidFile(v) || ipv6(v) || grouped(v) || dimensions(v) || ofProgram(v)
}

// itemPrefixes begin the ids of what an answer of OpenAI's Responses API consists of: calls, thoughts, searches, summaries.
var itemPrefixes = chars.Set("fc", "rs", "ctc", "ws", "cmp", "tsc")

// itemID reports such an id: the prefix and 48 hexadecimal digits or more. Pi writes one behind the id of a call, with a
// bar between.
func itemID(v string) bool {
	prefix, drawn, _ := strings.Cut(v, "_")
	return itemPrefixes[prefix] && len(drawn) >= 48 && chars.All(drawn, chars.IsHex)
}

// shortID reports the prefixes that ordinary words begin with too: run_ and call_.
func shortID(prefix string) bool { return strings.HasSuffix(prefix, "_") }

// versionLike reports 1.2.3, ^1.2.3-beta.4 and jwt@9.0.2.
func versionLike(v string) bool {
	if i := strings.LastIndexByte(v, '@'); i > 0 &&
		chars.All(v[:i], func(c byte) bool { return chars.IsLabel(c) || c == '/' || c == '@' }) {
		v = v[i+1:]
	}
	v = strings.TrimLeft(v, "^~<>=v")
	main, _, _ := strings.Cut(v, "+")
	main, label, _ := strings.Cut(main, "-")
	numbers := strings.Split(main, ".")
	if len(numbers) < 3 || len(numbers) > 4 {
		return false
	}
	for _, n := range numbers {
		if n == "" || len(n) > 6 || !chars.All(n, chars.IsDigit) && n != "x" && n != "*" {
			return false
		}
	}
	return chars.All(label, chars.IsLabel)
}

// UUID reports the 8-4-4-4-12 form.
func UUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if v[i] != '-' {
				return false
			}
		} else if !chars.IsHex(v[i]) {
			return false
		}
	}
	return true
}

// EndsInUUID reports a UUID, alone or behind a short prefix.
func EndsInUUID(v string) bool {
	n := len(v) - 36
	return n >= 0 && n <= 24 && UUID(v[n:]) && (n == 0 || !chars.IsWord(v[n-1]))
}

// NumberedUUID reports a UUID, alone or behind a date or a number, as tools name sessions.
func NumberedUUID(v string) bool {
	return EndsInUUID(v) && chars.All(v[:len(v)-36], func(b byte) bool { return chars.IsDigit(b) || strings.IndexByte("-_.:T", b) >= 0 })
}

// dateLike reports 2025-01-31 with or without a time.
func dateLike(v string) bool {
	return len(v) >= 10 && chars.All(v[:4], chars.IsDigit) && v[4] == '-' && chars.All(v[5:7], chars.IsDigit) &&
		v[7] == '-' && chars.All(v[8:10], chars.IsDigit) &&
		chars.All(v[10:], func(c byte) bool { return chars.IsDigit(c) || strings.IndexByte("T:Z.+- ,", c) >= 0 })
}

// HoldsSum reports words around a checksum, as caches name their entries:
// node-modules-Linux-<sha256>-v2.
func HoldsSum(v string) bool {
	rest, sums := 0, 0
	for part := range strings.FieldsFuncSeq(v, func(r rune) bool { return r < 0x80 && chars.IsSeparator(byte(r)) }) {
		if len(part) >= 16 && chars.All(part, chars.IsHex) {
			sums++
		} else {
			rest += chars.Randomness(part)
		}
	}
	return sums > 0 && rest < 8 && strings.ContainsAny(v, "-_:/.")
}

// uuidFile reports a file that is named by a UUID.
func uuidFile(v string) bool {
	return len(v) > 37 && len(v) <= 48 && v[36] == '.' && UUID(v[:36]) &&
		chars.All(v[37:], func(c byte) bool { return chars.IsWord(c) || c == '.' })
}

// ipv6 reports an address of the sixth version of the Internet Protocol.
func ipv6(v string) bool {
	return len(v) <= 39 && strings.Count(v, ":") > 2 && chars.All(v, func(c byte) bool { return chars.IsHex(c) || c == ':' }) &&
		(strings.Contains(v, "::") || strings.Count(v, ":") == 7)
}

// Decimal reports a number with a point: 0.125.
func Decimal(v string) bool {
	whole, part, ok := strings.Cut(v, ".")
	return ok && whole != "" && part != "" && chars.All(whole, chars.IsDigit) && chars.All(part, chars.IsDigit)
}

// grouped reports a count as people write it: 26,690.
func grouped(v string) bool {
	if len(v) > 15 || strings.IndexByte(v, ',') < 0 {
		return false
	}
	for i, part := range strings.Split(v, ",") {
		if !chars.All(part, chars.IsDigit) || len(part) != 3 && (i > 0 || len(part) > 3 || part == "") {
			return false
		}
	}
	return true
}

// dimensions reports those of a picture or a tensor: 1920x1080, 8x256x512xf32.
func dimensions(v string) bool {
	parts := strings.Split(v, "x")
	for i, part := range parts {
		last := i == len(parts)-1 && i > 0
		if len(part) > 6 || part == "" || !chars.All(strings.TrimLeft(part, "bfiu"), chars.IsDigit) || !last && !chars.IsDigit(part[0]) {
			return false
		}
	}
	return len(parts) > 1
}
