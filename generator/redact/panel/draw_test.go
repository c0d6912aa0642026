package panel

import (
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math/rand/v2"
	"regexp/syntax"
	"strconv"
	"strings"
)

// drawer draws values and the texts around them. Its numbers depend on nothing but
// the seed and the names that it was made with.
type drawer struct{ *rand.Rand }

// newDrawer returns the drawer for one case.
func newDrawer(seed uint64, names ...string) drawer {
	h := fnv.New64a()
	for _, n := range names {
		fmt.Fprintf(h, "%s\x00", n)
	}
	return drawer{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// pick returns one of the texts.
func (d drawer) pick(texts ...string) string { return texts[d.IntN(len(texts))] }

// chars draws n characters of an alphabet.
func (d drawer) chars(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[d.IntN(len(alphabet))]
	}
	return string(b)
}

// The alphabets of formats that are drawn without an expression.
const (
	lower    = "abcdefghijklmnopqrstuvwxyz"
	digits   = "0123456789"
	alphanum = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + lower + digits
	base64s  = alphanum + "+/"
)

// value draws a value of a kind. Where its format has a group, only what is in the
// group counts as drawn.
func (d drawer) value(k Kind) (v value, err error) {
	if name, ok := strings.CutPrefix(k.Format, "@"); ok {
		v, err = d.special(name)
	} else {
		v, err = d.expression(k.Format)
	}
	if err != nil {
		return value{}, fmt.Errorf("kind %s: %w", k.Name, err)
	}
	return v, nil
}

// expression draws a text that a regular expression matches.
func (d drawer) expression(expr string) (v value, err error) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return value{}, err
	}
	group := [2]int{-1, -1}
	if err := d.match(re, &v, &group); err != nil {
		return value{}, err
	}
	for i := range v.drawn {
		v.drawn[i] = v.drawn[i] && (group[1] < 0 || group[0] <= i && i < group[1])
	}
	return v, nil
}

// match appends to v a text that re matches; group becomes the span of its group.
func (d drawer) match(re *syntax.Regexp, v *value, group *[2]int) error {
	switch re.Op {
	case syntax.OpEmptyMatch:
	case syntax.OpLiteral:
		v.add(string(re.Rune), false)
	case syntax.OpCharClass:
		total := 0
		for i := 0; i < len(re.Rune); i += 2 {
			total += int(re.Rune[i+1]-re.Rune[i]) + 1
		}
		at := d.IntN(total)
		for i := 0; i < len(re.Rune); i += 2 {
			if n := int(re.Rune[i+1]-re.Rune[i]) + 1; at >= n {
				at -= n
			} else {
				v.add(string(re.Rune[i]+rune(at)), true)
				break
			}
		}
	case syntax.OpCapture:
		from := len(v.text)
		if err := d.match(re.Sub[0], v, group); err != nil {
			return err
		}
		*group = [2]int{from, len(v.text)}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if err := d.match(sub, v, group); err != nil {
				return err
			}
		}
	case syntax.OpAlternate:
		return d.match(re.Sub[d.IntN(len(re.Sub))], v, group)
	case syntax.OpQuest, syntax.OpRepeat:
		least, most := re.Min, re.Max
		if re.Op == syntax.OpQuest {
			least, most = 0, 1
		}
		if most < 0 {
			return fmt.Errorf("%s has no upper bound", re)
		}
		for range least + d.IntN(most-least+1) {
			if err := d.match(re.Sub[0], v, group); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("cannot draw from %s", re)
	}
	return nil
}

// special draws a value of a format that no expression describes.
func (d drawer) special(name string) (v value, err error) {
	name, arg, _ := strings.Cut(name, ":")
	switch name {
	case "github":
		random := d.chars(alphanum, 30)
		v.add(arg, false)
		v.add(random+checksum(random), true)
	case "jwt":
		v = d.jwt(arg)
	case "password":
		v.add(d.password(arg), true)
	case "phrase":
		n, err := strconv.Atoi(arg)
		if err != nil {
			return v, fmt.Errorf("@phrase: %w", err)
		}
		v.add(strings.Join(d.words(n), " "), true)
	case "pem":
		label, lines, _ := strings.Cut(arg, ":")
		n, err := strconv.Atoi(lines)
		if err != nil {
			return v, fmt.Errorf("@pem: %w", err)
		}
		v = d.pem(strings.ReplaceAll(label, "_", " "), n)
	case "service-account":
		key := d.pem("PRIVATE KEY", 26).each(jsonByte)
		v.add("{\n  \"type\": \"service_account\",\n  \"project_id\": \"acme-prod\",\n  \"private_key_id\": \"", false)
		// The id only names the key: google/auth/crypt/base.py of googleapis/google-auth-library-python.
		v.add(d.chars("0123456789abcdef", 40), false)
		v.add("\",\n  \"private_key\": \"", false)
		v.join(key)
		v.add("\",\n  \"client_email\": \"ci@acme-prod.iam.gserviceaccount.com\"\n}", false)
	default:
		return v, fmt.Errorf("no format @%s", name)
	}
	return v, nil
}

// checksum is the end of GitHub's and npm's tokens: CRC-32 of the rest in base 62.
func checksum(random string) string {
	const base62 = digits + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + lower
	out := []byte("000000")
	for i, n := len(out)-1, crc32.ChecksumIEEE([]byte(random)); i >= 0; i-- {
		out[i], n = base62[n%62], n/62
	}
	return string(out)
}

// jwt draws a signed JSON web token. Its header and its claims' names are no secret,
// so only the claims' values and the signature count as drawn.
func (d drawer) jwt(alg string) (v value) {
	size := 43
	if alg == "" {
		alg = "HS256"
	} else {
		size = 342
	}
	enc := base64.RawURLEncoding.EncodeToString
	v.add(enc([]byte(`{"alg":"`+alg+`","typ":"JWT"}`))+".", false)
	claims := fmt.Sprintf(`{"sub":"%s","name":"%s","iat":%d,"exp":%d}`,
		d.chars(digits, 10), d.words(1)[0], 1760000000+d.IntN(9000000), 1780000000+d.IntN(9000000))
	v.add(enc([]byte(claims)), true)
	v.add(".", false)
	v.add(d.chars(alphanum+"-_", size), true)
	return v
}

// pem draws a private key in its armour.
func (d drawer) pem(label string, lines int) (v value) {
	v.add("-----BEGIN "+label+"-----\n", false)
	if strings.HasPrefix(label, "PGP") {
		v.add("\n", false)
	}
	for range lines - 1 {
		v.add(d.chars(base64s, 64), true)
		v.add("\n", false)
	}
	v.add(d.chars(base64s, 22), true)
	v.add("==\n-----END "+label+"-----", false)
	return v
}

// vocabulary is what people make passwords and phrases of.
const vocabulary = "copper lantern orchid tiger maple harbor velvet rocket pepper canyon marble falcon " +
	"winter bamboo cactus meadow puzzle ginger anchor thunder walnut silver dragon monkey castle coffee " +
	"island planet guitar forest pirate summit button crystal ladder magnet pillow saddle turtle violin"

// words draws different words.
func (d drawer) words(n int) []string {
	words := strings.Fields(vocabulary)
	d.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words[:n]
}

// password draws a password as people or their password managers make it.
func (d drawer) password(style string) string {
	title := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	w := d.words(4)
	switch style {
	case "words":
		return title(w[0]) + "-" + w[1] + "-" + w[2] + "-" + w[3] + d.pick("", "-"+d.chars(digits, 2))
	case "human":
		return d.pick(w[0]+title(w[1]), title(w[0])+d.pick("_", ".", "-")+w[1], title(w[0])) + d.chars(digits, 2+d.IntN(3)) + d.pick("!", "#", "?", "")
	case "season":
		return d.pick("Summer", "Winter", "Spring", "Autumn") + d.pick("2024", "2025", "2026") + d.pick("!", "!!", "#", "@1")
	case "strong":
		return d.chars(alphanum, 1) + d.chars(alphanum+"!@#%^*_+=?.-", 13+d.IntN(6)) + d.pick("!", "%", "^", "*") + d.chars(digits, 1)
	default:
		return d.chars(lower, 1) + d.chars(alphanum, 10+d.IntN(8)) + d.chars("ABCDEFGHJKLMNPQRSTUVWXYZ", 1) + d.chars(digits, 2)
	}
}
