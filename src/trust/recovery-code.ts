// The recovery code of a person key: 128 random bits on paper, for the day on which the passphrase is forgotten. Its last two
// characters check the others, so that a slip of the pen is told from a wrong code.

import { createHash, randomBytes } from "node:crypto";

/** Without I, L, O and U: nothing that is mistaken for a digit, and no words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_BYTES = 16;
/** 128 bits and two spare ones. */
const CODE_CHARS = 26;
const CHECK_CHARS = 2;
const GROUP = 4;

/** As it is written down: `7KQM-…`, seven groups of four. */
export function makeRecoveryCode(): string {
  const code = encode(randomBytes(CODE_BYTES));
  const all = code + checkOf(code);
  return Array.from({ length: all.length / GROUP }, (_, at) => all.slice(at * GROUP, (at + 1) * GROUP)).join(
    "-",
  );
}

/** What opens the sealed copy, however the code was typed; null where a character is wrong or missing. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const code = plain.slice(0, CODE_CHARS);
  const isWhole =
    plain.length === CODE_CHARS + CHECK_CHARS && [...plain].every((char) => ALPHABET.includes(char));
  return isWhole && plain.slice(CODE_CHARS) === checkOf(code) ? code : null;
}

function encode(bytes: Uint8Array): string {
  let bits = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  while (text.length < CODE_CHARS) {
    text = (ALPHABET[Number(bits & 31n)] ?? "") + text;
    bits >>= 5n;
  }
  return text;
}

function checkOf(code: string): string {
  const [first = 0, second = 0] = createHash("sha256").update(`credence recovery code ${code}`).digest();
  return `${ALPHABET[first & 31]}${ALPHABET[second & 31]}`;
}
