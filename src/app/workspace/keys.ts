// This machine's keys. The machine key is made on first need. The person key is opened only by a use-case that needs it.

import { linkSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { OWN_PERSON } from "../../memory/people/person-statement.ts";
import {
  removeQuietly,
  replaceFile,
  syncDirectory,
  temporaryBeside,
  writeNewFile,
} from "../../store/durable.ts";
import { codeOf, ifPossible, ifThere, writing } from "../../store/fs-failure.ts";
import { ensurePrivate, type StateDirectory } from "../../store/state-directory.ts";
import { purposeOf } from "../../trust/fingerprint.ts";
import { type FormerKey, readFormerKeys, renderFormerKeys, toFormerSigner } from "../../trust/former-keys.ts";
import {
  createKeyFile,
  type KeyFile,
  parseKeyFile,
  type SigningKey,
  unlockKey,
} from "../../trust/key-file.ts";
import type { KnownSigner } from "../../trust/signers-file.ts";
import { canRead, type StateTroubles, writeIfPossible } from "./open-records.ts";

export type Keys = {
  /** Made ready when something is signed: reading needs only the public halves. */
  readonly machine: SigningKey;
  /** Unlocked for this command, or null. */
  readonly person: SigningKey | null;
  /** Whether there is a person key at all, locked or not. */
  readonly personFile: KeyFile | null;
  /** Why keys that are there cannot be used; null where they can. Reading goes on without them. */
  readonly failure: CredenceError | null;
  readonly own: readonly KnownSigner[];
};

const KEY_FILES = ["machine.json", "person.json", "former.json"].map((name) => join("keys", name));
const PETNAMES = { machine: "this machine", person: "you" } as const;

export type KeysRequest = {
  readonly troubles: StateTroubles;
  /** Makes the machine key if there is none; otherwise it is made when something is signed. */
  readonly makes: boolean;
};

export function openKeys(state: StateDirectory, now: Instant, { troubles, makes }: KeysRequest): Keys {
  const { failure, ...found } = readKeys(state, troubles);
  const make = (): KeyFile => ensureMachineKey(state, now);
  const machineFile = found.machine ?? (failure === null && makes ? writeIfPossible(troubles, make) : null);
  const personFile = found.person;
  const own = [machineFile, personFile].flatMap((file) => (file === null ? [] : [toOwnSigner(file)]));
  const listed = failure === null ? readFormerKeys(formerKeysPath(state)) : [];
  if (personFile !== null) listPerson(state, personFile, listed);
  const former = listed.filter(({ signer }) => signer !== personFile?.signer);
  let machine: SigningKey | null = null;
  return {
    get machine() {
      if (failure !== null) throw failure;
      machine ??= unlockKey(machineFile ?? make(), null);
      if (machine === null) throw damaged("machine");
      return machine;
    },
    person: null,
    personFile,
    failure,
    own: [...own, ...former.map(toFormerSigner)],
  };
}

type KeysFound = Pick<Keys, "failure"> & {
  readonly machine: KeyFile | null;
  readonly person: KeyFile | null;
};

/** All or none: a key that cannot be read may be the one that took something out of use. */
function readKeys(state: StateDirectory, troubles: StateTroubles): KeysFound {
  const none = { machine: null, person: null };
  if (!KEY_FILES.map((name) => canRead(troubles, state.path, name)).every(Boolean))
    return {
      ...none,
      failure: new CredenceError("NOT_READABLE", "the keys in machine state cannot be read"),
    };
  const [machine, person] = [findKey(state, "machine"), findKey(state, "person")];
  for (const [kind, file] of [["machine", machine] as const, ["person", person] as const])
    if (file === "damaged") troubles.unread.add(join("keys", `${kind}.json`));
  if (machine === "damaged") return { ...none, failure: damaged("machine") };
  if (person === "damaged") return { ...none, failure: damaged("person") };
  return { machine, person, failure: null };
}

export function ensureMachineKey(state: StateDirectory, now: Instant): KeyFile {
  const how = { seal: null, purpose: purposeOf(state) } as const;
  return readKey(state, "machine") ?? makeKey(state, createKeyFile("machine", renderInstant(now), how));
}

export function formerKeysPath(state: StateDirectory): string {
  return join(state.path, "keys", "former.json");
}

/** Once for each key, before it signs anything. Where state may only be read nothing is signed either. */
function listPerson(state: StateDirectory, { signer, key }: KeyFile, listed: readonly FormerKey[]): void {
  if (listed.some((each) => each.signer === signer)) return;
  const text = renderFormerKeys([...listed, { signer, key, replaced: null }]);
  ifPossible(() => replaceFile(formerKeysPath(state), text, 0o600));
}

/** Writes a key for the first time. Of two processes that do so at once, one wins and both use its key. */
export function makeKey(state: StateDirectory, file: KeyFile): KeyFile {
  const directory = ensurePrivate(join(state.path, "keys"));
  const path = join(directory, `${file.kind}.json`);
  writing("machine state", () => writeOnce(path, renderKeyFile(file)));
  return readKey(state, file.kind) ?? file;
}

export function replaceKey(state: StateDirectory, file: KeyFile): void {
  const path = join(state.path, "keys", `${file.kind}.json`);
  writing("machine state", () => replaceFile(path, renderKeyFile(file), 0o600));
}

function renderKeyFile(file: KeyFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

function writeOnce(path: string, text: string): void {
  const temporary = temporaryBeside(path);
  writeNewFile(temporary, text, 0o600);
  try {
    linkSync(temporary, path);
    syncDirectory(dirname(path));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    removeQuietly(temporary);
  }
}

/** Of a key that is about to be used. */
function readKey(state: StateDirectory, kind: KeyFile["kind"]): KeyFile | null {
  const file = findKey(state, kind);
  if (file === "damaged") throw damaged(kind);
  return file;
}

function findKey(state: StateDirectory, kind: KeyFile["kind"]): KeyFile | null | "damaged" {
  const path = join(state.path, "keys", `${kind}.json`);
  const text = ifThere(() => readFileSync(path, "utf8"), null);
  if (text === null) return null;
  const file = parseKeyFile(text, kind);
  if (file === null) return "damaged";
  if (file.test === true && !state.isTest) {
    throw new CredenceError(
      "STATE_REFUSED",
      `the ${kind} key in machine state was made in a test state`,
      `remove keys/${kind}.json, or restore it from a backup; a test key protects nothing`,
    );
  }
  return file;
}

function toOwnSigner(file: KeyFile): KnownSigner {
  return {
    signer: file.signer,
    key: file.key,
    root: null,
    petname: PETNAMES[file.kind],
    own: true,
    owner: OWN_PERSON,
  };
}

function damaged(kind: KeyFile["kind"]): CredenceError {
  return new CredenceError(
    "STATE_REFUSED",
    `the ${kind} key in machine state is damaged`,
    `restore keys/${kind}.json from a backup; without it a new key is created, and everything this one signed is foreign`,
  );
}
