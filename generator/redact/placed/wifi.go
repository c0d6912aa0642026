package placed

import (
	"strings"

	"steno/generator/redact/chars"
)

// Keys of wireless networks: in the text that a QR code contains, in what Windows prints, in the
// settings of OpenWrt.

// KeyContents are what Windows calls the key of a network, in some languages.
var KeyContents = []string{"key content ", "schlüsselinhalt ", "contenu de la clé ", "contenido de la clave "}

// WiFi handles WIFI:T:WPA;S:home;P:Tr0ub4dor;; whose fields begin at s[at:].
func WiFi(f *Finder, at int) {
	s := f.S
	for at < len(s) {
		stop := at
		for stop < len(s) && s[stop] != ';' && s[stop] != '\n' && stop < at+chars.MaxToken {
			if s[stop] == '\\' && stop+1 < len(s) {
				stop++
			}
			stop++
		}
		stop = min(stop, len(s))
		if stop-at < 2 || s[at+1] != ':' || stop == len(s) || s[stop] != ';' {
			return
		}
		if s[at] == 'P' {
			f.password(at+2, stop)
		}
		at = stop + 1
	}
}

// KeyContent handles the key behind a colon.
func KeyContent(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), " ")
	if at >= len(s) || s[at] != ':' {
		return
	}
	end := chars.LineEnd(s, at)
	at, end = chars.TrimQuotes(s, at+1, len(strings.TrimRight(s[:end], " \r\t")))
	f.password(at, end)
}

// OptionKey handles option key 'Tr0ub4dor'.
func OptionKey(f *Finder, at int) {
	if s := f.S; at < len(s) && (s[at] == '\'' || s[at] == '"') {
		if end := strings.IndexByte(s[at+1:chars.LineEnd(s, at)], s[at]); end > 0 {
			f.password(at+1, at+1+end)
		}
	}
}

// Wireless handles wireless.radio0.key='Tr0ub4dor'. s[at:] is behind the first dot.
func Wireless(f *Finder, at int) {
	s := f.S
	for end := at + chars.MaxToken; at < len(s) && at < end && (chars.IsLabel(s[at]) || strings.IndexByte("@[]", s[at]) >= 0); {
		at++
	}
	if strings.HasSuffix(s[:at], ".key") && at < len(s) && s[at] == '=' {
		OptionKey(f, at+1)
	}
}
