// Statements about keys become part of this machine's record when a session begins, with a sync, after a pull, and whenever a person
// looks at the team. No person is asked, and no statement makes a person trusted: machines of trusted people give advice, and a revoked
// key says nothing new. The record is taken before anything else is read, because nobody can tell who signed what came in the same
// breath as a revocation.

import { join } from "node:path";
import { afterwards } from "../../memory/answering.ts";
import { kindOfSigner } from "../../memory/law/statement.ts";
import type { Decision } from "../../memory/people/decide-trust.ts";
import { nameTrusted } from "../../memory/people/name-keys.ts";
import { type KeyRef, nameKey } from "../../memory/people/person-statement.ts";
import { selectKept } from "../../memory/people/read-claims.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { replaceFile } from "../../store/durable.ts";
import { codeOf, ifPossible } from "../../store/fs-failure.ts";
import { acquireLock } from "../../store/lock.ts";
import { decideHere, decideSigners } from "../../trust/decide-signers.ts";
import { fingerprintKey, purposeOf } from "../../trust/fingerprint.ts";
import { readPeopleFiles } from "../../trust/people-files.ts";
import {
  NO_PEOPLE,
  PEOPLE_RECORD,
  type PeopleRecord,
  readPeopleRecord,
  renderPeopleRecord,
} from "../../trust/people-record.ts";
import type { PersonFile } from "../../trust/person-statements.ts";
import type { TrustFile } from "../../trust/signers-file.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { readTrust } from "./signers.ts";

/** The fingerprint that the owner of a key reads on their screen. */
export function fingerprintOf({ state }: Pick<Workspace, "state">, { kind, key }: KeyRef): string {
  return fingerprintKey(kind, key, purposeOf(state));
}

/** A damaged record is nobody's: all typed keys are silent then, and doctor names it. */
export function readRecord({ state }: Pick<Workspace, "state">): PeopleRecord {
  return readPeopleRecord(join(state.path, PEOPLE_RECORD)) ?? NO_PEOPLE;
}

/** What machine state, these roots and a remote that is read just now say of keys, by hash; of a test state what tests signed. */
export function listStatements(
  workspace: Pick<Workspace, "state">,
  roots: readonly OpenRoot[],
  come: readonly PersonFile[] = [],
): Map<string, PersonFile> {
  const { statements } = readRecord(workspace);
  const files = roots.flatMap(({ path }) => readPeopleFiles(path, statements).statements);
  const all = [...statements.values(), ...files, ...come].filter(
    ({ statement }) => (statement.test === true) === workspace.state.isTest,
  );
  return new Map(all.map((each) => [each.statement.hash, each]));
}

/** What the statements and the choices of this machine make of all keys. */
export function decideNow(
  workspace: Workspace,
  statements: ReadonlyMap<string, PersonFile>,
  trust: TrustFile = readTrust(workspace),
): Decision {
  return decideHere(workspace.keys.own, trust, { statements });
}

/** The same workspace with the signers that count now. Reading needs no writing: what cannot be kept is found again. */
export function followPeople(workspace: Workspace, come: readonly PersonFile[] = []): Workspace {
  const trust = readTrust(workspace);
  if (trust.signers.length === 0) return workspace;
  const path = join(workspace.state.path, PEOPLE_RECORD);
  const record = readPeopleRecord(path);
  if (record === null) return workspace;
  const next = takeInto(workspace, { record, trust, come });
  if (next !== record) writeIfFree(workspace, path, next);
  return { ...workspace, signers: decideSigners(workspace.keys.own, trust, next) };
}

type Taking = {
  readonly record: PeopleRecord;
  readonly trust: TrustFile;
  readonly come: readonly PersonFile[];
};

function takeInto(workspace: Workspace, { record, trust, come }: Taking): PeopleRecord {
  const all = listStatements(workspace, workspace.roots, come);
  const persons = [...workspace.keys.own, ...trust.signers]
    .filter(({ signer }) => kindOfSigner(signer) === "person")
    .map(({ key }) => key);
  const kept = selectKept(
    [...all.values()].map(({ statement }) => statement),
    persons,
  );
  const statements = new Map(
    kept.flatMap(({ hash }) => {
      const file = all.get(hash);
      return file === undefined ? [] : [[hash, file] as const];
    }),
  );
  const fingerprints = new Map(record.fingerprints);
  for (const each of decideNow(workspace, statements, trust).trusted) {
    const name = nameKey(each);
    if (each.by === "statement" && !fingerprints.has(name))
      fingerprints.set(name, fingerprintOf(workspace, each));
  }
  const isSame =
    statements.size === record.statements.size &&
    kept.every(({ hash }) => record.statements.has(hash)) &&
    fingerprints.size === record.fingerprints.size;
  return isSame ? record : { ...record, statements, fingerprints };
}

function writeIfFree({ state }: Workspace, path: string, record: PeopleRecord): void {
  try {
    const lock = acquireLock(state.path, { waitMs: 0 });
    try {
      replaceFile(path, renderPeopleRecord(record), 0o600);
    } finally {
      lock.release();
    }
  } catch (error) {
    // Another process writes there, or none can: the next one takes the statements.
    if (codeOf(error) === "") throw error;
  }
}

/** Once for each machine that counts without a yes: a person is told who gives advice here. */
export function takePeopleNews(workspace: Workspace): string[] {
  if (readTrust(workspace).signers.length === 0) return [];
  const record = readRecord(workspace);
  const { followed } = decideNow(workspace, record.statements);
  const news = followed.filter(({ key }) => !record.told.has(key));
  if (news.length === 0) return [];
  const told = new Set([...record.told, ...news.map(({ key }) => key)]);
  const path = join(workspace.state.path, PEOPLE_RECORD);
  // Where no process can write, the person is told again.
  afterwards(workspace, () =>
    ifPossible(() => writeIfFree(workspace, path, { ...readRecord(workspace), told })),
  );
  return [
    withRemedy(
      `new machines of people you trust, used as advice: ${news.map(nameTrusted).join(", ")}`,
      "followed",
    ),
  ];
}

/** For the person, wherever they look. @returns null when they have decided about every revoked key. */
export function sayUndecided(workspace: Workspace): string | null {
  if (readTrust(workspace).signers.length === 0) return null;
  const { undecided } = decideNow(workspace, readRecord(workspace).statements);
  if (undecided.length === 0) return null;
  const names = undecided.map(nameTrusted).join(", ");
  const [are, they] = undecided.length === 1 ? ["is", "it"] : ["are", "they"];
  const said = `${names} ${are} revoked, and you have not said whether what ${they} signed counts`;
  const isOwn = undecided.some(({ mine }) => mine) && workspace.roots.some(({ kind }) => kind === "user");
  return `${withRemedy(said, "cards")}${isOwn ? " --scope user" : ""}`;
}
