// Whether a text is of certain characters only. To compile a pattern for it takes longer than to look at a few hundred
// characters, and every prompt would compile it anew.

export const HEX = "0123456789abcdef";
export const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const ID = "abcdefghijklmnopqrstuvwxyz0123456789_";

/** No alphabet has a character beyond. */
const ASCII_MAX = 128;

/** An empty text is of no alphabet. */
export function isOf(alphabet: string, text: string): boolean {
  const members = membersOf(alphabet);
  for (let at = 0; at < text.length; at += 1) if (members[text.charCodeAt(at)] !== 1) return false;
  return text !== "";
}

const known = new Map<string, Uint8Array>();

/** By the number of the character: a root of a hundred thousand files has millions of them in its names. */
function membersOf(alphabet: string): Uint8Array {
  const made = known.get(alphabet);
  if (made !== undefined) return made;
  const members = new Uint8Array(ASCII_MAX);
  for (let at = 0; at < alphabet.length; at += 1) members[alphabet.charCodeAt(at)] = 1;
  known.set(alphabet, members);
  return members;
}
