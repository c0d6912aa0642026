package redact

import "strings"

// jwt finds JSON Web Tokens, signed (three parts) or encrypted (five), and those
// cut off after the second part. s[start:] begins with "eyJ".
func (sc *scanner) jwt(start int) {
	s := sc.s
	if !boundary(s, start) {
		return
	}
	parts, end := 0, start
	for i := start; parts < 5; {
		j := i
		for j < len(s) && isBase64(s[j]) && s[j] != '+' && s[j] != '/' {
			j++
		}
		if parts < 1 && j-i < 10 || parts == 1 && j-i < 8 {
			break
		}
		parts, end = parts+1, j
		if j >= len(s) || s[j] != '.' {
			break
		}
		i = j + 1
	}
	for end > start && s[end-1] == '.' {
		end--
	}
	if parts >= 2 {
		sc.add(start, end, sc.e.rule("jwt"))
	}
}

// discord checks id.time.signature, of which the run s[start:] is the first part: base64 of a
// number, as all bot tokens of Discord begin.
func (sc *scanner) discord(start int) {
	s := sc.s
	if two := s[start : start+2]; !strings.Contains("MT Mj Mz ND NT Nj Nz OD OT", two) || strings.IndexByte("AEIMQUYcgk", s[start+2]) < 0 || !boundary(s, start) {
		return
	}
	end := discordShape.match(s, start)
	if end < 0 || randomness(s[start:end]) < 20 {
		return
	}
	sc.add(start, end, sc.e.rule("discord-token"))
}

var discordShape = mustShape("[A-Za-z0-9]{23,28}.[A-Za-z0-9_-]{6}.[A-Za-z0-9_-]{27,45}")

func mustShape(text string) shape {
	sh, err := parseShape(text)
	if err != nil {
		panic(err)
	}
	return sh
}
