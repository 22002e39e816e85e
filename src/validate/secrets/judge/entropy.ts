// The variety of a value, judged by its first part: a repetition there means a stand-in, and a hostile text cannot make the
// judgement slow.

const CHARS_JUDGED_MAX = 256;
const CODES = 128;

/** The frequency of each character; all beyond ASCII count as one. */
export function countCharacters(value: string): Uint16Array {
  const counts = new Uint16Array(CODES);
  const end = Math.min(value.length, CHARS_JUDGED_MAX);
  for (let index = 0; index < end; index += 1) {
    const code = Math.min(value.charCodeAt(index), CODES - 1);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Shannon's bits per character: 0 for "xxxx", about 3.6 for 32 random hexadecimal digits. */
function entropyOf(value: string): number {
  const total = Math.min(value.length, CHARS_JUDGED_MAX);
  let bits = 0;
  for (const count of countCharacters(value)) {
    if (count > 0) bits -= (count / total) * Math.log2(count / total);
  }
  return bits;
}

const BITS_WANTED = 3;
/** Share of the best possible entropy of a value of this length, in which no two characters are alike. */
const SHARE_OF_BEST = 0.62;

/** Short values cannot reach three bits, so less is required of them. */
export function isVaried(value: string): boolean {
  return entropyOf(value) >= Math.min(BITS_WANTED, SHARE_OF_BEST * Math.log2(value.length));
}
