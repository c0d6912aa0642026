// Usage: node tokens.js <folder of the client's scripts> <vectors.json>
const fs = require('fs'), path = require('path'), vm = require('vm');
const [scripts, file] = process.argv.slice(2);
vm.runInThisContext(fs.readFileSync(path.join(scripts, 'search-tokens.js'), 'utf8'));
const S = globalThis.stenoSearch;
console.log(JSON.stringify(JSON.parse(fs.readFileSync(file, 'utf8')).map((v) => {
  const Terms = [];
  S.tokens(S.fold(v.text), (term) => Terms.push(term));
  return { Terms, Query: S.queryTerms(v.text).map((it) => it.term) };
})));
