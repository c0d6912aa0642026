package sitescan

import "bytes"

// searchPacked looks into a script that is one call with a name and a string of deflated bytes, as files of the search
// index are: cs("t1","..."). It reports whether the file is one, with nothing else in it.
func (f *finder) searchPacked(file []byte) bool {
	name, packed, ok := bytes.Cut(file, []byte(`","`))
	start := len(name) + len(`","`)
	packed, ends := bytes.CutSuffix(packed, []byte("\")\n"))
	if !ok || !ends || !bytes.HasPrefix(name, []byte(`cs("`)) {
		return false
	}
	in := f.inflater.in[:0]
	for i := 0; i < len(packed); i++ {
		c := packed[i]
		switch {
		case c == '"': // behind the string
			return false
		case c == '\\' && i+1 < len(packed):
			i++
			switch c = packed[i]; c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case '"', '\\':
			default:
				return false
			}
		}
		in = append(in, c)
	}
	f.inflater.in = in
	if deflated, whole := f.searchInflated(start); !deflated || !whole {
		return false
	}
	f.forms(&buffer{text: name})
	return true
}
