// Recognises values that are varied like a secret but public: a tool with its version, a target of a compiler, an
// algorithm, a chip, a ticket, the number of a bank account, a name in code.
//
// Threat: honest notes that are refused teach people to go around the check.

import { splitName } from "./key-name.ts";
import { measureWordShare } from "./word-share.ts";

const PUBLIC = new RegExp(
  [
    // node-v20.11.1, 4.19.0-26-amd64, signing-2025-02
    String.raw`v?\d{1,4}(?:\.\d{1,6}){1,4}(?:[-+][\w.]{1,20}){0,4}`,
    String.raw`[a-z][a-z\d+]{0,20}(?:[-_@][a-z\d+]{1,20}){0,3}[-_@]v?\d{1,4}(?:\.\d{1,6}){1,4}(?:[-+.][a-z\d]{1,12}){0,3}`,
    String.raw`[a-z]{1,12}(?:[-_][a-z]{1,12}){0,2}[-_](?:19|20)\d\d(?:[-_]\d\d){0,2}`,
    // CVE-2024-3094, Art-17
    String.raw`[A-Za-z]{2,8}-(?:[A-Z][a-z]{1,8})?\d{1,6}(?:-\d{1,7})?`,
    // AES-256-GCM, secp256r1, WPA2-Enterprise
    "(?:x|ed)(?:25519|448)|curve25519|[Pp]-?(?:224|256|384|521)|[HREPhrep][Ss](?:256|384|512)",
    String.raw`(?:[A-Z]{3,8}|[a-z]{3,8})(?<=aes|rsa|dsa|ecdsa|hmac|sha|secp|chacha|blake|argon|pbkdf|wpa|AES|RSA|DSA|ECDSA|HMAC|SHA|SECP|WPA)[-_]?\d{1,5}[a-z]{0,2}\d?(?:[-_./+][A-Za-z]{0,12}\d{0,5}){0,4}`,
    // nRF52840, STM32L476RG
    String.raw`[A-Za-z]{1,3}[A-Z]{1,3}\d{2,5}(?:[A-Z]\d{2,4})?[A-Z]{0,3}\d?`,
  ]
    .map((each) => `^(?:${each})$`)
    .join("|"),
);
const CHARS_MAX = 60;

export function isPublicName(value: string): boolean {
  return value.length <= CHARS_MAX && (PUBLIC.test(value) || isIban(value));
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

/** Verified by its check digits. */
function isIban(value: string): boolean {
  if (!IBAN.test(value)) return false;
  let rest = 0;
  for (const character of value.slice(4) + value.slice(0, 4))
    for (const digit of `${Number.parseInt(character, 36)}`) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const CAMEL = /^[A-Za-z]{1,60}\d{0,2}[A-Z]?$/;
const READABLE_SHARE = 0.75;
const CODE_WORDS = new Set(
  `get set use is has parse make create build on to from with load read write new init run handle fetch send check
  validate render auth login logout token key jwt session user module form service client handler config test error view
  page screen store api policy role account secret password credential`.split(/\s+/),
);

/** "parseJwtV2", "AuthModule3": at least two words, one of which is common in code. */
export function isCodeName(value: string): boolean {
  if (!CAMEL.test(value) || !/[a-z][A-Z]/.test(value)) return false;
  const words = splitName(value).filter((word) => /^[a-z]{2}/.test(word));
  return words.length > 1 && words.some((word) => CODE_WORDS.has(word)) && words.every(isReadable);
}

function isReadable(word: string): boolean {
  const { pairs, knownPairs } = measureWordShare(word);
  return CODE_WORDS.has(word) || knownPairs >= pairs * READABLE_SHARE;
}
