// Package sessionjson is the JSON form of sessions: parser.Session with everything in it, for
// programs that read transcripts without reading the files of agents.
//
// The members are those of the structs of package parser, by the names of their json tags.
// What points from one part of a session to another, as an agent to the call that spawned it,
// is an id (see CallRef), so that each thing is in a document once. Times are RFC 3339 in UTC,
// durations are seconds.
//
// docs/session-json.md promises what stays. docs/session.schema.json is made from the types by
// this package's tests, which fail when it is out of date: a change that shows in it as a
// removal or as another meaning needs a new number in Schema; an addition does not.
package sessionjson
