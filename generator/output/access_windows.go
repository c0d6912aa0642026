package output

// writable does not know: an attribute of a folder says nothing, and lists of access are only tried out.
func writable(string) bool { return true }
