// A person's card, and the introduction of one person by another: what a team puts into its root. Both are data. Whom to trust
// is decided in machine state, by a person.
//
// Attack: whoever can write to the repository puts in a card under somebody else's name or file, edits one, sends an older
// version again, shows two versions to two people, or fills the directory. So a card is signed over all that it says, is
// canonical to the last byte, lies under the fingerprint of its first key, and counts up; a version that does not follow from
// the one that a person here accepted changes nothing. All of this is a function of the bytes, and no bytes make it fail.

import { createPublicKey, sign, verify } from "node:crypto";
import { renderCanonical } from "../memory/file/digest.ts";
import { sha256Hex } from "../memory/file/sha256.ts";
import { parseInstant } from "../memory/instant.ts";
import { isRecord, parseJson } from "../memory/json.ts";
import { sanitizeLine } from "../memory/text/sanitize.ts";
import type { SigningKey } from "./key-file.ts";

export type CardPerson = {
  /** Raw public key, base64url. */
  readonly key: string;
  readonly from: string;
  /** It signs nothing that counts after this. */
  readonly until?: string;
  /** The machine that has it. */
  readonly label?: string;
};

export type CardMachine = {
  readonly key: string;
  readonly label: string;
  /** Of one that was over and is in use again. */
  readonly from?: string;
  readonly until?: string;
};

export type CardContent = {
  readonly v: 1;
  /** The fingerprint of the first person key, which is also the name of the file. */
  readonly owner: string;
  readonly name: string;
  /** The first one ever first; one that is over keeps its place. */
  readonly persons: readonly CardPerson[];
  /** Those that are over stay as well: that a key is over is said in every version from then on. */
  readonly machines: readonly CardMachine[];
  readonly seq: number;
  /** The hash of the version before; null of the first. */
  readonly previous: string | null;
  readonly time: string;
};

export type Card = CardContent & {
  /** The highest version of statements that its owner's program reads; absent where it is from before there was a third. */
  readonly reads?: number;
  /** The person key that signed it, which is one of its own. */
  readonly key: string;
  readonly signature: string;
  /** SHA-256 of the file. */
  readonly hash: string;
};

export type Introduction = {
  readonly v: 1;
  readonly root: string;
  /** The person who introduces, as a signer. */
  readonly by: string;
  /** Whose card, and the person key in it that is theirs. */
  readonly owner: string;
  readonly person: string;
  readonly time: string;
  readonly key: string;
  readonly signature: string;
  readonly hash: string;
};

/** Why a file is none, for people. */
export type UnreadCard = { readonly kind: "malformed" | "newer"; readonly why: string };

export const CARD_BYTES_MAX = 64 * 1024;
export const CARD_NAME_CHARS_MAX = 40;
export const CARD_PERSONS_MAX = 16;
export const CARD_MACHINES_MAX = 64;
const SEQ_MAX = 1_000_000;
export const STATEMENTS_READ = 3;
/** Further ahead than this is nobody's next version: whoever counted up to the end would leave its owner no number. */
export const CARD_AHEAD_MAX = 1_000;

const HEX_32 = /^[0-9a-f]{32}$/;
const HEX_64 = /^[0-9a-f]{64}$/;
const FINGERPRINT = /^[a-z2-7]{32}$/;
const PERSON = /^person:[a-z2-7]{32}$/;
// As in attestations: the spare bits of the last character are zero, so that there is one way to write it.
const KEY = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const SIGNATURE = /^[A-Za-z0-9_-]{85}[AQgw]$/;
/** No place for a sentence: agents read it. */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

const CARD_FIELDS: Fields = {
  v: (value) => value === 1,
  owner: (value) => matches(value, FINGERPRINT),
  name: isName,
  persons: (value) => isListOf(value, { optional: ["until", "label"], least: 1, most: CARD_PERSONS_MAX }),
  machines: (value) => isListOf(value, { optional: ["from", "until"], least: 0, most: CARD_MACHINES_MAX }),
  seq: (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= SEQ_MAX,
  previous: (value) => value === null || matches(value, HEX_64),
  time: isTime,
  reads: (value) => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1),
  key: (value) => matches(value, KEY),
  signature: (value) => matches(value, SIGNATURE),
};

/** Of a person and of a machine. */
const KEY_FIELDS: Fields = {
  key: (value) => matches(value, KEY),
  from: isTime,
  until: isTime,
  label: (value) => matches(value, LABEL),
};

const INTRODUCTION_FIELDS: Fields = {
  v: (value) => value === 1,
  root: (value) => matches(value, HEX_32),
  by: (value) => matches(value, PERSON),
  owner: (value) => matches(value, FINGERPRINT),
  person: (value) => matches(value, KEY),
  time: isTime,
  key: (value) => matches(value, KEY),
  signature: (value) => matches(value, SIGNATURE),
};

/** A file and its hash. */
export type SignedText = { readonly hash: string; readonly text: string };

export function signCard(content: CardContent, key: SigningKey): SignedText {
  return signFields("card", { ...content, reads: STATEMENTS_READ, key: key.key }, key);
}

/** Its file, as it was signed. */
export function renderCard({ hash: _, ...signed }: Card): string {
  return `${renderCanonical(signed)}\n`;
}

export function signIntroduction(
  said: Pick<Introduction, "root" | "owner" | "person" | "time">,
  key: SigningKey,
): SignedText {
  return signFields("introduction", { v: 1, ...said, by: key.signer, key: key.key }, key);
}

/** `name` is the name of the file, which nothing else may bear. */
export function parseCard(text: string, name: string): Card | UnreadCard {
  const read = parseSigned(text, "card", CARD_FIELDS);
  if (read.kind !== "fields") return read;
  // Every field was checked by parseSigned.
  const card = read.fields as Card;
  const keys = [...card.persons, ...card.machines].map(({ key }) => key);
  if (new Set(keys).size !== keys.length) return malformed("it lists a key twice");
  if (!card.persons.some(({ key }) => key === card.key)) {
    return malformed("it is signed by a key that it does not list");
  }
  if ((card.seq === 1) !== (card.previous === null)) return malformed("it does not say what it follows");
  if (card.seq === 1 && card.persons[0]?.key !== card.key) {
    return malformed("its first version is not signed by its first key");
  }
  return name === `${card.owner}.json` ? card : malformed("its name is not that of its owner");
}

/** `name` is the name of the file. */
export function parseIntroduction(text: string, name: string): Introduction | UnreadCard {
  const read = parseSigned(text, "introduction", INTRODUCTION_FIELDS);
  if (read.kind !== "fields") return read;
  // Every field was checked by parseSigned.
  const introduction = read.fields as Introduction;
  return name === `${introduction.hash}.json`
    ? introduction
    : malformed("its name is not the hash of its content");
}

/** What is known here of a card: the version that this machine goes by, and the person keys that a person here accepted. */
export type KnownVersion = {
  readonly seq: number;
  readonly hash: string;
  readonly founder: string;
  readonly persons: readonly string[];
};

export type Succession =
  | "same"
  /** Signed by an accepted key, and newer. */
  | "next"
  /** An older version, sent again. */
  | "replayed"
  /** Two versions that cannot both be: somebody shows different people different cards. */
  | "forked"
  /** Signed by a key that nobody here accepted. */
  | "unlinked";

export function compareVersions(known: KnownVersion, card: Card): Succession {
  if (card.hash === known.hash) return "same";
  if (card.seq < known.seq) return "replayed";
  if (card.seq === known.seq) return "forked";
  if (card.seq === known.seq + 1 && card.previous !== known.hash) return "forked";
  const isLinked = known.persons.includes(card.key) && card.persons[0]?.key === known.founder;
  if (!isLinked) return "unlinked";
  return card.seq > known.seq + CARD_AHEAD_MAX ? "forked" : "next";
}

/** Person keys that are in use, in the order of the card. */
export function currentPersons({ persons }: Pick<CardContent, "persons">): string[] {
  return persons.flatMap(({ key, until }) => (until === undefined ? [key] : []));
}

/** Machines that are in use, in the order of the card. */
export function currentMachines({ machines }: Pick<CardContent, "machines">): CardMachine[] {
  return machines.filter(({ until }) => until === undefined);
}

function signFields(kind: "card" | "introduction", fields: object, key: SigningKey): SignedText {
  const signature = sign(null, signedBytes(kind, fields), key.privateKey).toString("base64url");
  const text = `${renderCanonical({ ...fields, signature })}\n`;
  return { hash: sha256Hex(text), text };
}

function signedBytes(kind: "card" | "introduction", fields: object): Buffer {
  return Buffer.from(`credence-${kind}-v1\n${renderCanonical(fields)}`);
}

function parseSigned(
  text: string,
  kind: "card" | "introduction",
  fields: Fields,
): { readonly kind: "fields"; readonly fields: unknown } | UnreadCard {
  if (Buffer.byteLength(text) > CARD_BYTES_MAX) return malformed("it is too large");
  const value = parseJson(text);
  if (!isRecord(value)) return malformed("it is not a JSON object");
  const version = value["v"];
  if (Number.isSafeInteger(version) && Number(version) > 1) {
    return { kind: "newer", why: `it has version ${version}` };
  }
  const problem = findProblem(value, fields);
  if (problem !== null) return malformed(problem);
  if (`${renderCanonical(value)}\n` !== text) return malformed("it is not in canonical form");
  const { signature, ...signed } = value;
  const bytes = signedBytes(kind, signed);
  if (!isSigned(bytes, String(value["key"]), String(signature))) {
    return malformed("its signature does not hold");
  }
  return { kind: "fields", fields: { ...value, hash: sha256Hex(text) } };
}

function isSigned(bytes: Buffer, key: string, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
    return verify(null, bytes, publicKey, Buffer.from(signature, "base64url"));
  } catch {
    // Not a point of the curve: a key that nobody holds signs nothing.
    return false;
  }
}

function findProblem(value: Readonly<Record<string, unknown>>, fields: Fields): string | null {
  if (Object.keys(value).some((key) => !Object.hasOwn(fields, key))) return "it has a key of its own";
  const missing = Object.keys(fields).find((key) => !(key in value) && fields[key]?.(undefined) !== true);
  if (missing !== undefined) return `it lacks ${missing}`;
  const bad = Object.keys(fields).find((key) => fields[key]?.(value[key]) !== true);
  return bad === undefined ? null : `its ${bad} is not well formed`;
}

type ListShape = { readonly optional: readonly string[]; readonly least: number; readonly most: number };

function isListOf(value: unknown, { optional, least, most }: ListShape): boolean {
  if (!Array.isArray(value) || value.length < least || value.length > most) return false;
  return value.every(
    (item) =>
      isRecord(item) &&
      Object.keys(item).every((key) => Object.hasOwn(KEY_FIELDS, key)) &&
      Object.keys(KEY_FIELDS).every((key) =>
        Object.hasOwn(item, key) ? KEY_FIELDS[key]?.(item[key]) === true : optional.includes(key),
      ),
  );
}

/** One clean line, as it is shown: what would be cleaned away has no place in it. */
function isName(value: unknown): boolean {
  if (typeof value !== "string" || value === "" || !value.isWellFormed()) return false;
  return value.length <= 2 * CARD_NAME_CHARS_MAX && sanitizeLine(value, CARD_NAME_CHARS_MAX) === value;
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && value.length <= 20 && parseInstant(value) !== null;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function malformed(why: string): UnreadCard {
  return { kind: "malformed", why };
}
