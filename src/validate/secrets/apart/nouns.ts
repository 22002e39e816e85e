// The words with which a sentence names a secret, the words between the name and the value, and the words that make the
// value something else. Rows contain words of the languages that our users write; a new language is a few words more in
// each.

import { classifyKeyName } from "../judge/key-name.ts";
import { OF_WORDS, PASSWORD_WORDS, UNSPACED_PASSWORD_WORDS } from "../judge/password-words.ts";
import type { ProseId } from "../prose.ts";

/** A `password` opens something for people, a `key` something for machines, and a `door` word a door or a device; a `code`
 * may also be program code. An `account` comes with one of them, and a `ledger` is an account that may be one in the
 * books; an `owner` is an account by name. A `verb` passes such a value as an argument, and `unlocking` uses it to open
 * something. */
export type Noun =
  | "password"
  | "key"
  | "door"
  | "code"
  | "account"
  | "ledger"
  | "owner"
  | "verb"
  | "unlocking";

/** The rule that is reported for each noun. */
export const RULE_OF_NOUN: Readonly<Record<Noun, ProseId>> = {
  password: "password-prose",
  key: "key-prose",
  door: "access-code",
  code: "access-code",
  account: "login-pair",
  ledger: "login-pair",
  owner: "login-pair",
  verb: "password-prose",
  unlocking: "password-prose",
};

/** The second word of two-word names. */
const WORDS: Readonly<Record<Noun, string>> = {
  password: `psk requirepass masterauth wifi wi-fi wlan ssid passe parole clave community passwords
    convertto-securestring khẩu sandi المرور السر`,
  key: `key keys token tokens secret secrets bearer seed schlüssel clé cle chave chiave klucz sleutel nyckel nøgle jeton
    geheimnis licence license lizenz licencia licenza cookie set-cookie webhook hmac totp auth`,
  door: "pin puk passcode combination kombination kombinatie",
  code: "code codes código codigo kod codice",
  account: `login logins logon log-in sign-in signin creds cred credential credentials user zugang zugangsdaten anmeldung anmelden angemeldet einloggen inloggen inlog usuario utente usuário
    utilisateur benutzer gebruiker użytkownik acceso accès accesso acesso dostęp toegang identifiants credenziali
    credenciales credenciais poświadczenia access`,
  ledger: "account accounts konto compte cuenta conta",
  owner: "root admin administrator superuser",
  verb: "pass",
  unlocking:
    "unlock unlocks unlocked locked decrypt decrypts entsperren ontgrendelen déverrouiller desbloquear sbloccare odblokować",
};

const NOUN_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([noun, words]) =>
    // The keys of the table are its nouns.
    words.split(/\s+/).map((word) => [word, noun as Noun] as const),
  ),
);

/** A line with one of these is worth reading. "code", "key" and "token" are missing, because they are in many lines without
 * a secret. */
export const NOUN_STEMS: readonly string[] =
  `root|admin|login|log in|sign in|log-in|sign-in|account|zugang|anmeld|angemeldet|einlogg|inlogg|usuario|utente|acceso|accesso|accès|dostęp|credenzial|credencial|identifiants| pin|pin |pin:|puk|door code|gate code|access code|alarm code|menu code|backup code|code d|código|unlock|locked|seed|psk|cookie|bearer|kod |wifi|wi-fi|ssid|requirepass|license|licence|klucz|sleutel|chiave|chave`.split(
    "|",
  );

const PASSWORD = new RegExp(
  `^(?:${PASSWORD_WORDS})$|^[\\u0e00-\\uffff]{0,20}(?:${UNSPACED_PASSWORD_WORDS})`,
  "i",
);
/** For compounds and for names in code. */
const TAIL =
  /(?:pass(?:wor[dt]|phrase|wd)?|kennwort|wachtwoord|pwd)$|(schlüssel|sleutel|[_-]?(?:token|secret)|[a-z_-]key)$|([a-z]Pin|[_-]pin|[_-]PIN)$/i;
/** For two words. */
const SECOND = /^(?:log|sign)$/i;
/** A code is mostly program code; the code of a door or a device is next to one of these words. */
export const DOORS =
  /(?<!\p{L})(?:access|door|gate|alarm|entry|safe|vault|locks?|lockbox|unlock|menu|security|pairing|keypad|panel|backup|recovery|garage|building|room|voicemail|tür|tor|tresor|haus|porte|portail|coffre|immeuble|accès|cofre|acceso|acesso|puerta|portal|alarma|porta|portão|cancello|cassaforte|allarme|bramy|drzwi|sejfu|alarmu|domofonu|deur|poort|kluis)(?!\p{L})/iu;

export function nounOf(word: string, before: string): Noun | null {
  const plain = word.toLowerCase();
  const noun = NOUN_OF_WORD.get(plain);
  if (noun === "key")
    return classifyKeyName(`${before} ${plain}`) === null && isHarmless(before) ? null : "key";
  if (plain === "pin" && word !== "PIN" && PINNING.test(before)) return null;
  if (noun !== undefined) return noun;
  if (word === "PINs") return "door";
  if (plain === "in" && SECOND.test(before)) return "account";
  if (plain.length < 2 || plain.length > 40) return null;
  if (PASSWORD.test(plain)) return "password";
  const [tail, key, pin] = TAIL.exec(word) ?? [];
  if (tail === undefined || (key !== undefined && classifyKeyName(word) === null && /[_A-Z]/.test(word)))
    return null;
  return pin !== undefined ? "door" : key !== undefined ? "key" : "password";
}

/** "We pin …": words before a verb. Many uses of "PIN" are such verbs: a tool pins a version, and a chip has pins. */
const PINNING =
  /^(?:we|i|you|they|to|must|should|can|will|not|don['’]t|never|always|please|and|then|also|gpio)$/i;

/** "public key", "cache key". */
function isHarmless(before: string): boolean {
  return classifyKeyName(`${before} key`) === null;
}

const OF = new RegExp(`^(?:${OF_WORDS})$`, "i");
/** "root cause", "admin panel", "PIN pad": an owner can also be the root of a tree. */
const ABOUT: Partial<Record<Noun, RegExp>> = {
  password: /^(?:hash(?:es|ing)|rules?|prompts?)$/i,
  door: /^(?:pads?|prompts?|screens?|headers?)$/i,
  owner:
    /^(?:causes?|nodes?|elements?|folders?|directory|modules?|packages?|ca|cas|certs?|certificates?|domains?|zones?|uis?|pages?|apis?|areas?|routes?|panels?|components?|layouts?|tools?|teams?)$/i,
};

/** "password policy", "token id": about the secret, not the secret. */
export function isAbout(noun: Noun, next: string): boolean {
  return ABOUT[noun]?.test(next) === true || (!OF.test(next) && classifyKeyName(`password ${next}`) === null);
}

const OPEN = "[*\"'`“„«‘(]{0,3}";
const COPULA =
  "is|are|was|be|now|still|currently|to|reads|equals|says|it's|ist|sind|lautet|heißt|nun|jetzt|est|sont|es|son|ahora|é|è|sono|são|agora|adesso|jest|teraz|är|er|je|zijn|это|nu";
/** Directly before the value. */
export const SAYS: RegExp = new RegExp(
  `(?:(?:[:=→：(?|]|->|=>)\\*{0,2}\\s{0,3}|(?:^|\\s)(?:${COPULA})\\s{1,2})${OPEN}$`,
  "i",
);
export const BESIDE: RegExp = new RegExp(`^\\s{0,3}${OPEN}$`);
/** Only the thing to which the secret belongs. */
export const NEAR: RegExp = new RegExp(
  `^\\*{0,2}(?: \\([^()]{0,60}\\)|(?:,| (?:${OF_WORDS}))(?: [^\\s:=|"'\`*]{1,30}){0,3})?(?:\\s{0,3}[:=→：|(*]|\\s(?:${COPULA})\\s)[^:=|]{0,20}$`,
  "i",
);
/** After a word that is also a verb. */
export const COLON = /^(?:\s?\([^()]{0,60}\)|[^:=.;()]{0,60})[:=]\s{0,3}["'`*]{0,3}$/;
export const LOOSELY: RegExp = new RegExp(
  `(?:[,–—-]\\s{1,2}|(?:^|\\s)(?:with|as|mit|als|avec|con|com|met|z|then|dann|danach|use|using|type|enter|tapes|gives|has)\\s{1,2})${OPEN}$`,
  "i",
);
/** An account and its password, side by side. */
export const PAIRED =
  /(?:^|[\s"'`*(:])[\w.@+\\-]{1,40}["'`*]{0,2}(?:\s?[/|+:(]\s?|, |\s(?:and|und|et|y|e|en|i|with|using|mit|avec|con|com|met)\s)["'`*]{0,2}$/i;
/** Words that make the value something other than a secret. */
export const OTHERWISE =
  /(?<![\p{L}\d])(?:sha-?\d{0,3}|md5|commit|digest|checksum|hash|etag|trace|span|request|ids?|uuid|guid|record|version|ticket|issue|pr|build|image|tag|host|hostname|port|file|path|step|line|page|rfc|release|branch|rev|revision|fingerprint|signature|signer|serial|user(?:name)?|status|exit|error|http|zip|postal|country|since|until|in|expires|year|model|size|limit|max|min|length|than|about)[\s:=(#"'`*]{0,4}$/iu;
export const DIGEST = /sha-?\d|md5|commit|digest|checksum|hash|fingerprint/i;
/** In the next sentence. */
export const THE_VALUE =
  /(?:value|one|it|this|wert|valeur|valor|valore|wartość)\s{1,2}\S{1,10}\s{1,2}["'`*(]{0,3}$/i;
/** Between a value and the noun that follows it, and after that noun: "… is the password of the staging box". */
export const REVERSED =
  /^["'`”*]{0,3}(?:(?: is| was| as|'s| ist| est| es| als| como|,| [=–—-]| ->) (?:(?:the|our|my|your|its|das|le|la|el|o|a) )?| \()(?:[\w-]{1,20} ){0,5}$/i;
export const REVERSED_END =
  /^(?:[.,;:!)]|\s{0,8}$| (?:for|of|on|in|to|at|and|when|if|until|till|since|from|by|für|de|para)(?![a-z]))/i;
