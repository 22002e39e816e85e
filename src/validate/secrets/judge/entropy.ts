// How varied a value is. Judged on its first part: what repeats there is a stand-in whatever follows, and a hostile
// text cannot make the judgement slow.

const CHARS_JUDGED_MAX = 256;
const CODES = 128;

/** How often each character occurs; all beyond ASCII count as one. */
export function countCharacters(value: string): Uint16Array {
  const counts = new Uint16Array(CODES);
  const end = Math.min(value.length, CHARS_JUDGED_MAX);
  for (let index = 0; index < end; index += 1) {
    const code = Math.min(value.charCodeAt(index), CODES - 1);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Shannon's bits a character: 0 for "xxxx", about 3.6 for 32 random hexadecimal digits. */
function entropyOf(value: string): number {
  const total = Math.min(value.length, CHARS_JUDGED_MAX);
  let bits = 0;
  for (const count of countCharacters(value)) {
    if (count > 0) bits -= (count / total) * Math.log2(count / total);
  }
  return bits;
}

const BITS_WANTED = 3;
/** Of what a value of its length could have at best, if no two characters were alike. */
const SHARE_OF_BEST = 0.62;

/** Short values cannot reach three bits, so less is asked of them. */
export function isVaried(value: string): boolean {
  return entropyOf(value) >= Math.min(BITS_WANTED, SHARE_OF_BEST * Math.log2(value.length));
}
