// Package address names the pages and files of a site. Its input is ids, names and numbers of
// pages; its output is paths from the site's root, and the links between pages of one series.
package address
