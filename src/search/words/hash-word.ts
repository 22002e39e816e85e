// Words as numbers, for ranking without the words themselves: 32 bits name a word, 7 bits tell its forms apart.

/** FNV-1a over UTF-16 units, with a sign: without one half of the numbers would each be an object to the engine. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

/** `deployed` and `deploying` are one word in two forms; that they differ is all this has to say. */
export function hashForm(form: string): number {
  const hash = hashWord(form);
  return (hash ^ (hash >>> 7) ^ (hash >>> 14) ^ (hash >>> 21)) & 0x7f;
}

// What a table of words can be asked. Not more: the build may keep it as one text (scripts/build/render-tables.ts).

export type WordSet = Pick<ReadonlySet<string>, "has">;
export type WordMap = Pick<ReadonlyMap<string, string>, "get">;
