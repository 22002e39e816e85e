// A person goes through what waits in a team: keys of people, whose fingerprint is typed as its owner's screen shows it and never shown
// here before; machines beyond those that count by themselves; revoked keys; and memories that came back when a key was dropped. Each
// is taken at once, so that an interrupted walk loses nothing.

import { releaseHeldBack } from "../../app/memories/kept/held.ts";
import { isBeginningOf } from "../../app/people/describe-trust.ts";
import { fingerprintOf, followPeople } from "../../app/people/follow-people.ts";
import { linkKey } from "../../app/people/own-statements.ts";
import { acceptKeys, choosePetname, confirmMachines, refuseAllRoots } from "../../app/people/signers.ts";
import { describeClaim, type PersonHere, surveyPeople } from "../../app/people/survey-people.ts";
import { renewWorkspace, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { ALL_PROJECTS } from "../../memory/law/standing-input.ts";
import type { NamedKey } from "../../memory/people/decide-trust.ts";
import { nameOwnKey, nameTrusted } from "../../memory/people/name-keys.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Answer } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { isPlayed } from "../terminal/confirm.ts";
import { askPerson, saysYes } from "../terminal/pager.ts";
import { listIds, scopeIn } from "./render-trust.ts";
import { type TeamAsking, unlocked } from "./team.ts";
import { settleRevoked } from "./team-end.ts";

const TRIES = 3;

export async function addToTeam(asking: TeamAsking, names: readonly string[]): Promise<Answer> {
  const isWide = asking.call.values["all-roots"] === true;
  if (isWide) refuseAllRoots(asking.root);
  const people = choosePeople(asking, names);
  const { decision, heldBack } = surveyPeople(asking.workspace, asking.root);
  const isNamed = ({ person }: NamedKey): boolean =>
    names.length === 0 || isPlayed(asking) || names.includes(person);
  const machines = [...decision.followed, ...decision.waiting].filter(isNamed);
  const undecided = decision.undecided.filter(isNamed);
  const open = people.length + machines.length + undecided.length + heldBack.length;
  if (open === 0) return sayNothing(asking, names);
  const here = await unlocked(asking);
  const done: string[] = [];
  const accepted: string[] = [];
  for (const person of people) {
    const petname = await acceptOne(renew(here), person, names);
    if (petname !== null) accepted.push(petname);
  }
  if (accepted.length > 0) done.push(`accepted ${accepted.join(", ")}`);
  const confirmed = machines.length > 0 && (await confirmNew(renew(here), machines));
  if (confirmed) done.push(`confirmed ${machines.map(nameTrusted).join(", ")}`);
  const decided = await settleRevoked(renew(here), undecided);
  done.push(...decided.map(({ names: keys, choice }) => `${keys}: ${CHOICES[choice]}`));
  if (heldBack.length > 0 && (await seeHeldBack(renew(here), heldBack)))
    done.push(`${heldBack.join(", ")} released`);
  const left = people.length - accepted.length;
  const said = [
    ...(done.length === 0 ? ["nobody was accepted"] : done),
    ...(left === 0 ? [] : [pluralize(left, "key waits", "keys wait")]),
  ];
  return {
    json: { accepted, confirmed: confirmed ? machines.length : 0, decided, left },
    says: [said.join("; ")],
  };
}

const CHOICES = {
  honour: "what was received until now counts",
  drop: "nothing of it counts",
} as const;

/** The one before may have changed whose key counts, and whose name is taken. */
function renew(asking: TeamAsking): TeamAsking {
  const workspace = followPeople(renewWorkspace(asking.workspace, asking.workspace.now));
  return { ...asking, workspace };
}

function sayNothing({ workspace, root }: TeamAsking, names: readonly string[]): Answer {
  const others = surveyPeople(workspace, root).people.some(({ kind }) => kind !== "you");
  const said =
    names.length > 0
      ? `${names.join(", ")}: in already`
      : `nothing waits${others ? "" : ": nobody else has joined yet"}`;
  return { json: { accepted: [], confirmed: 0, decided: [], left: 0 }, says: [said] };
}

/** Those who wait, or who were removed and are named. A person who is played types characters in the place of names. */
function choosePeople(asking: TeamAsking, names: readonly string[]): PersonHere[] {
  const { people } = surveyPeople(asking.workspace, asking.root);
  const waiting = people.filter(({ kind }) => kind === "waits");
  if (names.length === 0 || isPlayed(asking)) return waiting;
  return names.flatMap((name) => {
    const named = people.filter((each) => each.name === name || each.petname === name);
    const open = named.filter(({ kind }) => kind === "waits" || kind === "removed");
    if (open.length > 0 || named.some(({ kind }) => kind === "in")) return open;
    throw new CredenceError(
      named.length > 0 ? "REMOVED" : "NOT_FOUND",
      named.length > 0 ? `the key of ${name} is revoked for ever` : `no card of ${name} is here`,
      named.length > 0
        ? "ask them to run credence team join with a new key"
        : "ask them to run credence team join and to push it, pull, and run this again",
    );
  });
}

/** @returns what this machine calls the person now; null where the key is left. */
async function acceptOne(
  asking: TeamAsking,
  person: PersonHere,
  typed: readonly string[],
): Promise<string | null> {
  const { io, call, workspace, root } = asking;
  const isMine = root.kind === "user" || call.values["mine"] === true;
  const petname = isMine ? null : (person.petname ?? choosePetname(workspace, person.name ?? "somebody"));
  const fingerprint = fingerprintOf(workspace, { kind: "person", key: person.key });
  const isRight = (characters: string): boolean => isBeginningOf(fingerprint, characters);
  const screen = showReport(describePerson(asking, person, { petname, fingerprint }), io);
  const whose = petname === null ? "your other machine's" : `${petname}'s own`;
  const question = says`${[screen]}the first 8 characters on ${whose} screen (credence team${scopeIn(root)}), or Enter to leave it: `;
  const isTheirs = isPlayed(asking) ? typed.some(isRight) : await askBeginning(io, question, isRight);
  if (!isTheirs) return null;
  if (petname === null) return acceptMine(workspace, person);
  const isWide = call.values["all-roots"] === true || isTrustedWide(workspace, petname);
  const entry = {
    signer: `person:${fingerprint}`,
    key: person.key,
    root: isWide ? ALL_PROJECTS : root.id,
    petname,
  };
  acceptKeys(workspace, { entries: [entry], machines: person.machines.map(({ key }) => key) });
  return petname;
}

/** Everywhere where one's own word counts, and from now on the two keys name each other. */
export function acceptMine(workspace: Workspace, person: PersonHere): string {
  const petname = nameOwnKey("person", person.machines[0]?.label ?? "another machine");
  const signer = `person:${fingerprintOf(workspace, { kind: "person", key: person.key })}`;
  acceptKeys(workspace, {
    entries: [{ signer, key: person.key, root: null, petname, mine: true }],
    machines: person.machines.map(({ key }) => key),
  });
  linkKey(followPeople(renewWorkspace(workspace, workspace.now)), person.key);
  return petname;
}

/** Of a person who is trusted in every project a second key is, too. */
function isTrustedWide({ signers }: Workspace, petname: string): boolean {
  return signers.some(
    (each) => each.petname === petname && each.root === ALL_PROJECTS && each.former !== true,
  );
}

/** @returns false when nothing was typed, or nothing that fits in as many tries as there are. */
export async function askBeginning(
  io: TeamAsking["io"],
  screen: Shown,
  matches: (typed: string) => boolean,
): Promise<boolean> {
  let question = screen;
  for (let left = TRIES; left > 0; left -= 1) {
    const answer = (await askPerson(io, question)).trim();
    if (answer === "") return false;
    if (matches(answer)) return true;
    question = says`that is not how this fingerprint begins; ${pluralize(left - 1, "try", "tries")} left: `;
  }
  return false;
}

type Described = { readonly petname: string | null; readonly fingerprint: string };

function describePerson(
  { call, workspace, root }: TeamAsking,
  person: PersonHere,
  { petname, fingerprint }: Described,
): string[] {
  const name = person.name ?? "somebody whose name looks like a secret";
  const called = petname === null || petname === name ? name : `${name}, here called ${petname}`;
  const machines = person.machines.map(({ label }) => label).join(", ");
  const span = call.values["all-roots"] === true ? "in any project" : "in this root";
  const { claims } = surveyPeople(workspace, root).decision;
  const isKnown = petname !== null && person.petname === petname;
  return [
    "",
    `${called}: a new key, fingerprint …${fingerprint.slice(-6)}, machines: ${machines || "none"}`,
    ...(isKnown ? [`  A key that you know as ${petname}'s names it as theirs, too.`] : []),
    ...claims.filter(({ by }) => by === petname).map((claim) => `  ${describeClaim(workspace, claim)}`),
    petname === null
      ? "  What you approve there applies here as your own word, in every root."
      : `  What this person approves ${span} applies as fact here; what their machines write is advice.`,
  ];
}

async function confirmNew(asking: TeamAsking, machines: readonly NamedKey[]): Promise<boolean> {
  const { io, workspace } = asking;
  const names = machines.map(nameTrusted).join(", ");
  const question = says`New machines, signed for by keys that you accepted: ${names}.\nWhat they write is advice here.\nconfirm ${machines.length === 1 ? "it" : "them"}? [y/N] `;
  if (!isPlayed(asking) && !(await saysYes(io, question))) return false;
  confirmMachines(
    workspace,
    machines.map(({ key }) => key),
  );
  return true;
}

async function seeHeldBack(asking: TeamAsking, ids: readonly string[]): Promise<boolean> {
  const { io, workspace, root } = asking;
  const lines = ["These came back when a key was dropped, and are withheld:", ...listIds(ids)];
  const question = says`${[showReport(lines, io)]}use them again? [y/N] `;
  if (!isPlayed(asking) && !(await saysYes(io, question))) return false;
  releaseHeldBack(workspace, root);
  return true;
}
