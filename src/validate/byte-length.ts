// True when a text is too large to be checked. Counting its bytes would take as long as a rule, and the length of nearly
// every text decides already.

/** In UTF-8, per UTF-16 unit. */
const BYTES_PER_UNIT_MAX = 3;
const PART_CHARS = 8_192;

export function isOverBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  if (text.length * BYTES_PER_UNIT_MAX <= bytesMax) return false;
  // Counts part by part and stops at the limit: every unit yet to count has at least one byte, so a text slightly over the
  // limit is recognised at its first non-ASCII part.
  let bytes = text.length;
  for (let start = 0, end = 0; start < text.length && bytes <= bytesMax; start = end) {
    end = partEnd(text, start + PART_CHARS);
    bytes += Buffer.byteLength(text.slice(start, end)) - (end - start);
  }
  return bytes > bytesMax;
}

/** Not between the halves of a surrogate pair, which have more bytes when counted apart. */
function partEnd(text: string, at: number): number {
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  const isBetween = before >= 0xd800 && before <= 0xdbff && behind >= 0xdc00 && behind <= 0xdfff;
  return Math.min(isBetween ? at + 1 : at, text.length);
}
