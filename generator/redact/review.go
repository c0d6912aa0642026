package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"steno/generator/redact/find"
)

// A list of reviewed values is often public: it is in the configuration of a
// repository. The SHA-256 of a short password can be guessed, so lists name values by
// ids that only who has the key can compute: HMAC-SHA-256 over the value's hash. Plain
// hashes of older lists still count.

// Allow names one value: by its id, or by the first 8 or more hex digits of its
// SHA-256. An empty rule means any.
type Allow struct {
	Rule string
	Hash string // an id, see ID, or hex digits
}

// idPrefix distinguishes an id from a plain hash.
const idPrefix = "hmac-"

// minID is the fewest characters that an id may be cut to.
const minID = len(idPrefix) + 16

// ID returns what names a value in public lists, "" without a key.
func ID(key []byte, h Hash) string {
	if len(key) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(h[:])
	return idPrefix + hex.EncodeToString(mac.Sum(nil)[:16])
}

// Keyed reports whether a names its value by an id.
func (a Allow) Keyed() bool { return strings.HasPrefix(a.Hash, idPrefix) }

// Names reports whether a is the plain hash of a value that the rule found.
func (a Allow) Names(rule string, h Hash) bool {
	return !a.Keyed() && (a.Rule == "" || a.Rule == rule) && a.begins(h.String())
}

// begins reports whether one of two hashes is the beginning of the other.
func (a Allow) begins(hash string) bool {
	return strings.HasPrefix(hash, a.Hash) || strings.HasPrefix(a.Hash, hash)
}

func (a Allow) validate(list string, rules *find.Set) error {
	if _, ok := rules.Number(a.Rule); !ok && a.Rule != "" {
		return &UnknownRuleError{List: list, Rule: a.Rule, Known: rules.Names()}
	}
	digits, least, most := a.Hash, 8, 64
	if a.Keyed() {
		digits, least, most = a.Hash[len(idPrefix):], minID-len(idPrefix), 32
	}
	if len(digits) < least || len(digits) > most || strings.Trim(digits, "0123456789abcdef") != "" {
		return fmt.Errorf(`%s: %q is neither an id, "hmac-" and 16 to 32 hex digits, nor the first 8 to 64 hex digits of a SHA-256; "steno review" writes them`,
			list, a.Hash)
	}
	return nil
}

// names reports whether a list names the value with that hash, of 32 or more hex
// digits, found by that rule.
func (e *Engine) names(list []Allow, rule, hash string) bool {
	id := ""
	return slices.ContainsFunc(list, func(a Allow) bool {
		switch {
		case a.Rule != "" && a.Rule != rule:
			return false
		case !a.Keyed():
			return a.begins(hash)
		case id == "":
			var h Hash
			if h.UnmarshalText([]byte(hash[:2*len(h)])) != nil {
				return false
			}
			id = ID(e.options.Key, h)
		}
		return id != "" && strings.HasPrefix(id, a.Hash)
	})
}

// Found is a value that a build removes, as a person reviews it.
type Found struct {
	Rule        string
	Severity    Severity
	Placeholder string // what is in its place
	Hash        Hash
	ID          string // names it in Options.Allow and Options.Reviewed; "" without Options.Key
	State       State
}

// State says what is known of a value.
type State string

// The states of values.
const (
	StateNew      State = "new"      // not reviewed yet
	StateReviewed State = "reviewed" // Options.Reviewed names it
	StateNamed    State = "named"    // it is what the configuration says is to be removed
)

// Found lists the values of the build in the order of their placeholders' numbers,
// but for those that Options.Allow names.
func (r *Redactor) Found() []Found {
	var list []Found
	for i := range r.entries {
		en := &r.entries[i]
		rule := &r.e.rules.Rules[en.rule]
		if rule.Severity == Off {
			continue
		}
		state := StateNew
		switch {
		case rule.Rank == find.RankUser:
			state = StateNamed
		case r.e.reviewed(rule.Name, en.hash.String()):
			state = StateReviewed
		}
		list = append(list, Found{rule.Name, rule.Severity, en.placeholder, en.hash, r.ID(en.hash), state})
	}
	return list
}

// ID returns what names a value in Options.Allow and Options.Reviewed, "" without a key.
func (r *Redactor) ID(h Hash) string { return ID(r.e.options.Key, h) }

// Unreviewed lists the values that nobody has looked at, in the order of their
// placeholders' numbers: they are in neither Options.Reviewed nor Options.Allow, and
// not what the user named in the configuration.
func (r *Redactor) Unreviewed() []Found {
	return slices.DeleteFunc(r.Found(), func(f Found) bool { return f.State != StateNew })
}

// Forbidden returns the places whose rule is at least as grave as least, those of
// values that were reviewed left out. Off and Default forbid nothing.
func (r *Redactor) Forbidden(report *Report, least Severity) []CountedPlace {
	if least <= Off {
		return nil
	}
	return slices.DeleteFunc(report.Places(), func(p CountedPlace) bool {
		return report.levels[p.Rule] < least || p.Hash != "" && r.e.reviewed(p.Rule, p.Hash)
	})
}

func (e *Engine) reviewed(rule, hash string) bool {
	return e.names(e.options.Reviewed, rule, hash)
}
