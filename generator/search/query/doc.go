// Package query answers queries from a finished search index, as the search page of the site does:
// with the same syntax, hits and order. Each file here has one of the client beside it
// (theme/assets/js): parse.go and search.go are search-query.js, index.go is search-index.js,
// filter.go is search-filters.js, wide.go is search-wide.js, apart.go is search-apart.js. Tests ask
// both the same.
//
//	ix, err := query.Open(ctx, "public")
//	answer, err := ix.Search(ctx, "rewind_test.go kind:prompt", query.Options{Limit: 10})
//
// The index is foreign data: it may come from a web server. Nothing in it can make a reader leave
// its folder or address, read without end, or fail other than with an error.
package query
