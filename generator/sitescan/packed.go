package sitescan

import "bytes"

// packedFile returns what is before the string, and appends the bytes of the string to data, of a
// script that is one call with a name and a string of bytes, as files of the search index are:
// cs("t1","..."). It is written apart from what reads the index (search.unescape), since it checks
// what was written.
func packedFile(file, data []byte) (name, packed []byte, ok bool) {
	name, text, ok := bytes.Cut(file, []byte(`","`))
	text, ends := bytes.CutSuffix(text, []byte("\")\n"))
	if !ok || !ends || !bytes.HasPrefix(name, []byte(`cs("`)) {
		return nil, data, false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"': // behind the string
			return nil, data, false
		case c == '\\' && i+1 < len(text):
			i++
			switch c = text[i]; c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case '"', '\\':
			default:
				return nil, data, false
			}
		}
		data = append(data, c)
	}
	return name, data, true
}

// numbersFrom returns where the numbers begin in the text of a file of the index, of which name is what is before its
// string: behind the first line of a block of terms, and at once in a part of a list. In an archive of
// some size they look like a token somewhere.
func numbersFrom(name, text []byte) int {
	switch {
	case bytes.HasPrefix(name, []byte(`cs("t`)):
		return endAfter(text, "\n")
	case bytes.HasPrefix(name, []byte(`cs("p`)):
		return 0
	}
	return len(text)
}
