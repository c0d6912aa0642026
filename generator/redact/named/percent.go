package named

// percent reads a quote, space or separator written for a URL.
func percent(s string, i int) (n int, sign byte) {
	if i+3 > len(s) {
		return 0, 0
	}
	switch s[i+1 : i+3] {
	case "22", "27", "20", "5D", "5d":
		return 3, ' '
	case "3A", "3a":
		return 3, ':'
	case "3D", "3d":
		return 3, '='
	}
	return 0, 0
}
