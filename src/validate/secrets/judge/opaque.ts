// Decides whether a value looks made by a machine. Names alone are weak evidence ("key", "token"), so the value has
// to carry the rest: varied characters that neither read as words nor as a path, a version, a date or a number.

import { isVaried } from "./entropy.ts";
import { isCodeName, isPublicName } from "./public-name.ts";
import { measureWordShare } from "./word-share.ts";

/** At or above this share of familiar letter pairs a value reads as words; random text stays near 0.4. */
const WORDY_SHARE = 0.75;
const PAIRS_TO_JUDGE = 4;
/** Letters that are mostly separated form no words, whatever the few pairs are. */
const PAIRS_PER_LETTER = 0.4;
const OPAQUE_CHARS_MIN = 10;
const DIGITS_ONLY_MIN = 14;
const DISTINCT_DIGITS_MIN = 5;
const TWO_CASES_CHARS_MIN = 14;
const ONE_CASE_CHARS_MIN = 20;
/** Letters of one case count as random only far below the share of words. */
const RANDOM_SHARE_MAX = 0.6;

/** Letters and digits alternate within one chunk, as in "abcd1234abcd1234"; "arm64-v8" alternates once per chunk. */
const INTERLEAVED = /[a-z]\d{1,40}[a-z]{1,40}\d{1,40}[a-z]/i;
const TOKEN_CHARACTERS = /^[\w+/\\=.~:!@#$%^&*?-]{1,1000}$/;
/** "abc_test_" before a long unbroken rest: only the rest has to be random. */
const TOKEN_PREFIX = /^(?:[a-z][a-z0-9]{1,9}[_-]){1,3}(?=[A-Za-z0-9]{16,})/;
const DIGITS = /^\d{1,1000}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]{16,1000}$/i;
/** Dates, times, versions, addresses, sizes: varied, but public. */
const PLAIN_FACT =
  /^\d{4}-\d{2}-\d{2}|^(?:sha\d{1,3}|md5)[-:]|^\d{1,4}(?:\.\d{1,9})?[a-z]{1,3}$|^0x[0-9a-f_]{1,40}$|^\+?\d[\d ()-]{5,30}$|^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}\.[a-z]{2,6}(?::\d{1,5})?$/i;
const PATH_OR_URL =
  /^[a-z][a-z0-9+.-]{1,20}:\/\/|^(?:~|\.{1,2})\/|^[\w-]{1,60}(?:\/[\w.-]{1,60}){1,20}\.\w{1,5}$|^[A-Z]:\\/i;

export function isUuid(value: string): boolean {
  return UUID.test(value) && isVaried(value.replaceAll("-", ""));
}

export function isWordy(value: string): boolean {
  const { letters, pairs, knownPairs } = measureWordShare(value);
  if (pairs < PAIRS_TO_JUDGE || pairs < letters * PAIRS_PER_LETTER || INTERLEAVED.test(value)) return false;
  return knownPairs >= pairs * WORDY_SHARE;
}

/** True for a value that is long, varied and no word, whatever its name. */
export function isOpaque(value: string, charsMin = OPAQUE_CHARS_MIN): boolean {
  const body = value.replace(/={1,4}$/, "").replace(TOKEN_PREFIX, "");
  if (body.length < charsMin || !TOKEN_CHARACTERS.test(body) || PATH_OR_URL.test(value)) return false;
  if (isUuid(value)) return true;
  if (DIGITS.test(body)) return body.length >= DIGITS_ONLY_MIN && new Set(body).size >= DISTINCT_DIGITS_MIN;
  if (!isVaried(body) || isPublicName(value)) return false;
  if (HEX.test(body) && /\d/.test(body) && /[a-f]/i.test(body)) return true;
  return !PLAIN_FACT.test(body) && isMixed(body) && !isWordy(body) && !isCodeName(value);
}

/** Letters with digits, or in both cases; letters of one case only if far longer than a word and unlike any. */
function isMixed(body: string): boolean {
  if (!/[a-z]/i.test(body)) return false;
  if (/\d/.test(body)) return true;
  if (/[-_.:/]/.test(body)) return false;
  if (/[a-z]/.test(body) && /[A-Z]/.test(body)) return body.length >= TWO_CASES_CHARS_MIN;
  const { pairs, knownPairs } = measureWordShare(body);
  return body.length >= ONE_CASE_CHARS_MIN && knownPairs < pairs * RANDOM_SHARE_MAX;
}

/** Changes between small letters, capitals and digits: words and numbers have few. */
export function countTurns(word: string): number {
  return word.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
}

const MEDLEY_CHARS_MIN = 12;
const MEDLEY_SYMBOLS_MIN = 4;
/** A pattern, a path or a piece of code has many signs too, but begins or ends with a revealing one. */
const NOTATION = /^[/^.*({[\\]|[/$*]$|=>|\(\)|&&|\|\|/;

/** Letters between more kinds of signs than any word, path or expression has. */
export function isMedley(value: string): boolean {
  if (value.length < MEDLEY_CHARS_MIN || NOTATION.test(value) || PATH_OR_URL.test(value)) return false;
  if (/\s/.test(value) || !/[a-z]/i.test(value)) return false;
  return new Set(value.match(/[^\w\s.,:;/'"-]/g)).size >= MEDLEY_SYMBOLS_MIN;
}
