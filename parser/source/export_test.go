package source

// TestFormats are what tests of this package find: those of package formats, which imports it.
var TestFormats Formats
