// Package panel draws test cases for the redaction: secrets in the places where
// transcripts contain them, and texts that look like secrets and are none.
//
// It measures the engine and knows nothing of it. Kinds of secrets come from the
// formats that providers publish (kinds.txt), places from the texts that agents
// read and write (places.txtar), negatives from files and outputs that every
// project has (negatives.txtar). A case that the engine misses is a finding about
// the engine: the panel is extended when a format or a kind of text is missing, and
// never changed so that a case passes.
//
// What is a secret: a token whose form is published is one wherever it is written.
// A value without its own form (32 hex digits, a password) is one only where a
// careful person would recognise it: beside a telling name (API_KEY=, "dbPassword":),
// or in a position that contains nothing else (user:HERE@host, Authorization: Bearer
// HERE). The forms of [Kind] and the list of forms of each [Place] state which
// combinations count; only those are drawn.
//
// What is found: no run of 8 characters of the value is left in the output, as it is
// written there or decoded (half the length for values of less than 16 characters).
// Runs count when at least half of their characters were drawn, so a prefix that all
// tokens of a kind share may stay.
//
// A seed and the names of kind and place determine a case, so adding a kind changes
// no other case.
package panel
