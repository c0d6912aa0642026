package sitetest

import "testing"

// tagsLead follows a tag of the front page to all sessions that have it, and narrows them
// by a word.
func tagsLead(t *testing.T, tab *tab, _ *made) {
	tab.open(t, "index.html")
	tab.check(t, "sessions show their tags", `document.querySelectorAll('#sessions a.tag').length >= 2`)
	tab.do(t, `[...document.querySelectorAll('#sessions a.tag')].find(a => a.textContent === 'release').click()`)
	tab.check(t, "both sessions with the tag are found, and no other", `[...document.querySelectorAll('#find-results a')].map(a => a.textContent).filter(s => /^Steeping/.test(s)).length === 2 && /^2 titles in 2 sessions/.test(document.querySelector('#find-status').textContent)`)
	tab.check(t, "the filter is shown", `document.querySelector('#find-filters').open && document.querySelector('#find [name=tag]').value === 'release'`)
	tab.check(t, "the filter knows the other tags", `[...document.querySelector('#find [name=tag]').options].some(o => o.value === 'catalogue')`)
	tab.open(t, "search/index.html?q=profiles%20-tag:release")
	tab.check(t, "a tag can be left out", `document.querySelector('#find-status').textContent !== '' && ![...document.querySelectorAll('#find-results a')].some(a => /^Steeping profiles/.test(a.textContent))`)
	tab.quiet(t, "tags")
}
