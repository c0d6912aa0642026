// Copies prompts with all that follows them, as Markdown: that of the page's twin, or, where a browser reads no
// file beside a page, what the page shows.
(function () {
  'use strict';
  const { $, $$ } = steno;
  const dialog = steno.make('dialog');
  dialog.id = 'share';
  dialog.innerHTML = '<form method=dialog><h2>Copy as Markdown</h2><p>Prompts <input type=number min=1 aria-label="From prompt">'
    + ' to <input type=number min=1 aria-label="To prompt"></p><button value=1>Copy</button> <button>Close</button></form>';
  document.body.append(dialog);
  const [from, to] = $$('input', dialog);
  const has = (n) => +n >= from.value && +n <= to.value;
  let opener;

  function shown() {
    let on;
    return $$('.thread > *').flatMap((e) => {
      const head = e.matches('.prompt') && $('h2', e);
      if (head) on = has(head.id.slice(2));
      return on ? $$(e.matches('.msg') ? 'h2, .prose > *' : 'summary', e).map((p) => {
        const text = p.innerText.trim();
        return p === head ? `## ${text}` : p.matches('.code') ? `\`\`\`\n${text}\n\`\`\`` : p.matches('summary') ? `- ${text.replace(/\s+/g, ' ')}` : text;
      }) : [];
    }).join('\n\n');
  }

  const twin = async () => location.protocol[0] === 'h' && (await fetch($('link[type="text/markdown"]').href)).text();
  dialog.onclose = () => {
    if (dialog.returnValue) twin().then((all) => all.split(/^## Rewound branch /m)[0].split(/^(?=## (?:Task|Prompt|Message)\b.*\n\n<.-- m-)/m)
      .filter((t) => (t = /^## (?:Task|\w+ (\d+))/.exec(t)) && has(t[1] || 1)).map((t) => t.replace(/^<.-- m-.*\n\n/gm, '')).join('') || shown()).catch(shown).then((text) => steno.copy(text, opener));
  };
  function open(event) {
    opener = event.target.closest('.share');
    if (!opener) return;
    from.value = to.value = $('h2', opener.parentElement).id.slice(2);
    dialog.showModal();
  }
  document.addEventListener('click', open);
  open(steno.shared);
})();
