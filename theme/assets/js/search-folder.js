// Loading the index from a folder, where browsers fetch nothing: each file is a script that calls cs(key, data).
(function (root) {
  'use strict';
  const S = root.stenoSearch, waiting = S.waiting = S.waiting || new Map();

  root.cs = (key, data) => {
    const done = waiting.get(key);
    if (done) done(data);
  };

  S.folder = (url, key) => new Promise((resolve, reject) => {
    const tag = document.createElement('script');
    const end = (then) => {
      waiting.delete(key);
      tag.remove();
      then();
    };
    waiting.set(key, (data) => end(() => resolve(data)));
    tag.onload = tag.onerror = () => waiting.has(key) && end(() => reject(S.stale(url)));
    tag.charset = S.encoding(key);
    tag.src = url;
    document.head.append(tag);
  });
})(globalThis);
