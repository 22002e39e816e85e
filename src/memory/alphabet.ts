// Whether a text is of certain characters only. To compile a pattern for it takes longer than to look at a few hundred
// characters, and every prompt would compile it anew.

export const HEX = "0123456789abcdef";
export const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const ID = "abcdefghijklmnopqrstuvwxyz0123456789_";

/** An empty text is of no alphabet. */
export function isOf(alphabet: string, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!alphabet.includes(text.charAt(at))) return false;
  return text !== "";
}
