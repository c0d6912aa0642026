package view

import "time"

// RecordsPage accounts for the records of a session: what happened to each line, and as
// they were written those that no message shows, and those behind what is folded.
type RecordsPage struct {
	Page
	Session  SessionRow
	Ledger   []LedgerRow // on the first page
	Files    []FileAccount
	Warnings []string     // of the parser, on the first page
	Types    []RecordType // those of this page
	Pager    Pager
}

// FileAccount is the ledger of one file.
type FileAccount struct {
	Path   string
	Ledger []LedgerRow // all classes, in the order of the session's
}

// RecordType are records of one type.
type RecordType struct {
	Name      string
	Becomes   string // "structural", "metadata", "withheld", "folded"
	Why       string
	Count     int // in the session
	Left      int // records of the type that no page of records shows
	Continued bool
	Shared    string // JSON of the members that all of these records have, which is not repeated in them
	Records   []RawRecord
}

// RawRecord is a record as it was written.
type RawRecord struct {
	ID    string // of the element, "" for none
	Where string // file:line
	Time  time.Time
	JSON  string // without what is shared, or its start; "" when it is the same as another, or was too large to be kept
	Same  string // where the record is that it repeats, "" for none
	Texts []Link // members that the page shows, in files; JSON has the addresses instead
	Size  int    // bytes
	Whole string // where all of it is, "" when JSON is whole
}
