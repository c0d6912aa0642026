// What a query that was answered has to say of itself, and the rest of a session's results. Loaded with the first query that has
// something to say, and with the first session that is asked for more.
(function (root) {
  'use strict';
  const S = root.stenoSearch;

  // rest adds the next results of a session, of which a button says how many are left.
  S.rest = async (button, all, add) => {
    const n = parseInt(button.textContent), left = Math.max(n - 20, 0);
    add(await S.records(S.opened().index, all.slice(-n, -left || undefined)));
    button.textContent = left + ' more in this session';
    button.hidden = !left;
  };

  S.tell = (result) => {
    const out = [];
    const words = (before, all, after = '. ') => all.length && out.push(before, S.el('b', '', [...new Set(all)].join(', ')), after);
    words('Without: ', result.q.not.map((w) => w.text));
    words('Not found anywhere: ', result.absent);
    words('No filter: ', result.absent.filter((w) => /^[a-z]+:\w/i.test(w)));
    for (const [term, instead] of result.instead) words('', [term], ' is not there; shown is ' + instead.join(', ') + '. ');
    if (result.said) out.push(result.said);
    words('No message has all words; left out: ', result.dropped);
    words('Taken apart: ', result.loose, ' is not there as one word. ');
    words('Not found: ', result.bad);
    for (const { mark, said } of result.wide) if (said) words('', [mark], ' ' + said + '. ');
    return out;
  };
})(globalThis);
