// What a character can be inside a disguised word.

export const OTHER = 0;
export const LETTER = 1;
/** A digit that is written for a letter. */
export const LEET = 2;
export const DIGIT = 3;
/** Stands for a letter only between two letters. */
export const LEET_SYMBOL = 4;
/** Emphasis that can be put inside a word and changes nothing for its reader. */
export const MARK = 5;

const LEET_LETTERS: ReadonlyMap<string, string> = new Map([
  ["0", "o"],
  ["1", "i"],
  ["3", "e"],
  ["4", "a"],
  ["5", "s"],
  ["7", "t"],
  ["@", "a"],
  ["$", "s"],
  ["!", "i"],
  ["|", "l"],
]);

const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) KINDS[code] = LETTER;
  else if (/[013457]/.test(character)) KINDS[code] = LEET;
  else if (/\d/.test(character)) KINDS[code] = DIGIT;
  else if (/[@$!|]/.test(character)) KINDS[code] = LEET_SYMBOL;
  else if (/[*~`_]/.test(character)) KINDS[code] = MARK;
}

/** Past the end is OTHER. Letters beyond ASCII count as letters; the rest of them do no harm as such. */
export function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return KINDS[code] ?? OTHER;
  return code >= 0xc0 ? LETTER : OTHER;
}

export function plainLeet(word: string): string {
  let plain = "";
  for (const character of word) plain += LEET_LETTERS.get(character) ?? character;
  // One is written for both i and l; two in a row are only ever the latter.
  return plain.replaceAll("ii", "ll");
}
