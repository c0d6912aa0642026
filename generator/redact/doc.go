// Package redact removes secrets and personal data from text before anything is
// derived from it. It is best effort: a value of no known form without a name such as
// "password" is not found, and pictures are not searched.
//
// A build works in two phases, because the same value must get the same number
// everywhere and a value that was found once must be redacted wherever it is:
//
//	engine, err := redact.New(options)      // an error stops the build
//	c := engine.Collect()                   // one per session, any number at once
//	c.Session(session)
//	values := c.Values()                    // small; may be kept for the next build
//	r := engine.Freeze(valuesOfAllSessions) // in the order of the sessions' start
//	findings := r.Session(session, c.Marks()) // any number at once
//
// Numbers follow from the order of the groups given to Freeze and from the order
// of finding within each, so they do not depend on workers or on what was built
// before. With sessions ordered by start (then id), a new session adds its
// numbers after all others and changes no page that exists.
//
// No found value is kept in memory or on disk. A Value contains the SHA-256 of a
// secret and of the forms in which it may be written, their lengths, and 24 bits
// that say where hashing is worth while. These find the value again, but do not
// contain it. Short passwords can be guessed from any hash, so files with Values
// must be as private as the transcripts. Of short texts without values the last ones are remembered in memory, as a whole.
//
// What to build again after a change: all sessions when Engine.Digest differs;
// else those for which Redactor.Key of the hashes in their findings differs, and,
// when there are values that the last build did not have, those whose text
// contains one according to Engine.Touches.
//
// This package keeps values and puts placeholders in their places. What finds them is below it. Package walk visits the
// texts of a session. Package scan reads each text once: its triggers.go lists every rule with the literals that lead to
// it. A rule is a function of the finder of the package that its reason is in: named (the name beside a value), placed
// (a place where only a value can be), near (words of the sentence or of a comment), token (the form of a value), wallet
// (the words and keys of wallets) and personal (who somebody is). They ask package
// judge whether a value under a name is a secret, and that asks package kind what the value looks like.
package redact
