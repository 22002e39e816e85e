// The end of trust, at the terminal: in a person, in a machine of one's own, or in what a revoked key signed. What would change is
// listed before the yes.

import { type LoggedEvent, readLog } from "../../app/history/read-log.ts";
import { holdBack } from "../../app/memories/kept/held.ts";
import { tooMany } from "../../app/people/change-key.ts";
import { decideNow, fingerprintOf, followPeople, readRecord } from "../../app/people/follow-people.ts";
import { findPlacesLeft, publishEverywhere, revokeKeys } from "../../app/people/own-statements.ts";
import { decideRevoked, endTrust, findNamed, type KnownSigner, readTrust } from "../../app/people/signers.ts";
import { findStandsOn, listRecorded, type Rising } from "../../app/people/stands-on.ts";
import { findLastSync } from "../../app/sync/known-remote.ts";
import { renewWorkspace, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderDay, renderInstant } from "../../memory/instant.ts";
import { isNegative } from "../../memory/law/kinds.ts";
import { kindOfSigner } from "../../memory/law/statement.ts";
import type { Choice, NamedKey } from "../../memory/people/decide-trust.ts";
import { nameTrusted } from "../../memory/people/name-keys.ts";
import { type KeyRef, nameKey } from "../../memory/people/person-statement.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import type { Answer } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { firstOf } from "../report/report.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { groupFingerprint, listIds } from "./render-trust.ts";
import { sayPlaces, type TeamCall } from "./team.ts";

const TRIES = 3;
const SHOWN_MAX = 20;
const LISTED_MAX = 1_000;

/** Everywhere: by every key of the petname, in every root, with the machines that stand behind a person. */
export async function removeNamed(asking: TeamCall, name: string): Promise<Answer> {
  const removed = readTrust(asking.workspace).signers.filter(({ petname }) => petname === name);
  if (removed.length > 0 && removed.every(({ ended }) => ended === true))
    return { json: { kind: "unchanged", petname: name }, says: [`${name} was removed before`] };
  const named = findNamed(asking.workspace, name);
  if (named.mine === true) throw refuseMine(name);
  const petname = personOf(asking.workspace, named);
  const workspace = await unlockFor(asking.io, asking.workspace, asking.purpose);
  const isTheirs = ({ own, mine, ...each }: KnownSigner): boolean =>
    !own && mine !== true && personOf(workspace, { own, ...each }) === petname;
  const keys = workspace.signers.filter(isTheirs);
  const after = workspace.signers.flatMap((each): KnownSigner[] => {
    if (!isTheirs(each)) return [each];
    return each.proposes === true ? [] : [{ ...each, former: true, lost: true }];
  });
  const { falls } = findStandsOn(workspace, after);
  const signers = new Set(keys.map(({ signer }) => signer));
  const negative = countNegative(workspace, signers);
  const others = [...new Set(keys.map((each) => each.petname))].filter((each) => each !== petname);
  const screen = [
    ...[...signers].map(
      (signer) => `${groupFingerprint(signer.slice(signer.indexOf(":") + 1))}, called ${petname}`,
    ),
    ...(others.length === 0 ? [] : [`with ${others.join(", ")}`]),
    `${pluralize(falls.length, "memory stands", "memories stand")} lower without what they vouched for${falls.length === 0 ? "." : ":"}`,
    ...listIds(falls),
    `What they took out of use stays out until you lift it: ${pluralize(negative, "statement", "statements")}.`,
  ];
  await askUnder({ ...asking, workspace }, screen, `stop trusting ${petname}, in every root?`);
  const { followed } = decideNow(workspace, readRecord(workspace).statements);
  endTrust(
    workspace,
    petname,
    followed.filter(({ person }) => person === petname).map(({ key }) => key),
  );
  return {
    json: { kind: "removed", petname, keys: signers.size, negative },
    says: [`${petname} is no longer trusted`],
  };
}

/** The petname that was typed for the person behind a machine, or for the key itself. */
function personOf(
  { signers }: Workspace,
  { petname, via }: Pick<KnownSigner, "petname" | "via" | "own">,
): string {
  if (via !== "statement") return petname;
  const owner = signers.find((each) => each.via === undefined && petname.startsWith(`${each.petname}'s `));
  return owner?.petname ?? petname;
}

function refuseMine(name: string): CredenceError {
  return new CredenceError(
    "USAGE",
    `${name} is a key of yours, which is revoked for everybody`,
    `credence machine lost ${name.split(" ").at(-1)}`,
  );
}

function countNegative(workspace: Workspace, signers: ReadonlySet<string>): number {
  return workspace.roots.flatMap((root) =>
    workspace
      .seenIn(root)
      .recallAfter(0)
      .statements.filter((each) => signers.has(each.signer) && isNegative(each)),
  ).length;
}

export type Settled = { readonly names: string; readonly choice: Choice };

/** One choice for each person and machine: of two that revoked each other one is lost and the other is not. */
export async function settleRevoked(asking: TeamCall, undecided: readonly NamedKey[]): Promise<Settled[]> {
  const settled: Settled[] = [];
  const groups = Map.groupBy(undecided, ({ person, label, mine }) => (mine ? `${label}` : person));
  for (const keys of groups.values()) {
    const workspace = followPeople(renewWorkspace(asking.workspace, asking.workspace.now));
    const choice = await askChoice({ ...asking, workspace }, keys, []);
    decide(workspace, { keys, choice: choice.choice, rises: choice.rises });
    settled.push({ names: keys.map(nameTrusted).join(", "), choice: choice.choice });
  }
  return settled;
}

type Deciding = {
  readonly keys: readonly KeyRef[];
  readonly choice: Choice;
  readonly rises: readonly Rising[];
};

/** First what comes back is withheld: a kill in between leaves nothing in use that the person has not seen. */
function decide(
  workspace: Workspace,
  { keys, choice, rises }: Deciding,
  honours: readonly string[] = [],
): void {
  for (const root of choice === "drop" ? workspace.roots : []) {
    const back = rises.filter((each) => each.root.path === root.path);
    const held = back.flatMap(({ name }) => name ?? []);
    if (held.length > 0) holdBack(workspace, root, held);
  }
  decideRevoked(workspace, keys.map(nameKey), { choice, honours: tooMany(honours) });
}

type Chosen = { readonly choice: Choice; readonly rises: readonly Rising[] };

/** Shows what stands on these keys, and asks. Nothing is done yet. */
async function askChoice(
  asking: Asking,
  keys: readonly NamedKey[],
  more: readonly string[],
): Promise<Chosen> {
  const { io, workspace } = asking;
  const names = new Set(keys.map(nameKey));
  const isMeant = ({ own, signer, key }: KnownSigner): boolean =>
    !own && names.has(nameKey({ kind: kindOfSigner(signer), key }));
  const after = workspace.signers.filter((each) => !isMeant(each));
  const { falls, rises } = findStandsOn(workspace, after);
  const date = renderDay(workspace.now);
  const screen = [
    `Revoked: ${keys.map((each) => `${nameTrusted(each)} …${fingerprintOf(workspace, each).slice(-6)}`).join(", ")}`,
    `${pluralize(falls.length, "memory stands", "memories stand")} on what was signed${falls.length === 0 ? "" : ":"}`,
    ...listIds(falls),
    ...(rises.length === 0
      ? []
      : [
          `${pluralize(rises.length, "is", "are")} out of use by it, and would come back:`,
          ...listIds(rises.map(({ id }) => id)),
        ]),
    ...more,
    `honour  what was received here until ${date} counts; nothing new does`,
    "drop    nothing of it counts, neither for a memory nor against one; what comes back is foreign until you have seen it",
  ];
  if (isPlayed(asking)) return { choice: "honour", rises };
  const typed = await askOneOf(io, says`${[showReport(screen, io)]}honour or drop: `, says`honour or drop: `);
  return { choice: typed, rises };
}

/** No key is decided about by a slip: whatever is neither word is asked again, and in the end nothing is done. */
async function askOneOf(io: Asking["io"], screen: Shown, again: Shown): Promise<Choice> {
  let question = screen;
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = (await askPerson(io, question, ["honour", "drop"])).trim().toLowerCase();
    if (typed === "honour" || typed === "drop") return typed;
    question = again;
  }
  throw new CredenceError("DECLINED", "neither honour nor drop was typed");
}

/**
 * A machine that is lost, stolen or given away: both its keys are revoked on this machine at once, in every root. It needs no remote:
 * machine state keeps the signed statements, and the next sync takes them to the others. After a kill the same command goes on.
 */
export async function loseMachine(asking: TeamCall, given: string): Promise<Answer> {
  const keys = findMachine(asking.workspace, given);
  const { revoked } = decideNow(asking.workspace, readRecord(asking.workspace).statements);
  const open = keys.filter((each) => !revoked.has(nameKey(each)));
  const workspace = await unlockFor(asking.io, asking.workspace, asking.purpose);
  const trust = readTrust(workspace).revoked;
  const undecided = keys.filter((each) => !trust.some(({ name }) => name === nameKey(each)));
  if (open.length + undecided.length === 0) {
    publishEverywhere(workspace);
    return sayLost(workspace, { given, kind: "unchanged", choice: null });
  }
  const signers = listSigners(workspace, keys);
  const signed = listSigned(workspace, signers);
  const { choice, rises } = await askChoice({ ...asking, workspace }, keys, saySigned(signed));
  const screen = [
    `${given} is revoked for ever, and nobody can take that back: a machine that is found again makes new keys.`,
    "On machines that accepted it, nothing new that it signs counts then.",
  ];
  await askUnder({ ...asking, workspace }, screen, `revoke ${given}?`);
  const honours =
    choice === "honour" ? listRecorded(workspace, new Set(signers.map(({ signer }) => signer))) : [];
  // First here: should the rest fail, what the key signed is decided already.
  decide(workspace, { keys: undecided, choice, rises }, honours);
  revokeKeys(workspace, { keys: open, honours });
  return sayLost(workspace, { given, kind: "revoked", choice, ...signed });
}

type Lost = {
  readonly given: string;
  readonly kind: "revoked" | "unchanged";
  readonly choice: Choice | null;
};

function sayLost(workspace: Workspace, { given, kind, choice, ...signed }: Lost & Partial<Signed>): Answer {
  const others = findPlacesLeft(workspace);
  const done = kind === "revoked" ? `${given} is revoked` : `${given} was revoked before`;
  const said =
    choice === null
      ? []
      : [choice === "honour" ? "here what it signed until now counts" : "here nothing of it counts"];
  return {
    json: { kind, machine: given, choice, others, ...signed },
    says: [`${done}; the next sync tells your other machines`, ...said, ...sayPlaces(workspace.home, others)],
  };
}

/** The person key that lives on the machine of that name, and its machine keys; of two of one name the end of the fingerprint tells. */
function findMachine(workspace: Workspace, given: string): NamedKey[] {
  const mine = decideNow(workspace, readRecord(workspace).statements).trusted.filter((each) => each.mine);
  const persons = mine.filter(({ kind }) => kind === "person");
  const endOf = (each: KeyRef): string => fingerprintOf(workspace, each).slice(-END_CHARS);
  const names = persons.map((each) => `${each.label} …${endOf(each)}`).join(", ");
  const found = persons.filter((each) => each.label === given || endOf(each) === given.replace(/^…/, ""));
  const [person, second] = found;
  if (second !== undefined)
    throw new CredenceError(
      "USAGE",
      `${found.length} machines of yours are called ${given}: ${names}`,
      "say which one by its end",
    );
  if (person === undefined)
    throw new CredenceError(
      "NOT_FOUND",
      given === "" ? "say which machine" : `no other machine of yours is called ${given}`,
      names === "" ? "credence key rotate replaces this machine's key" : `they are ${names}`,
    );
  const machines = mine.filter(({ kind, label }) => kind === "machine" && label === person.label);
  return [...new Map([person, ...machines].map((each) => [nameKey(each), each])).values()];
}

const END_CHARS = 6;

function listSigners({ signers }: Workspace, keys: readonly NamedKey[]): KnownSigner[] {
  const names = new Set(keys.map(nameKey));
  return signers.filter(
    ({ own, signer, key }) => !own && names.has(nameKey({ kind: kindOfSigner(signer), key })),
  );
}

type Signed = {
  /** When the user root, or else another open one, last met its remote. */
  readonly since: string | null;
  readonly signed: readonly Pick<LoggedEvent, "at" | "id" | "act" | "by">[];
};

/** What these keys said since the last sync here: until then the person had the machine, or looked at what came from it. */
function listSigned(workspace: Workspace, over: readonly KnownSigner[]): Signed {
  const met = workspace.roots.flatMap((root) => findLastSync(workspace, root) ?? []);
  const since: Instant | null = met.length === 0 ? null : Math.max(...met);
  const names = [...new Set(over.map(({ petname }) => petname))];
  const events = names.flatMap((by) => readLog(workspace, { since, id: null, by, limit: LISTED_MAX }).events);
  return {
    since: since === null ? null : renderInstant(since),
    signed: events.map(({ at, id, act, by }) => ({ at, id, act, by })),
  };
}

function saySigned({ since, signed }: Signed): string[] {
  const when = since === null ? "" : ` since the last sync here (${since})`;
  if (signed.length === 0) return [`Nothing that they signed${when} has come here.`];
  const rows = signed.map(
    ({ at, id, act, by }) => `${at}  ${id ?? "a forgotten memory"}  ${act}  ${by ?? ""}`,
  );
  return [`Signed by them${when}:`, ...firstOf(rows, SHOWN_MAX, "  ")];
}
