// Whether a text is too large to look at. Counting the bytes of each takes as long as a rule; nearly all are so short or so long
// that their length tells.

/** In UTF-8, of one UTF-16 unit. */
const BYTES_PER_UNIT_MAX = 3;
const PART_CHARS = 8_192;

export function isOverBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  if (text.length * BYTES_PER_UNIT_MAX <= bytesMax) return false;
  // What is over by a little shows it in its first part already: every unit yet to count has at least one byte.
  let bytes = text.length;
  for (let start = 0, end = 0; start < text.length && bytes <= bytesMax; start = end) {
    end = partEnd(text, start + PART_CHARS);
    bytes += Buffer.byteLength(text.slice(start, end)) - (end - start);
  }
  return bytes > bytesMax;
}

/** Not between the halves of one character, which have more bytes alone. */
function partEnd(text: string, at: number): number {
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  const isBetween = before >= 0xd800 && before <= 0xdbff && behind >= 0xdc00 && behind <= 0xdfff;
  return Math.min(isBetween ? at + 1 : at, text.length);
}
