// Package find has what all rules share: a rule and its severity, the text they look at, and the
// places in it where they found something.
package find

import (
	"fmt"
	"slices"
	"strings"
)

// Severity ranks findings, so that a policy can name the least one that it
// forbids. The zero value means "as the rule says".
type Severity uint8

// Severities, least first. Off turns a rule off.
const (
	Default Severity = iota
	Off
	Low    // personal data: paths, user names, addresses
	Medium // probably a secret: recognized by its surroundings
	High   // a secret by its own form, or named by the user
)

var severityNames = []string{"default", "off", "low", "medium", "high"}

// String returns the severity's name as written in a configuration.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return "default"
}

// ParseSeverity reads a severity's name: off, low, medium, high or default.
func ParseSeverity(name string) (Severity, error) {
	i := slices.Index(severityNames, strings.ToLower(name))
	if i < 0 {
		return Default, fmt.Errorf("unknown severity %q; use off, low, medium or high", name)
	}
	return Severity(i), nil
}
