package token

import "steno/generator/redact/chars"

// Nothing but its length identifies a secret key of AWS, so it is looked for right behind a key id.

const (
	secretKeyLength = 40
	nearKeyID       = 80 // bytes behind an id
)

// secretKey looks for the secret key that belongs to the id before s[at:].
func (f *Finder) secretKey(at int) {
	s := f.S
	limit := min(len(s), at+nearKeyID)
	for i := at; i < limit; i++ {
		if !chars.IsBase64(s[i]) || s[i] == '-' || s[i] == '_' {
			continue
		}
		end := chars.Run(s, i, i+chars.MaxToken, func(c byte) bool { return chars.IsWord(c) && c != '_' || c == '+' || c == '/' })
		run := s[i:end]
		if len(run) == secretKeyLength && chars.Randomness(run) >= chars.SurelyRandom &&
			chars.Some(run, chars.IsLower) && chars.Some(run, chars.IsUpper) && chars.HasDigit(run) {
			f.AddAs(i, end, "secret")
			return
		}
		i = max(i, end-1)
	}
}
