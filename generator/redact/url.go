package redact

import "strings"

// url judges the user information of scheme://user:password@host. s[start:end]
// is "://".
func (sc *scanner) url(start, end int) {
	s := sc.s
	if start == 0 || !isWord(s[start-1]) {
		return
	}
	at, colon := -1, -1
	limit := min(len(s), end+1024)
scan:
	for i := end; i < limit; i++ {
		switch s[i] {
		case '@':
			at = i
		case ':':
			if colon < 0 {
				colon = i
			}
		case '/', '?', '#':
			if at >= 0 || colon < 0 || !sc.passwordGoesOn(i, limit) {
				break scan
			}
		case ' ', '\t', '\n', '\r', '"', '\'', '`', '<', '>', '\\', '|', '{', '}', 0, 0x1b:
			break scan
		}
	}
	if at < 0 || at == end || at+1 >= len(s) || !(isWord(s[at+1]) || s[at+1] == '[' || s[at+1] == '$' || s[at+1] == '/' || s[at+1] == '(' || s[at+1] == '%') {
		return
	}
	if colon < 0 || colon > at {
		if v := s[end:at]; len(v) >= 16 && !placeholder(v) && !reference(v) && randomness(v) >= 10 {
			sc.add(end, at, sc.e.rule("url-credentials"))
		}
		return
	}
	user, v := s[end:colon], s[colon+1:at]
	if len(v) < 2 && user != "" || v == "" || reference(v) || placeholder(v) && !(len(v) < 4 && hasDigit(v)) || v == user || strings.EqualFold(v, "x-oauth-basic") {
		if len(user) >= 16 && !placeholder(user) && !reference(user) && randomness(user) >= 10 {
			sc.add(end, colon, sc.e.rule("url-credentials"))
		}
		return
	}
	if len(v) == 1 || all(v, isLetter) && len(v) < 5 {
		return
	}
	sc.add(colon+1, at, sc.e.rule("url-credentials"))
}

// passwordGoesOn reports whether a slash, question mark or hash after
// "scheme://name:" belongs to a password: an @ with a host follows before any
// space, and what came so far is no port.
func (sc *scanner) passwordGoesOn(i, limit int) bool {
	s := sc.s
	colon := strings.LastIndexByte(s[max(0, i-256):i], ':') + max(0, i-256) + 1
	if all(s[colon:i], isDigit) {
		return false
	}
	for j := i + 1; j < limit && j < i+64; j++ {
		switch s[j] {
		case '@':
			return true
		case ' ', '\n', '"', '\'', '`', '<', '>', '\\', '/', ':', '=', '&':
			return false
		}
	}
	return false
}
