package sitetest

import (
	"cmp"
	"path"
	"strings"
	"testing"

	phrase "steno/theme/words"
)

// tableOf is the table of the statistics that a folder of pages is behind, and what a session's page calls its rows.
var tableOf = map[string]struct{ table, kind string }{
	"command": {"commands", "Commands"}, "tool": {"tools", "Tools"}, "tests": {"tests", "Test runs"}, "skill": {"skills", "Skills"},
	"slash": {"slash", "Slash commands"}, "agent": {"agents", "Agents"}, "model": {"models", ""},
}

// underivable are numbers of one session that its page lists the parts of, but that nobody can compute from these parts, with the reason.
var underivable = map[string]string{
	"others Median": "the median of several tools together does not follow from the median of each",
}

// ofSession compares a number of a session with what the place of its page says that it leads to.
func (n shownNumber) ofSession(t *testing.T, to *page, anchor string, pages map[string]*page) {
	t.Helper()
	switch n.label {
	case "Sessions": // it is one
		if n.text != "1" {
			t.Errorf("%s: %s sessions lead to a single one", n.page, n.text)
		}
		return
	case "More failures": // besides those that are linked
		n.restOfFailures(t)
		return
	}
	want, known := amount{}, true
	switch anchor {
	case "figures":
		want, known = n.ofHead(saidHead(to))
	case "tests":
		want, known = saidTests(to)[strings.ToLower(n.label)]
	case "uses":
		if n.label == "Followed by" {
			n.followed(t, to, pages["stats/index.html"])
			return
		}
		want, known = n.ofUses(to, pages["stats/index.html"])
	case "tokens", "days":
		want, known = n.ofModels(t, to, pages["stats/index.html"])
	default:
		t.Errorf("%s: %s %s of %s leads to no place of the session", n.page, n.label, n.text, n.name)
		return
	}
	if got := amountOf(n.text); !known {
		t.Errorf("%s: %s %s of %s is not on %s#%s", n.page, n.label, n.text, n.name, to.name, anchor)
	} else if !got.equals(want) {
		t.Errorf("%s: %s of %s is %s, %s#%s has %v", n.page, n.label, n.name, n.text, to.name, anchor, want.value)
	}
}

// restOfFailures compares the failures that a row links, and those that it does not, with its number of failures.
func (n shownNumber) restOfFailures(t *testing.T) {
	t.Helper()
	linked := 0
	for a := range elements(n.at.Parent, "a") {
		if strings.HasPrefix(text(a), "failure ") {
			linked++
		}
	}
	_, more, _ := strings.Cut(n.text, "and ")
	all := cmp.Or(n.beside["Failed"], n.beside["Failed calls"], n.beside["Errors"])
	if want := float64(linked) + amountOf(more).value; amountOf(all).value != want {
		t.Errorf("%s: %d failures of %s are linked, %s; of %s", n.page, linked, n.name, n.text, all)
	}
}

// topic is the folder of the statistics that a number's page is in.
func (n shownNumber) topic() string { return strings.Split(n.page, "/")[1] }

// several reports whether a number is of the uses that no table lists, or of all.
func (n shownNumber) several() (others, all bool) {
	dir := path.Base(path.Dir(n.page))
	return strings.HasPrefix(dir, "others-"), strings.HasPrefix(dir, "total-")
}

// ofHead is a number by the head of the session's page. A part of a cost is what its row says it is a part of.
func (n shownNumber) ofHead(said map[string]amount) (amount, bool) {
	label := strings.TrimSuffix(strings.ToLower(n.label), "s")
	switch label {
	case "lines added", "lines removed":
		label = strings.ToLower(n.label)
	case "cost of the session":
		label = "cost"
	case "cost":
		if of := n.beside["Pull requests"]; of != "" {
			whole := said[label]
			return amount{whole.value / plainNumber(of), whole.off}, true
		}
	}
	a, known := said[label]
	return a, known
}

// ofUses is a number by the list of what the session used.
func (n shownNumber) ofUses(to, stats *page) (sum amount, known bool) {
	of := tableOf[n.topic()]
	rows := saidUses(to)[of.kind]
	label := strings.ToLower(n.label)
	others, all := n.several()
	if n.topic() == "week" || n.topic() == "day" {
		rows, all = saidUses(to)["Tools"], true
		if label = strings.TrimPrefix(label, "failed "); n.label == "Failed calls" {
			label = "failed"
		}
		if n.label == "Failed" {
			return shareOf(rows[""], "failed", "calls"), true
		}
	}
	name := n.name
	if all {
		name = ""
	}
	if said, listed := rows[name][label]; !others {
		return amountOf(said), listed
	}
	if underivable["others "+n.label] != "" {
		return amountOf(n.text), true
	}
	sums, listed := map[string]string{}, listedNames(stats, of.table)
	parts := map[string]amount{}
	for name, figures := range rows {
		if name == "" || listed[name] {
			continue
		}
		for label, said := range figures {
			parts[label] = parts[label].plus(amountOf(said))
			sums[label], known = phrase.Number(int(parts[label].value)), true
		}
	}
	if label == "rate" {
		for _, of := range []string{"runs", "calls", "loads"} {
			if sums[of] != "" {
				return shareOf(sums, "failed", of), true
			}
		}
	}
	return parts[label], known
}

// shareOf is a part in percent.
func shareOf(figures map[string]string, part, of string) amount {
	return amount{100 * amountOf(figures[part]).value / amountOf(figures[of]).value, .05}
}

// followed compares what followed failures.
func (n shownNumber) followed(t *testing.T, to, stats *page) {
	t.Helper()
	others, all := n.several()
	listed := listedNames(stats, "commands")
	sums := map[string]float64{}
	for name, figures := range saidUses(to)["Commands"] {
		if all && name == "" || !all && !others && name == n.name || others && name != "" && !listed[name] {
			for label, said := range figures {
				sums[label] += amountOf(said).value
			}
		}
	}
	for label, said := range labelled(strings.ToLower(n.text)) {
		if sums[label] != amountOf(said).value {
			t.Errorf("%s: %s of %s: %s %s, its page has %v", n.page, n.label, n.name, label, said, sums[label])
		}
	}
}

// ofModels is a number by the tokens of the session's models.
func (n shownNumber) ofModels(t *testing.T, to, stats *page) (sum amount, known bool) {
	t.Helper()
	others, all := n.several()
	listed := listedNames(stats, "models")
	name, label, day := n.name, n.label, ""
	switch n.topic() {
	case "week", "day":
		all = true
		switch label {
		case "Input":
			label = "All input"
		case "Cached":
			label = "Cache read"
		}
	case "tokens": // a column is a model
		name, label, day = n.label, "Tokens", strings.TrimPrefix(n.name, "Tokens on ")
		others, listed = name == "others", map[string]bool{}
		for _, head := range headsOf(n.at)[2:] {
			listed[head] = true
		}
	}
	models := saidModels(t, to)
	byDay := false
	for _, m := range models {
		byDay = byDay || len(m.days) > 0
	}
	input, read := amount{}, amount{}
	for full, m := range models {
		short := shownModel.ReplaceAllString(full, "")
		if !(all || others && !listed[full] && !listed[short] || full == name || short == name) {
			continue
		}
		known = true
		input, read = input.plus(m.figures["All input"]), read.plus(m.figures["Cache read"])
		if day != "" && byDay {
			sum = sum.plus(m.days[day])
		} else {
			sum = sum.plus(m.figures[label])
		}
	}
	if label == "Cache share" {
		return amount{100 * read.value / input.value, .05}, known
	}
	return sum, known
}
