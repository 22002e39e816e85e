// What this machine's person says of their own keys: the statements are signed here, kept in machine state at once, and put into each
// open root in which the person has joined the team. Their card is printed from them, for people to read.
//
// Only the person joins a root: joining publishes their name, and what others type to trust them.

import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { kindOfSigner } from "../../memory/law/statement.ts";
import { OWN } from "../../memory/people/decide-trust.ts";
import {
  HONOURED_MAX,
  isName,
  type KeyRef,
  PERSON_NAME_CHARS_MAX,
  type PersonContent,
} from "../../memory/people/person-statement.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { replaceFile } from "../../store/durable.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { withStateLock } from "../../store/lock.ts";
import { listRootPaths } from "../../store/root-location.ts";
import type { Change } from "../../store/transaction.ts";
import type { SigningKey } from "../../trust/key-file.ts";
import { cardPath, personStatementPath, readPeopleFiles } from "../../trust/people-files.ts";
import { PEOPLE_RECORD, renderPeopleRecord } from "../../trust/people-record.ts";
import { type PersonFile, signConsent, signPersonStatement } from "../../trust/person-statements.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { commitChanges, withLock } from "../change/change-root.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { decideNow, fingerprintOf, listStatements, readRecord } from "./follow-people.ts";
import { readTrust } from "./signers.ts";
import { listMachinesOf, listSelves } from "./survey-people.ts";

/** The name that others know this person by, as a key of theirs said it last. @returns null when none did. */
export function findOwnName(workspace: Workspace): string | null {
  return listSelves(listOwn(workspace).map(({ statement }) => statement))[0]?.name ?? null;
}

/** Statements by this machine's person key and by keys of the same person, known here. */
function listOwn(workspace: Workspace): PersonFile[] {
  const all = listStatements(workspace, workspace.roots);
  const { persons } = decideNow(workspace, all);
  return [...all.values()].filter(({ statement }) => persons.get(statement.key) === OWN);
}

export function cleanName(given: string): string {
  const name = sanitizeLine(given, PERSON_NAME_CHARS_MAX);
  if (name === "") throw new CredenceError("USAGE", "give the name that your team knows you by, with --name");
  if (scanSecrets(name).length > 0)
    throw new CredenceError(
      "SECRET_DETECTED",
      "this name looks like a secret, and everybody who has the root reads it",
    );
  if (isName(given.normalize("NFC").trim().replaceAll(/ +/g, " "))) return name;
  throw new CredenceError(
    "USAGE",
    `a name is one line of at most ${PERSON_NAME_CHARS_MAX} visible characters, and this one would be shown otherwise`,
    `as it would be shown: credence team join --name ${JSON.stringify(name)}`,
  );
}

/** The name of this machine as others read it, unless that name looks like a secret or another machine of this person has it. */
export function labelHere(workspace: Workspace, name: string | null = findOwnName(workspace)): string {
  const { machineName, keys } = workspace;
  const all = [...listStatements(workspace, workspace.roots).values()].map(({ statement }) => statement);
  const said = all.filter((each) => each.says === "owns");
  const known = said.find(({ kind, subject }) => kind === "machine" && subject === keys.machine.key)?.label;
  if (known != null) return known;
  // One day these may be machines of one person, and then no two of them have one name.
  const alike = new Set(listSelves(all).flatMap((each) => (each.name === name ? [each.key] : [])));
  const taken = new Set(said.flatMap(({ key, label }) => (alike.has(key) ? [label?.toLowerCase()] : [])));
  const wanted = scanSecrets(machineName).length > 0 ? "machine" : machineName;
  for (let number = 1; ; number += 1) {
    const label = number === 1 ? wanted : `${wanted.slice(0, 59)}-${number}`;
    if (!taken.has(label.toLowerCase())) return label;
  }
}

export type Joined = { readonly kind: "joined" | "updated" | "unchanged"; readonly fingerprint: string };

/** Puts what is known of this person's keys into the root, with what this machine has not said yet. */
export function joinTeam(workspace: Workspace, root: OpenRoot, name: string): Joined {
  const person = requirePerson(workspace);
  const own = listOwn(workspace);
  const ends = own.some(({ statement }) => statement.says === "ends" && statement.subject === person.key);
  if (ends)
    throw new CredenceError("REMOVED", "your key is revoked for ever", "credence key rotate makes a new one");
  const before = readPeopleFiles(root.path).statements.filter(
    ({ statement }) => statement.key === person.key,
  );
  const label = labelHere(workspace, name);
  const contents = [
    ...sayOwn(workspace, { kind: "person", key: person.key }, { name, label }),
    ...sayOwn(workspace, { kind: "machine", key: workspace.keys.machine.key }, { name: null, label }),
    ...readTrust(workspace)
      .signers.filter(({ mine, signer }) => mine === true && kindOfSigner(signer) === "person")
      .flatMap(({ key }) => sayOwn(workspace, { kind: "person", key }, { name: null, label: null })),
  ].filter((content) => !isSaid(own, content, person.key));
  const added = signAll(workspace, contents, person);
  const isChanged = publish(workspace, root, { files: [...own, ...added], isJoining: true });
  const kind = before.length === 0 ? "joined" : isChanged ? "updated" : "unchanged";
  return { kind, fingerprint: fingerprintOf(workspace, { kind: "person", key: person.key }) };
}

type Naming = { readonly name: string | null; readonly label: string | null };

function sayOwn(workspace: Workspace, { kind, key }: KeyRef, { name, label }: Naming): PersonContent[] {
  const { machine } = workspace.keys;
  const by = requirePerson(workspace).key;
  const consent = kind === "machine" && key === machine.key ? signConsent(machine, by) : null;
  return [{ ...commonOf(workspace, { kind, key }), says: "owns", name, label, consent }];
}

function commonOf({ now, state }: Workspace, { kind, key }: KeyRef) {
  const test = state.isTest ? ({ test: true } as const) : {};
  return { v: 1, kind, subject: key, time: renderInstant(now), ...test } as const;
}

function isSaid(own: readonly PersonFile[], content: PersonContent, by: string): boolean {
  return own.some(({ statement }) => {
    const isSame = statement.key === by && statement.says === content.says;
    if (!isSame || statement.kind !== content.kind || statement.subject !== content.subject) return false;
    if (statement.says === "ends" || content.says === "ends") return true;
    return statement.name === content.name && statement.label === content.label;
  });
}

/** Kept in machine state at once, whatever becomes of the roots. */
function signAll(workspace: Workspace, contents: readonly PersonContent[], key: SigningKey): PersonFile[] {
  const files = contents.map((content) => signPersonStatement(content, key));
  keepStatements(workspace, files);
  return files;
}

function keepStatements(workspace: Workspace, files: readonly PersonFile[]): void {
  if (files.length === 0) return;
  const path = join(workspace.state.path, PEOPLE_RECORD);
  withStateLock(workspace.state.path, () => {
    const record = readRecord(workspace);
    const added = files.map((each) => [each.statement.hash, each] as const);
    replaceFile(
      path,
      renderPeopleRecord({ ...record, statements: new Map([...record.statements, ...added]) }),
      0o600,
    );
  });
}

/** "This person key is mine as well": its own statement of the same makes the two one person's. */
export function linkKey(workspace: Workspace, key: string): void {
  const content = sayOwn(workspace, { kind: "person", key }, { name: null, label: null });
  const own = listOwn(workspace);
  signAll(
    workspace,
    content.filter((each) => !isSaid(own, each, requirePerson(workspace).key)),
    requirePerson(workspace),
  );
  publishEverywhere(workspace);
}

export type Ending = { readonly keys: readonly KeyRef[]; readonly honours: readonly string[] };

/** "These keys are revoked". Of more statements than can be named none is: machine state keeps them. */
export function revokeKeys(workspace: Workspace, { keys, honours }: Ending, by?: SigningKey): void {
  const key = by ?? requirePerson(workspace);
  const named = honours.length > HONOURED_MAX ? null : honours;
  const own = listOwn(workspace);
  const contents = keys
    .map((ref): PersonContent => ({ ...commonOf(workspace, ref), says: "ends", honours: named }))
    .filter((each) => !isSaid(own, each, key.key));
  signAll(workspace, contents, key);
  publishEverywhere(workspace);
}

/** The new key and the one that it replaces say that they are one person's; the new one revokes the old one. */
export function passOn(
  workspace: Workspace,
  {
    old,
    next,
    honours,
  }: { readonly old: SigningKey; readonly next: SigningKey; readonly honours: readonly string[] },
): boolean {
  const own = listOwn(workspace).filter(({ statement }) => statement.key === old.key);
  const self = listSelves(own.map(({ statement }) => statement))[0];
  if (self === undefined) return false;
  const asNext = { ...workspace, keys: { ...workspace.keys, person: next } };
  const label = labelHere(workspace);
  const named = honours.length > HONOURED_MAX ? null : honours;
  signAll(
    asNext,
    [
      ...sayOwn(asNext, { kind: "person", key: next.key }, { name: self.name, label }),
      ...sayOwn(asNext, { kind: "machine", key: workspace.keys.machine.key }, { name: null, label }),
      ...sayOwn(asNext, { kind: "person", key: old.key }, { name: null, label: null }),
      { ...commonOf(workspace, { kind: "person", key: old.key }), says: "ends", honours: named },
    ],
    next,
  );
  signAll(workspace, sayOwn(workspace, { kind: "person", key: next.key }, { name: null, label: null }), old);
  return true;
}

export function publishEverywhere(workspace: Workspace): void {
  for (const root of workspace.roots) publishOwn(workspace, root);
}

/** What machine state keeps of this person's keys goes wherever they have joined. */
export function publishOwn(workspace: Workspace, root: OpenRoot): void {
  // Machine state has it already, and that is what matters.
  ifPossible(() => publish(workspace, root, { files: listOwn(workspace), isJoining: false }));
}

type Publishing = { readonly files: readonly PersonFile[]; readonly isJoining: boolean };

/** @returns whether the root changed. */
function publish(workspace: Workspace, root: OpenRoot, { files, isJoining }: Publishing): boolean {
  const there = new Set(readPeopleFiles(root.path).statements.map(({ statement }) => statement.hash));
  const isThere = files.some(({ statement }) => there.has(statement.hash));
  const missing = files.filter(({ statement }) => !there.has(statement.hash));
  if (missing.length === 0 || (!isThere && !isJoining)) return false;
  const own = workspace.keys.personFile;
  const changes: Change[] = [
    ...missing.map(
      ({ statement, text }) => ({ kind: "write", path: personStatementPath(statement.hash), text }) as const,
    ),
    ...(own === null ? [] : [printCard(workspace, root, { key: own.key, files })]),
  ];
  const record = { command: "team join", id: "team", actor: actorOf(workspace), digest: null } as const;
  withLock(root, () => commitChanges(workspace, root, { record, changes }));
  return true;
}

/** For people to read: no rule does. */
export function printCard(
  workspace: Workspace,
  root: OpenRoot,
  { key, files }: { readonly key: string; readonly files: readonly PersonFile[] },
): Extract<Change, { kind: "write" }> {
  const here = [...readPeopleFiles(root.path).statements, ...files];
  const all = [...new Map(here.map(({ statement }) => [statement.hash, statement])).values()];
  const claims = all.filter((each) => each.key === key);
  const persons = claims.filter((each) => each.says === "owns" && each.kind === "person");
  const fingerprint = fingerprintOf(workspace, { kind: "person", key });
  const card = {
    name: listSelves(claims)[0]?.name ?? null,
    fingerprint,
    persons: [...new Set(persons.map(({ subject }) => subject))].sort(),
    machines: listMachinesOf(all, key),
    revoked: [...new Set(claims.flatMap((each) => (each.says === "ends" ? [each.subject] : [])))].sort(),
  };
  return { kind: "write", path: cardPath(fingerprint), text: `${JSON.stringify(card, null, 2)}\n` };
}

/** Known roots in which this person joined and that lack what machine state keeps. */
export function findPlacesLeft(workspace: Workspace): string[] {
  const kept = listOwn(workspace).map(({ statement }) => statement.hash);
  return listRootPaths(workspace.state.path).filter((path) => {
    const there = new Set(readPeopleFiles(path).statements.map(({ statement }) => statement.hash));
    return kept.some((hash) => there.has(hash)) && kept.some((hash) => !there.has(hash));
  });
}

function requirePerson({ keys }: Workspace): SigningKey {
  if (keys.person !== null) return keys.person;
  throw new CredenceError("NEEDS_PERSON", "only a person can sign statements about their keys");
}
