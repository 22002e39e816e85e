// Reads a name the way a person does: "dbPassword" holds a password, "password_hint" does not; "api_key" is a secret,
// "primary_key" and "keyboard" are not. Names are split at case changes and punctuation, so "monkey" has no key in it.

/** The kind of value that a name promises: a password, chosen by a person; a secret or a token, made by a machine; or
 * merely a key, a weak word that requires more of the value. */
export type KeyStrength = "password" | "token" | "weak";

const PASSWORD_WORD =
  /^(?:\w{0,20}(?:password|passwd|passwrd|passphrase|passcode|passwort)|\w{1,12}(?:pass|pwd))$/;
const NOT_PASSWORD_WORD = /^(?:compass|bypass|surpass|encompass|trespass|overpass|underpass|multipass)$/;
/** Words that mean a secret whatever is next to them. */
const SECRET_WORD =
  /^(?:secrete?|\w{1,20}secret|secretkey\w{0,10}|\w{0,20}(?:apikey|accesskey|secretkey|privatekey|authkey|signingkey|masterkey|encryptionkey|sharedkey|servicekey))$/;
const TOKEN_WORD = /^(?:token|\w{1,20}token|credentials?|creds|bearer)$/;
const WEAK_WORD = /^(?:key|auth|licensekey)$/;

const PUBLIC_WORD = /^(?:public|pub|publishable)$/;

/** Preceded by one of these, a key or a token is not a secret: it locates, counts, or is meant to be seen. */
const HARMLESS_WORD = new Set(
  `primary foreign cache sort partition hash row object map dict json react lookup shift ctrl alt enter arrow
  hot short function idempotency routing unique natural translation locale composite candidate event host known
  authorized csrf xsrf cancellation page next continuation sync cursor special stop pad eos bos unk syntax lexer gpg pgp
  fingerprint checksum integrity etag digest commit revision keyboard keyword bind binding answer authenticity
  antiforgery rsa dsa ecdsa verification tokenizer tokens index`.split(/\s+/),
);

/** The name itself says that the value is not real. */
const PRETENCE_WORD = /^(?:non|fake|dummy|mock|bogus|invalid|wrong|placeholder)$/;

/** A name with this ending is about the secret, not the secret. */
const ABOUT_WORD = new Set(
  `id ids name names type types url uri path paths file files filename dir length len size count limit max min expiry
  expires expired expiration ttl timeout age endpoint algorithm alg version label title hint prompt policy policies field
  fields column format prefix suffix pattern regex class provider store manager service status error errors message
  usage ref refs arn alias ring board word words press down up pair pairs set map list at by for in info option options
  input output schema table model kind mode state region host port user username email required enabled disabled
  protected strength rotation reset changed updated created generator validator checker helper handler factory
  callback address hash hashed digest salt signature selector frame mesh stone vault bucket namespace scheme issuer
  refresh bug txt json yaml yml csv pem audience scope scopes grant like exists missing invalid valid visible engine encoder decoder`.split(
    /\s+/,
  ),
);

export function splitName(name: string): string[] {
  const words = name.match(/[A-Z]?[a-z]{1,60}|[A-Z]{1,60}(?![a-z])|[A-Z]|\d{1,60}/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

export function classifyKeyName(name: string): KeyStrength | null {
  const words = splitName(name);
  const meaning = words.filter((word) => !/^\d+$/.test(word));
  const last = meaning.at(-1);
  if (last === undefined || ABOUT_WORD.has(last) || meaning.some((word) => PRETENCE_WORD.test(word)))
    return null;
  if (meaning.some((word) => PASSWORD_WORD.test(word) && !NOT_PASSWORD_WORD.test(word))) return "password";
  if (hasShortPasswordWord(meaning)) return "password";
  if (meaning.some((word) => PUBLIC_WORD.test(word))) return null;
  if (meaning.some((word) => SECRET_WORD.test(word)) || hasKeyPhrase(meaning)) return "token";
  if (meaning.some((word) => HARMLESS_WORD.has(word))) return null;
  if (meaning.some((word) => TOKEN_WORD.test(word))) return "token";
  return meaning.some((word) => WEAK_WORD.test(word)) ? "weak" : null;
}

/** "db_pass", "pw", "pass_secure" of something: a short word counts at the end, or after the thing it belongs to. */
function hasShortPasswordWord(words: readonly string[]): boolean {
  return words.some(
    (word, index) => /^(?:pass|pw|pwd)$/.test(word) && (index > 0 || index === words.length - 1),
  );
}

const KEY_QUALIFIERS = new Set(
  `api access secret private client auth app application service account master encryption signing license admin
  deploy shared subscription ingest write server rest consumer user account storage webhook`.split(/\s+/),
);

/** "api key", "access key", "private key" in any spelling. */
function hasKeyPhrase(words: readonly string[]): boolean {
  return words.some((word, index) => word === "key" && KEY_QUALIFIERS.has(words[index - 1] ?? ""));
}
