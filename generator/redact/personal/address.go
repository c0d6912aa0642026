package personal

import (
	"net/netip"
	"strings"

	"steno/generator/redact/chars"
)

// Email handles the address around an @.
func Email(f *Finder, at int) {
	s := f.S
	from, stop := at, at+1
	from = chars.RunBack(s, at-64, from, func(c byte) bool { return chars.IsLabel(c) || c == '+' })
	from = chars.Run(s, from, at, func(c byte) bool { return !chars.IsWord(c) })
	stop = chars.Run(s, stop, at+128, func(c byte) bool { return chars.IsWord(c) || c == '.' || c == '-' || c >= 0x80 })
	stop = chars.RunOfBack(s, at, stop, ".-")
	host := s[at+1 : stop]
	dot := strings.LastIndexByte(host, '.')
	if from == at || dot < 1 || len(host)-dot < 3 || !chars.All(host[dot+1:], chars.IsLetter) || neutralAddress(s[from:at], host) {
		return
	}
	f.AddAs(from, stop, "email")
}

// neutralAddress reports addresses that are not personal: git@, noreply@ and the
// domains kept for examples (RFC 2606).
func neutralAddress(user, host string) bool {
	host = strings.ToLower(host)
	return user == "git" || strings.EqualFold(user, "noreply") || strings.EqualFold(user, "no-reply") ||
		host == "users.noreply.github.com" ||
		host == "example.com" || host == "example.org" || host == "example.net" ||
		strings.HasSuffix(host, ".example") || strings.HasSuffix(host, ".test") ||
		strings.HasSuffix(host, ".local")
}

// IPs handles IP addresses. Loopback, private and documentation addresses
// say nothing about anybody and stay, and so do version numbers.
func IPs(f *Finder) {
	s := f.S
	for i := 0; i < len(s); {
		if !chars.IsHex(s[i]) && s[i] != ':' || i > 0 && (chars.IsLabel(s[i-1]) || s[i-1] == ':') {
			i++
			continue
		}
		j, marks := i, 0
		for j < len(s) && j-i < 46 && (chars.IsHex(s[j]) || s[j] == ':' || s[j] == '.') {
			if s[j] == ':' || s[j] == '.' {
				marks++
			}
			j++
		}
		if marks >= 3 && (j == len(s) || !chars.IsWord(s[j]) && s[j] != '-') {
			text := strings.TrimRight(s[i:j], ".:")
			if host, port, ok := strings.Cut(text, ":"); ok && strings.Count(host, ".") == 3 && chars.All(port, chars.IsDigit) {
				text = host
			}
			if a, err := netip.ParseAddr(text); err == nil && personalAddress(a) {
				f.AddAs(i, i+len(text), "ip")
			}
		}
		i = max(j, i+1)
	}
}

var documentation = []netip.Prefix{
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("2001:db8::/32"),
}

func personalAddress(a netip.Addr) bool {
	for _, p := range documentation {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsGlobalUnicast() && !a.IsPrivate() && !a.IsLoopback() && !(a.Is4() && (a.As4()[0] < 5 || a.As4()[0] >= 240))
}
