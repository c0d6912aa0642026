package sitetest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// searchNarrows chooses kinds and tools, goes back, and removes filters by mouse and keyboard.
func searchNarrows(t *testing.T, tab *tab, _ *made) {
	const (
		found    = `parseInt(document.getElementById('find-status').textContent.replace(/,/g, ''))`
		choose   = `window.chip = s => document.querySelector('#find ' + s); window.count = s => +chip(s).querySelector('span').textContent.replace(/,/g, ''); `
		pressed  = `[...document.querySelectorAll('#find-kinds > [aria-pressed=true], #find-tools > [aria-pressed=true]')].map(b => b.value).join()`
		address  = `((p) => [p.get('q'), p.get('kind'), p.get('tool')].join(' '))(new URL(location.href).searchParams)`
		counted  = `[...document.querySelectorAll('#find-kinds > button')].reduce((n, b) => n + +(b.querySelector('span') || {textContent: NaN}).textContent.replace(/,/g, ''), 0)`
		toolsHad = `[...document.querySelectorAll('#find-tools > [value]')]`
	)
	tab.open(t, "search/index.html?q=seed")
	tab.check(t, "the counts of the kinds add up", found+` > 9 && `+counted+` === `+found)
	tab.check(t, "the tools say what is counted", `document.querySelector('#find-tools > .find-name').textContent === 'Tools'`)
	tab.check(t, "tools of servers have their names", `stenoSearch.toolName('mcp__Claude_Browser__javascript_tool') === 'javascript tool · Claude Browser' && stenoSearch.toolName('Bash') === 'Bash'`)
	tab.do(t, choose+`window.prompts = count('#find-kinds > [value=prompt]'); window.replies = count('#find-kinds > [value=reply]'); chip('#find-kinds > [value=prompt]').focus(); chip('#find-kinds > [value=prompt]').click()`)
	tab.check(t, "a kind narrows", `prompts > 0 && `+found+` === prompts && `+pressed+` === 'prompt' && `+address+` === 'seed prompt '`)
	tab.do(t, `chip('#find-kinds > [value=reply]').focus(); chip('#find-kinds > [value=reply]').click()`)
	tab.check(t, "a second kind adds", found+` === prompts + replies && `+pressed+` === 'prompt,reply' && count('#find-kinds > [value=prompt]') === prompts`)
	tab.check(t, "the chip keeps the focus", `document.activeElement === chip('#find-kinds > [value=reply]')`)
	tab.click(t, "#find-scope > [value='']")
	tab.check(t, "everything is back", found+` > prompts + replies && `+pressed+` === '' && `+address+` === 'seed  ' && `+toolsHad+`.length > 1`)
	tab.do(t, `window.two = `+toolsHad+`.slice(0, 2).map(b => b.value); window.each = two.map(v => count('#find-tools > [value="' + v + '"]')); `+toolsHad+`[0].click()`)
	tab.check(t, "a tool narrows", found+` === each[0]`)
	tab.do(t, `window.other = `+toolsHad+`.find(b => b.value === two[1]); other.focus(); other.click()`)
	tab.check(t, "a second tool adds, and keeps the focus", found+` === each[0] + each[1] && document.activeElement === other && `+address+` === 'seed  ' + two.join()`)
	tab.do(t, `history.back()`)
	tab.check(t, "back removes it", found+` === each[0] && `+pressed+` === two[0]`)
	tab.do(t, `window.name = two[0]; location.reload()`)
	tab.check(t, "the address has all of it", `!window.two && `+pressed+` === window.name && `+found+` > 0`)
	tab.click(t, "#find-scope > [value=prompt]")
	tab.check(t, "only my words", `document.querySelector('.find-about') && [...document.querySelectorAll('.find-about')].every(e => /^(Prompt|Task)/.test(e.textContent)) && `+address+` === 'seed prompt '`)
	tab.do(t, `[...document.querySelectorAll('#find-scope > button')].find(b => b.textContent === 'Without tools').click()`)
	tab.check(t, "without tools", pressed+`.startsWith('prompt,reply,thinking') && document.querySelectorAll('.find-about').length > 2 && [...document.querySelectorAll('.find-about')].every(e => !/^(Call|Result)/.test(e.textContent))`)

	tab.open(t, "search/index.html?q=seed+kind:prompt+tool:Bash")
	tab.check(t, "what was typed narrows", `document.querySelectorAll('#find-on button').length === 3`)
	tab.do(t, `document.querySelector('#find-kinds > [value=call]').click()`)
	tab.check(t, "a kind takes the place of the one that was typed", `document.querySelector('.find-about') && [...document.querySelectorAll('.find-about')].every(e => /^Call/.test(e.textContent)) && `+address+` === 'seed  tool:Bash call ' && `+pressed+` === 'call'`)
	tab.open(t, "search/index.html?q=seed+-kind:event&is=failed")
	tab.check(t, "active filters are listed", `[...document.querySelectorAll('#find-on button')].map(b => b.textContent).join() === '-kind:event,is: failed,Clear all' && `+found+` > 0`)
	tab.do(t, `document.querySelector('#find-on button').focus()`)
	tab.press(t, kb.Enter)
	tab.check(t, "a key removes one, and the focus goes to the next", `document.getElementById('q').value === 'seed' && document.querySelectorAll('#find-on button').length === 1 && document.activeElement.textContent === 'is: failed'`)
	tab.press(t, kb.Enter)
	tab.check(t, "at last the focus is in the field", `!document.querySelector('#find-on button') && document.activeElement.id === 'q' && !document.querySelector('[name=is]').checked && `+address+` === 'seed  '`)

	tab.open(t, "search/index.html?q=seed&kind=result")
	tab.check(t, "code keeps its lines", `[...document.querySelectorAll('.find-code')].some(e => /\n +\S/.test(e.textContent) && getComputedStyle(e).whiteSpace === 'pre-wrap')`)
	tab.do(t, `window.name = document.querySelector('.find-resume').dataset.copy; document.querySelector('.find-group h2 a').click()`)
	tab.check(t, "the session has the same resume command", `window.name.includes('--resume') && document.querySelector('[data-what="the resume command"]').textContent === window.name`)
	tab.open(t, "search/index.html?q=seed&kind=summary&tool=Bash")
	tab.check(t, "an empty answer offers what there is", `/(^| )Try seed /.test(document.getElementById('find-note').textContent) && document.querySelector('#find-note a').search === '?q=seed%20'`)
	tab.quiet(t, "search")
}
