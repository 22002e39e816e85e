// Distinguishes a value from a stand-in.
//
// Threat: a rule that fires on documentation is switched off and then guards nothing; a rule that a word inside a real
// token keeps from firing guards nothing either. So little excuses a token with a known prefix, and more excuses a free
// value.

import { countCharacters } from "./entropy.ts";
import { countTurns, isWordy } from "./opaque.ts";
import { isPublishedSample } from "./published-samples.ts";

/** The value is filled in by something else: a shell, a template engine, a format string, a person. */
const TEMPLATE = new RegExp(
  [
    String.raw`^[$#@]\{`,
    String.raw`^\{\{`,
    String.raw`^\$\(`,
    "^<",
    String.raw`^\$[A-Z_]{2,40}\b`,
    String.raw`[$#]\{[\w .:-]{1,60}\}`,
    String.raw`\{\{[\w .:|-]{1,60}\}\}`,
    String.raw`<[\w .:-]{1,60}>`,
    String.raw`^%\w{1,40}%$`,
    String.raw`^\{[\w .:-]{0,60}\}$`,
    String.raw`^\[[\w .:-]{1,60}\]$`,
    String.raw`^@[a-z]\w{1,30}$`,
    String.raw`^%(?:\(\w{1,40}\))?[sdv]\b`,
  ].join("|"),
);

/** The location of the value: a variable of the environment, a member of the configuration, a vault, a bucket. */
const REFERENCE =
  /^(?:process\.env|import\.meta\.env|os\.environ|env|secrets|vars?|config|settings|params|local|data|module|self|this)[.[][\w.[\]'"()-]{1,100}$|^(?:vault|op|ssm|sops|kms|awssm|aws-sm|keyvault|keychain|doppler|env|file|ref\+\w{1,20}|arn|s3|gs):[\w./#@:+-]{2,200}$|^[a-z][a-z0-9+]{1,12}:\/\/[\w.-]{1,100}(?:\/[\w./#-]{0,200})?$/i;

const ELISION = /\.{3}|…|\*{3}|•{3}|#{4}|[xX]{5}|-{4}|_{4}|\?{3}/;

/** Words that occur in stand-ins, long enough not to occur in random text by chance. */
const STAND_IN_WORD = new RegExp(
  [
    "example|placeholder|change-?_?me|replace|insert|dummy|sample|redact|masked|fixme|foobar|lorem|ipsum|undefined",
    "not[-_]?a?[-_]?real|mysecret|mypass|mytoken|secret-?_?here|goes-?_?here|[-_ ]here$",
    // The place where people keep them.
    "^(?:[a-z]{1,20}[-_ ]){0,6}1password(?:[-_ ][a-z]{1,20}){0,6}$",
    "(?:^|[-_ ])(?:your|my|some)[-_ ]|^your|^fake|[-_]fake|^test[-_][a-z_-]{0,30}\\d{0,4}$|[-_]test$",
  ].join("|"),
  "i",
);

const STAND_IN_IN_TOKEN = /example|placeholder|your[-_]|[-_]your|[xX]{5}|\*{3}|\.{3}|…|<|\$\{|\{\{/i;

export function isTemplate(value: string): boolean {
  return TEMPLATE.test(value) || REFERENCE.test(value) || isVariable(value);
}

const RANDOM_TURNS_MIN = 5;

/** `$name`, if it reads like a name, because a password may begin with any sign. */
function isVariable(value: string): boolean {
  if (!/^\$\w{1,80}$/.test(value)) return false;
  return value.includes("_") || isWordy(value) || countTurns(value) < RANDOM_TURNS_MIN;
}

/** Caches the last answer, because several judges ask about the same value. */
const asked = { value: "", isStandIn: true };

/** For a value that only its name makes suspicious. */
export function isStandIn(value: string): boolean {
  if (asked.value !== value) Object.assign(asked, { value, isStandIn: looksStandIn(value) });
  return asked.isStandIn;
}

function looksStandIn(value: string): boolean {
  const head = value.slice(0, STAND_IN_CHARS_MAX);
  if (isTemplate(head) || isElided(head) || STAND_IN_WORD.test(head)) return true;
  return isOneCharacter(head) || hasSequence(head) || countsBytes(head) || isPublishedSample(head);
}

/** No stand-in is longer, and a hostile value must not cost more. */
const STAND_IN_CHARS_MAX = 120;

/** Parts are left out or blotted out: "sk-…", "xxxxx", "***". */
export function isElided(value: string): boolean {
  return ELISION.test(value);
}

/** For a token whose prefix already identifies it. */
export function isTokenStandIn(value: string): boolean {
  return STAND_IN_IN_TOKEN.test(value) || isOneCharacter(value);
}

const SEQUENCE_CHARS = 9;

/** "abcdefghi", "123456789": typed along the alphabet, not drawn at random. */
export function hasSequence(value: string): boolean {
  let length = 1;
  for (let index = 1; index < value.length; index += 1) {
    length = value.charCodeAt(index) === value.charCodeAt(index - 1) + 1 ? length + 1 : 1;
    if (length === SEQUENCE_CHARS) return true;
  }
  return false;
}

const COUNTED_BYTES = 8;

/** "0001020304050607": the bytes of a test vector, in hexadecimal. */
function countsBytes(value: string): boolean {
  const digits = value.replace(/^0x/i, "");
  if (digits.length < COUNTED_BYTES * 2 || !/^[0-9a-f]{1,120}$/i.test(digits)) return false;
  let length = 1;
  for (let index = 2; index < digits.length; index += 2) {
    const isNext = byteAt(digits, index) === byteAt(digits, index - 2) + 1;
    length = isNext ? length + 1 : 1;
    if (length === COUNTED_BYTES) return true;
  }
  return false;
}

function byteAt(digits: string, index: number): number {
  return Number.parseInt(digits.slice(index, index + 2), 16);
}

/** "xxxx", "1111", and longer values with one character in more than half of their positions: "sk-0000000000000001". */
function isOneCharacter(value: string): boolean {
  const most = countCharacters(value).reduce((a, b) => Math.max(a, b), 0);
  return (value !== "" && most === value.length) || (value.length >= 6 && most * 2 > value.length);
}

/** The text continues with a sign for "and so on", so the value was shortened on purpose. */
export function isElidedAfter(text: string, end: number): boolean {
  return /^[-_]?(?:[#*•]{3}|\.{3}|…|[xX]{4})/.test(text.slice(end, end + 8));
}
