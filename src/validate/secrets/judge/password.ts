// Decides whether a value could be a password that a person chose, given that its name says password. People mix in digits
// and symbols; the values in documentation are mostly plain words, variables and calls.

import { isStandIn } from "./placeholder.ts";
import { measureWordShare } from "./word-share.ts";

const PASSWORD_CHARS_MIN = 6;
const SYMBOL = /[^\w\s.,:;/\\'"()[\]<>=-]/g;
/** The first passwords that come to mind, written down to be replaced. */
const PROVERBIAL =
  /^(?:(?:my|\w{1,20}[-_])?(?:pass|passwd|password|secret)|passw0rd|p@ssw0rd|p@ssword|admin|root|test|user|guest|foo|bar|demo|abc|qwerty|letmein|postgres|mysql|default|welcome|hello|temp)[-_]?(?:1|12|123|1234|12345|123456|2|42|321)?[!@#$]?$/i;
/** Member access, indexing, qualified names, calls: code that fetches a password. */
const CODE = /^[\w$@]{1,60}(?:\.|::|->)[\w$.:>-]{1,120}$|^[\w$@.]{1,80}\[|\w\(/;
/** In quotes only a whole call is code: `"vault('db')"`. */
const QUOTED_CODE = /^[\w$.]{1,60}\([^()]{0,80}\)$/;
const PATH = /^(?:[~.]{0,2}\/|[A-Za-z]:\\|[a-z][a-z0-9+]{1,10}:\/\/)/;

export function isPassword(value: string, quoted: boolean): boolean {
  if (value.length < PASSWORD_CHARS_MIN || PROVERBIAL.test(value)) return false;
  if (/\s/.test(value) || PATH.test(value) || !/[a-z]/i.test(value)) return false;
  if ((quoted ? QUOTED_CODE : CODE).test(value) || isStandIn(value)) return false;
  const symbols = new Set(value.match(SYMBOL) ?? []);
  if (/\d/.test(value)) return quoted || !isIdentifier(value) || /\d{2}|\d\D{1,60}\d/.test(value);
  return symbols.size >= (quoted ? 1 : 2) || isScrambled(value);
}

const SCRAMBLED_CHARS_MIN = 10;
const CASE_TURNS_MIN = 4;
/** The maximal share of letter pairs that also occur in words. */
const SCRAMBLED_SHARE_MAX = 0.6;
/** Words that begin with a capital have fewer changes of case. */
const SCRAMBLED_TURNS = 0.58;

/** Letters of alternating case that form no words: "aQzXwkJvPd", and not "getDbUserName". */
function isScrambled(value: string): boolean {
  if (value.length < SCRAMBLED_CHARS_MIN || !/^[A-Za-z]{1,64}$/.test(value)) return false;
  const turns = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  const { pairs, knownPairs } = measureWordShare(value);
  if (turns < CASE_TURNS_MIN) return false;
  return knownPairs <= pairs * SCRAMBLED_SHARE_MAX || turns >= value.length * SCRAMBLED_TURNS;
}

/** A bare word with a digit may be the name of a variable: `password=password2`. */
function isIdentifier(value: string): boolean {
  return /^[A-Za-z_]\w{0,400}$/.test(value);
}

/** Written down to be replaced: "password123", "secret", "admin1". */
export function isProverbial(value: string): boolean {
  return PROVERBIAL.test(value);
}

const PROSE_TERM =
  /^\W{0,3}(?:sha-?\d|pbkdf|scrypt|bcrypt|hmac|oauth|ldap|md5|base\d\d|(?:aes|rsa|https?|k8s|s3|ec2|p12)(?![a-z])|utf-?\d|v\d{1,3}(?:[.-]|$)|ipv\d|x509|oauth\d|pkcs|argon2|hs\d{3}|rs\d{3}|\d{1,6}[-–]?(?:bit|byte|char|days?|hours?|min|sec|letter|digit|times|ms|kb|mb)|at least|1password|base64)/i;

/** In a sentence any word may follow "the password is", so only a value that no sentence would contain counts. */
export function isPasswordInProse(value: string): boolean {
  const word = value.replace(/\*{2,3}$|[.,;:!?)\]}]{1,5}$/, "");
  if (word.length < PASSWORD_CHARS_MIN || PROSE_TERM.test(word) || /[()[\]{}]/.test(word)) return false;
  const isUnlikeWords = /\d/.test(word) ? !isOrdinal(word) : /[!@#$%^&*]/.test(word.slice(1, -1));
  // The slowest test comes last.
  return (isUnlikeWords || isScrambled(word)) && (isPassword(word, false) || isPassword(word, true));
}

const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*?+~]/];

/** Three of small letters, capitals, digits and signs in one word of at least eight characters. */
export function isPasswordBeyondDoubt(value: string): boolean {
  const word = value.replace(/\*{2,3}$|[.,;:)\]}]{1,5}$/, "");
  return (
    word.length >= 8 && CLASSES.filter((kind) => kind.test(word)).length >= 3 && isPasswordInProse(value)
  );
}

/** "90days", "step2", "v2-beta", "2nd-factor": words that contain numbers. */
function isOrdinal(word: string): boolean {
  return (
    /^\d{1,4}(?:[A-Z]?[a-z-]{1,12}|[A-Z-]{1,12}|[A-Z]{1,4}-[a-z-]{1,16})$/.test(word) ||
    (/^[a-z-]{1,7}\d$/i.test(word) && word.length < 7)
  );
}
