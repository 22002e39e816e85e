// Whether a text is too large to look at. Counting the bytes of each takes as long as a rule; nearly all are so short or so long
// that their length tells.

/** In UTF-8, of one UTF-16 unit. */
const BYTES_PER_UNIT_MAX = 3;

export function isOverBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  return text.length * BYTES_PER_UNIT_MAX > bytesMax && Buffer.byteLength(text) > bytesMax;
}
