// Grades a word of a sentence by how much it looks like a secret. The higher the grade, the less the sentence has to say.

import { countTurns, isOpaque, isWordy } from "./opaque.ts";
import { isPasswordBeyondDoubt, isPasswordInProse, isProverbial } from "./password.ts";
import { hasSequence, isStandIn } from "./placeholder.ts";
import { isCodeName, isPublicName } from "./public-name.ts";
import { isNotation, isStrayPassword } from "./stray.ts";
import { measureWordShare } from "./word-share.ts";

/** `sure`: has no other explanation than a secret. `opaque`: made by a machine, possibly a digest or an id. `chosen`:
 * letters with a number, as people think them up. `letters`: from a generator, or from a language that is unknown here.
 * `digits`: a PIN, a port. `weak`: no word of a sentence, but common in notes for other things. */
export type Shape = "sure" | "opaque" | "chosen" | "letters" | "words" | "digits" | "weak";

/** Entities, printf, powers, versions, models, fields with colons between them. */
const FORMAT =
  /&(?:#\d{1,6}|#x[0-9a-f]{1,5}|amp|lt|gt|quot|apos|nbsp)$|\w%\d{1,3}$|\d\^\d|^[A-Za-z]{1,20}[-.]\d|^[a-z]{2,20}(?:-[a-z]{2,20}){0,4}(?:-\d{1,3}){1,3}$|:[^:]{0,100}:/;
const CODE = /[()[\]{}<>|]|::|^--?[a-z]/;
const DIGITS = /^\d{4,10}#?$|^(?=[0-9a-z]{0,5}\d)[0-9a-z]{4,6}(?:-[0-9a-z]{4,6}){1,3}$/;
const WORDS = /^[a-z]{3,12}(?:-[a-z]{3,12}){2,11}$/;
/** No passphrase contains one of these. */
const SPEAKS =
  /pass|secret|token|key|user|login|code|agent|(?:^|-)(?:the|and|of|or|for|not|none|all|any|many|one|two|per|next|only|read|write|kube|gcc|elf|gnu|eabi)(?:-|$)/;
/** `ABCDE-12345-…`: the key of a licence. */
const GROUPS = /^[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,7}$/;
const LETTERS = /^[a-z]{8,40}$/;
/** Letters that form no word have fewer of the pairs that words have. */
const LETTERS_SHARE_MAX = 0.56;
const NUMBERED = /^[A-Za-z]{4,24}\d{2,6}[!?#*]?$/;
/** A path changes kind less often. */
const BASE64 = /^[A-Za-z0-9+/]{24,1000}={0,2}$/;
const BASE64_TURNS_MIN = 9;
const MIXED = /^[A-Za-z0-9]{8,64}$/;
const MIXED_TURNS_MIN = 4;
const CHARS_MIN = 8;
const OPAQUE_CHARS_MIN = 12;
const PLAIN = /^[!-9;-~]{8,64}$/;
/** The identifier of a public key. */
const KEY_ID = /^[0-9A-F]{8,19}$/i;

/** Null for words, numbers, names, addresses and stand-ins. */
export function shapeOf(word: string): Shape | null {
  if (CODE.test(word)) return null;
  if (DIGITS.test(word)) return isDrawn(word) ? "digits" : null;
  if (LETTERS.test(word)) return isUnlikeWords(word) ? "letters" : null;
  if (WORDS.test(word)) return isStandIn(word) || SPEAKS.test(word) ? null : "words";
  if (isBase64(word)) return "opaque";
  const shape = isPossible(word) ? mixedShapeOf(word) : null;
  if (shape !== null && !isStandIn(word) && !isCodeName(word)) return shape;
  return isPasswordInProse(word) && !isPublicName(word) ? "weak" : null;
}

function isPossible(word: string): boolean {
  if (word.length < CHARS_MIN || FORMAT.test(word) || isCounted(word) || isProverbial(word)) return false;
  if (isPublicName(word)) return false;
  return /\d/.test(word) || isPasswordBeyondDoubt(word);
}

/** False for a year and for digits in the order of the keyboard. */
function isDrawn(digits: string): boolean {
  return !/^(?:19|20)\d\d$/.test(digits) && !"01234567890".includes(digits) && new Set(digits).size > 2;
}

function mixedShapeOf(word: string): Shape | null {
  if (isShuffled(word)) return "sure";
  if (isNotation(word)) return null;
  if ((isStrayPassword(word) && PLAIN.test(word)) || isMixed(word)) return "sure";
  if (KEY_ID.test(word)) return null;
  const isLicence = GROUPS.test(word) && /[A-Z]\d|\d[A-Z]/.test(word);
  if (isLicence || isOpaque(word, OPAQUE_CHARS_MIN)) return "opaque";
  const isOfOnePiece = isPasswordBeyondDoubt(word) && !/[-.]/.test(word);
  return isOfOnePiece || (NUMBERED.test(word) && isPasswordInProse(word)) ? "chosen" : null;
}

/** Three kinds of characters that alternate, and nothing but letters and digits. */
function isMixed(word: string): boolean {
  if (!MIXED.test(word) || !isPasswordBeyondDoubt(word) || isWordy(word)) return false;
  return countTurns(word) >= MIXED_TURNS_MIN;
}

/** "a1B2c3D4…": typed in turns. */
function isCounted(word: string): boolean {
  return hasSequence(word.replace(/\D/g, ""));
}

function isBase64(word: string): boolean {
  return BASE64.test(word) && countTurns(word) >= BASE64_TURNS_MIN && !isWordy(word) && !isStandIn(word);
}

function isUnlikeWords(word: string): boolean {
  const { pairs, knownPairs } = measureWordShare(word);
  return new Set(word).size > 4 && knownPairs <= pairs * LETTERS_SHARE_MAX;
}

const SHUFFLED = /^[A-Za-z0-9!@#$%^&*?_+.~-]{8,64}$/;
const SIGN = /[!@#$%^&*?]/;
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, SIGN];
const ENCODED = /%[0-9A-F]{2}|%[a-z]%|@[a-z]{1,30}\.[a-z]/i;
/** The minimal share of characters that differ in kind from the one before. */
const TURNS_SHARE = 0.4;

/** Small letters, capitals, digits and a sign in no order: a password, although nothing around it says so. */
export function isShuffled(word: string): boolean {
  if (!SHUFFLED.test(word) || !KINDS.every((kind) => kind.test(word)) || ENCODED.test(word)) return false;
  const turns = word.match(TURN)?.length ?? 0;
  return turns >= word.length * TURNS_SHARE && !isWordy(word) && !isStandIn(word) && !FORMAT.test(word);
}

const TURN = /[a-z](?![a-z]|$)|[A-Z](?![A-Z]|$)|\d(?!\d|$)|[!@#$%^&*?](?![!@#$%^&*?]|$)/g;
