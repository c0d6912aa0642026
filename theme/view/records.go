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
	Shared    string // JSON of the members that all of these records have in common; Records leaves them out
	Records   []RawRecord
}

// RawRecord is a record as it was written.
type RawRecord struct {
	ID    string // of the element, "" for none
	Where string // file:line
	Time  time.Time
	// the record without the members in RecordType.Shared, or its start; "" when it repeats another
	// record, or was too large to be kept
	JSON  string
	Same  string      // file:line of the record that it repeats, "" for none
	More  []RawRecord // the records behind it that repeat the same one; Where is the line alone for one of the same file
	Texts []Link      // long members that repeat the text of the row, in files; JSON has the addresses instead
	Size  int         // bytes
	Whole string      // address of the whole record, "" when JSON is whole
}
