// Decides whether a value is a password although no word says so: there is only an account or a service before it. The
// value must have no other explanation.

import { countTurns, isOpaque, isWordy } from "./opaque.ts";
import { isPasswordBeyondDoubt } from "./password.ts";

const SIGN = /[!@#$%^&*?]/;
/** Addresses and packages, accounts of machines, references to a method or an issue, ranges, variables, key combinations,
 * tags, code. */
const NOTATION =
  /^[A-Za-z][\w.+/-]{0,60}@(?:[\w-]{1,40}(?:\.[\w-]{1,40}){1,5}|v?\d{1,4}(?:\.\d{1,6}){0,3}(?:-[\w.]{1,20})?|[a-z][a-z0-9-]{0,30})$|^[\w./-]{0,60}#\d{1,6}$|^[A-Za-z.]{0,60}#[A-Za-z]{1,40}$|^[\^~*]?\d{1,4}\.[\w.*-]{1,20}$|^#[a-z][\w-]{1,40}$|^\$\w{1,60}$|^[A-Z][A-Z\d-]{1,18}\$$|^%\w{1,40}%$|^@[\w/-]{1,60}$|[\\/()[\]{}=<>|,;]|\w\+\w{1,20}\+|::|&&|&\w{2,6};|^-{1,2}\w/;
const CHARS_MIN = 8;
const WITHOUT_SIGN_CHARS_MIN = 11;
/** Changes between small letters, capitals and digits. */
const TURNS_MIN = 5;

/** Removes the punctuation at the end of a sentence. */
function trimSentenceEnd(value: string): string {
  return value.replace(/[.,;:)\]}]{1,5}$/, "");
}

/** "ops@db1.acme.dev", "react@18.2", "Foo#bar": varied, but no secret. */
export function isNotation(value: string): boolean {
  return NOTATION.test(trimSentenceEnd(value));
}

/** Signs, digits and letters in one word; or letters and digits that alternate and form no word. */
export function isStrayPassword(value: string): boolean {
  const word = trimSentenceEnd(value);
  if (word.length < CHARS_MIN || NOTATION.test(word) || !isPasswordBeyondDoubt(word)) return false;
  if (SIGN.test(word)) return /\d/.test(word) && /[a-z].{0,60}[a-z]/i.test(word);
  const isOfOnePiece = /^[A-Za-z0-9]{1,64}$/.test(word);
  return (
    isOfOnePiece &&
    word.length >= WITHOUT_SIGN_CHARS_MIN &&
    isOpaque(word) &&
    !isWordy(word) &&
    countTurns(word) >= TURNS_MIN
  );
}
