// Who is in the team of a root, and what waits for a person: each person key that says in the root who it is, beside what this
// machine makes of it. Reading a root decides nothing.
//
// Attack: a key under the name of another person, of whoever works here, or under a name that looks like theirs. A name proves
// nothing: the survey marks it, and only typed characters accept a key.

import { ALL_PROJECTS } from "../../memory/law/standing-input.ts";
import { idOfName, kindOfSigner } from "../../memory/law/statement.ts";
import { type Claim, type Decision, OWN } from "../../memory/people/decide-trust.ts";
import { nameKey, type Owns, type PersonStatement } from "../../memory/people/person-statement.ts";
import { isSameName } from "../../memory/text/look-alikes.ts";
import { listOddCards, type OddPeopleFile, readPeopleFiles } from "../../trust/people-files.ts";
import { NO_TRUST, type SignerEntry } from "../../trust/signers-file.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { listHeldBack } from "../memories/kept/held.ts";
import { isTrustedIn } from "../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findUnknownSigners } from "./describe-trust.ts";
import { decideNow, listStatements, readRecord } from "./follow-people.ts";
import { readTrust } from "./signers.ts";

export type PersonHere = {
  /** `revoked`: for ever, whoever has it. `removed`: a person here ended the trust. */
  readonly kind: "you" | "in" | "waits" | "revoked" | "removed";
  readonly key: string;
  /** The name that the key's owner gives; null when it looks like a secret. */
  readonly name: string | null;
  /** What this machine calls the person; null of somebody new. */
  readonly petname: string | null;
  /** Another key of this machine's own person claims it, and it claims that key. */
  readonly isMine: boolean;
  readonly machines: readonly { readonly key: string; readonly label: string }[];
};

export type PeopleHere = {
  readonly people: readonly PersonHere[];
  readonly decision: Decision;
  readonly odd: readonly OddPeopleFile[];
  /** Keys of others under the name of whoever works here. */
  readonly impostors: readonly PersonHere[];
  /** Ids that came back when a key was dropped, and that no person has seen since. */
  readonly heldBack: readonly string[];
};

export function surveyPeople(workspace: Workspace, root: OpenRoot): PeopleHere {
  const { odd } = readPeopleFiles(root.path, readRecord(workspace).statements);
  const all = [...listStatements(workspace, [root]).values()].map(({ statement }) => statement);
  const decision = decideNow(workspace, listStatements(workspace, [root]));
  const keys = new Set(listSelves(all).map(({ key }) => key));
  const people = [...keys].map((key) => describe({ workspace, root, all, decision }, key));
  const you = people.find(({ kind }) => kind === "you");
  const impostors = people.filter(
    ({ kind, name, isMine }) =>
      (kind === "waits" || kind === "in") &&
      !isMine &&
      you !== undefined &&
      isSameName(name ?? "", you.name ?? ""),
  );
  const heldBack = listHeldBack(root).map(idOfName);
  return { people, decision, odd: [...odd, ...listOddCards(root.path)], impostors, heldBack };
}

/** Statements in which a person key says who it is, the newest of each key first. */
export function listSelves(statements: Iterable<PersonStatement>): Owns[] {
  return [...statements]
    .filter((each) => each.says === "owns")
    .filter(({ kind, subject, key }) => kind === "person" && subject === key)
    .sort((a, b) => (a.time === b.time ? (a.hash < b.hash ? -1 : 1) : a.time < b.time ? 1 : -1));
}

/** Machines that consented to this key. */
export function listMachinesOf(all: readonly PersonStatement[], by: string): PersonHere["machines"] {
  const owns = all
    .filter((each) => each.says === "owns")
    .filter(({ kind, key }) => kind === "machine" && key === by);
  const consented = owns.filter(({ consent }) => consent !== null);
  return [
    ...new Map(
      consented.map(({ subject, label }) => [subject, { key: subject, label: label ?? "machine" }]),
    ).values(),
  ];
}

type Surveying = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly all: readonly PersonStatement[];
  readonly decision: Decision;
};

function describe(surveying: Surveying, key: string): PersonHere {
  const { workspace, all, decision } = surveying;
  const self = listSelves(all).find((each) => each.key === key);
  const name = self?.name ?? null;
  const group = decision.persons.get(key) ?? null;
  return {
    kind: kindOf(surveying, key),
    key,
    name: name !== null && scanSecrets(name).length > 0 ? null : name,
    petname: group === OWN ? null : group,
    isMine: group === OWN && workspace.keys.personFile?.key !== key,
    machines: listMachinesOf(all, key),
  };
}

function kindOf({ workspace, root, all, decision }: Surveying, key: string): PersonHere["kind"] {
  if (workspace.keys.personFile?.key === key) return "you";
  const trust = readTrust(workspace);
  const entries = trust.signers.filter((each) => each.key === key && isTrustedIn(each, root));
  const isRevoked =
    decision.revoked.has(nameKey({ kind: "person", key })) || isRevokedAlone(workspace, all, key);
  if (isRevoked) return "revoked";
  if (entries.some(({ ended }) => ended !== true)) return "in";
  return entries.length > 0 ? "removed" : "waits";
}

/** Would it be revoked once it were accepted? Its own person says so, by this key or by one that is linked with it. */
function isRevokedAlone(workspace: Workspace, all: readonly PersonStatement[], key: string): boolean {
  if (!all.some((each) => each.says === "ends" && each.subject === key)) return false;
  const entry: SignerEntry = { signer: "person:", key, root: ALL_PROJECTS, petname: "whoever it is" };
  const files = new Map(all.map((statement) => [statement.hash, { statement, text: "" }]));
  const alone = { ...NO_TRUST, signers: [entry] };
  return decideNow({ ...workspace, keys: { ...workspace.keys, own: [] } }, files, alone).revoked.has(
    nameKey({ kind: "person", key }),
  );
}

/** Signers of statements here who say nowhere in the root who they are. */
export function countCardless(workspace: Workspace, { people }: PeopleHere): number {
  const keys = new Set(people.flatMap(({ key, machines }) => [key, ...machines.map((each) => each.key)]));
  return findUnknownSigners(workspace).filter(({ key }) => !keys.has(key)).length;
}

/** How much in this root waits for a person who joined it; it waits for no other. */
export function countWaiting(workspace: Workspace, root: OpenRoot): number {
  if (readPeopleFiles(root.path, readRecord(workspace).statements).statements.length === 0) return 0;
  const { people, decision } = surveyPeople(workspace, root);
  if (!people.some(({ kind }) => kind === "you")) return 0;
  const waiting = people.filter(({ kind }) => kind === "waits").length;
  return waiting + new Set([...decision.waiting, ...decision.undecided].map(({ person }) => person)).size;
}

/** In words. */
export function describeClaim(workspace: Workspace, { by, kind, key }: Claim): string {
  const holder = workspace.signers.find((each) => each.key === key && kindOfSigner(each.signer) === kind);
  const whose =
    holder === undefined || holder.own ? "a key of yours" : `the key that you know as ${holder.petname}`;
  return `${by === OWN ? "your card" : `${by}'s card`} lists ${whose}: it is left out`;
}
