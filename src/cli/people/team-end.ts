// The end of a card or of somebody's trust, at the terminal. What becomes of what was said is asked for before the yes.

import { isTrustedIn } from "../../app/memories/known-signers.ts";
import { findNamed, type KnownSigner } from "../../app/people/signers.ts";
import { decideFate, type Fate, listIntroducedBy, listKeysOf } from "../../app/people/team/accept-cards.ts";
import { type CardPlace, findCardPlaces } from "../../app/people/team/card-places.ts";
import { planLeave } from "../../app/people/team/next-version.ts";
import { publishNext } from "../../app/people/team/own-card.ts";
import { findStandsOn } from "../../app/people/team/stands-on.ts";
import { type Card, findCardFile, surveyTeam } from "../../app/people/team/survey-team.ts";
import { listKeysOfMachine, withdrawKeys } from "../../app/people/team/withdraw.ts";
import { type OpenRoot, renewWorkspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderDay } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { scopeOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { listIds } from "./render-trust.ts";
import type { TeamAsking, TeamCall } from "./team.ts";

export const OTHERS = [
  "On machines that accepted you, nothing new that is signed with them counts then. Whether",
  "what they said before counts is for each person there to decide.",
];

export async function leave(asking: TeamAsking): Promise<Answer> {
  const { workspace, root } = asking;
  const content = planLeave(workspace, root);
  const screen = ["Your card will say that your keys and machines are over, from now on.", ...OTHERS];
  await askUnder(asking, screen, "leave the team of this root?");
  const card = publishNext(workspace, root, { content });
  return {
    json: { kind: "left", owner: card.owner, seq: card.seq },
    says: [`you left: ${sayPublish(asking)}`],
  };
}

export function listOnce(signers: readonly KnownSigner[]): KnownSigner[] {
  return [...new Map(signers.map((each) => [each.key, each])).values()];
}

function sayPublish({ root }: TeamAsking): string {
  return root.kind === "shared" ? "commit and push it" : "credence sync sends it";
}

/** Roots in which an earlier version of one's card lies. */
export function listPlacesLeft(
  { workspace, root }: Pick<TeamAsking, "workspace" | "root">,
  card: Card,
): readonly CardPlace[] {
  return findCardPlaces(workspace, card).filter(({ path }) => path !== root.path);
}

export function sayPlaces(places: readonly CardPlace[]): string[] {
  const lead =
    "An earlier version of your card is still elsewhere. So that those who go by it learn of this, run";
  return listPlaces(lead, places);
}

/** Of a card whose key was distrusted. */
export function sayEnded(places: readonly CardPlace[]): string[] {
  const lead =
    "Your card says that the old key is over. A new card, which also takes that to the others, you make with";
  return listPlaces(lead, places);
}

function listPlaces(lead: string, places: readonly CardPlace[]): string[] {
  const rows = places.map(({ shown, command }) => `  ${command}  (${shown})`);
  return rows.length === 0 ? [] : [lead, ...rows];
}

export async function removeNamed(asking: TeamCall, name: string): Promise<Answer> {
  const before = findRemoved(asking, name);
  if (before !== null) return before;
  const person = findNamed(asking.workspace, name);
  const root = rootOfTrust(asking, person);
  const workspace = await unlockFor(asking.io, asking.workspace, asking.purpose);
  const here = { ...asking, workspace, root };
  const isMine = person.mine === true;
  const over = isMine ? listKeysOfMachine(workspace, person) : listKeysOf(workspace, root, person);
  const more = isMine ? [] : [`In ${root.shown} no card of theirs waits for you again.`];
  const fate = await askFate(here, { over: listOnce(over), who: person.petname, more });
  const asked = await endTrust(here, { person, over, fate, root });
  return {
    json: { kind: "removed", petname: person.petname, fate, keys: over.length, dropped: asked.dropped },
    says: [
      sayRemoved(person, fate),
      ...sayIntroduced(asked),
      ...sayRemaining(here, { over, person }),
      ...sayCardStays(here, person),
    ],
  };
}

/** Whoever runs it again hears that it is done. @returns null where somebody of that name is trusted, or nobody was removed. */
function findRemoved({ workspace }: TeamCall, name: string): Answer | null {
  if (workspace.signers.some(({ petname, own }) => !own && petname === name)) return null;
  const members = workspace.roots.flatMap((root) => surveyTeam(workspace, root).members);
  if (!members.some(({ kind, card }) => kind === "removed" && card.name === name)) return null;
  return { json: { kind: "unchanged", petname: name }, says: [`${name} was removed before`] };
}

/** The one that was named; else the project's, or yours, wherever they are trusted. */
function rootOfTrust({ call, workspace }: TeamCall, person: KnownSigner): OpenRoot {
  const scope = scopeOf(call);
  const root = workspace.roots.find(
    (each) => isTrustedIn(person, each) && (scope ?? each.scope) === each.scope,
  );
  if (root !== undefined) return root;
  throw new CredenceError(
    "NOT_FOUND",
    `${person.petname} is trusted in another root than ${scope === null ? "those" : "the one"} of this call`,
    `run it in their project, or everywhere: credence trust remove ${JSON.stringify(person.petname)}`,
  );
}

/** It is a file of the root, and what others have of it is theirs. */
function sayCardStays({ root }: TeamAsking, { card, mine }: KnownSigner): string[] {
  const path = card === undefined || mine === true ? null : findCardFile(root, card);
  if (path === null) return [];
  const remedy =
    root.kind === "shared"
      ? "if the whole team is done with it, delete the file and commit that"
      : "the other machines have it, too";
  return [`their card stays in ${root.shown}${path}, and does not wait here again: ${remedy}`];
}

function sayRemoved({ petname }: KnownSigner, fate: Fate): string {
  return fate === "keep"
    ? `${petname} is no longer trusted; what they said until now counts`
    : `${petname} is no longer trusted, and nothing they said counts`;
}

type Removed = { readonly over: readonly KnownSigner[]; readonly person: KnownSigner };

/** Of another root: a person may leave one team and stay in another. */
function sayRemaining({ workspace }: TeamAsking, { over, person: { petname } }: Removed): string[] {
  const { signers } = renewWorkspace(workspace, workspace.now);
  const keys = new Set(over.map(({ key }) => key));
  const left = signers.filter((each) => !each.own && each.former !== true && keys.has(each.key));
  const everywhere = `credence trust remove ${JSON.stringify(petname)}`;
  return left.length === 0 ? [] : [`${petname} is still trusted in another root; everywhere: ${everywhere}`];
}

// What becomes of the statements of keys that are over: one choice, made by a person who has seen what stands on them.

type FateQuestion = {
  readonly over: readonly KnownSigner[];
  /** As this machine calls them. */
  readonly who: string;
  /** What else the answer does. */
  readonly more?: readonly string[];
};

const TRIES = 3;

/** Shows what stands on these keys, and asks. Nothing is done yet. */
export async function askFate(asking: Asking, { over, who, more = [] }: FateQuestion): Promise<Fate> {
  const { io, workspace } = asking;
  const signers = new Set(over.map(({ signer }) => signer));
  const { falls, rises } = findStandsOn(workspace, workspace.roots, signers);
  const date = renderDay(workspace.now);
  const screen = [
    `${who}: ${pluralize(over.length, "key", "keys")}: ${over.map(nameKey).join(", ")}`,
    `${pluralize(falls.length, "memory stands", "memories stand")} on what ${over.length === 1 ? "it" : "they"} said${falls.length === 0 ? "" : ":"}`,
    ...listIds(falls),
    ...(rises.length === 0
      ? []
      : [`${pluralize(rises.length, "is", "are")} out of use by it:`, ...listIds(rises)]),
    ...more,
    `keep  what was said until ${date} counts, as far as this machine has seen it; nothing new does`,
    `fall  nothing of it counts, neither for a memory nor against one`,
  ];
  if (isPlayed(asking)) return "keep";
  const typed = await askOneOf(io, says`${[showReport(screen, io)]}keep or fall: `, {
    words: ["keep", "fall"],
    again: says`keep or fall: `,
  });
  return typed === "fall" ? "fall" : "keep";
}

function nameKey({ petname, signer }: KnownSigner): string {
  return `${petname} …${signer.slice(-6)}`;
}

type Words = {
  readonly words: readonly [string, string];
  /** What is asked after anything else was typed. */
  readonly again: Shown;
};

/** Nobody's key is decided about by a slip: whatever is neither word is asked again, and in the end nothing is done. */
async function askOneOf(io: Asking["io"], screen: Shown, { words, again }: Words): Promise<string> {
  let question = screen;
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = (await askPerson(io, question, words)).trim().toLowerCase();
    if (words.includes(typed)) return typed;
    question = again;
  }
  throw new CredenceError("DECLINED", `neither ${words[0]} nor ${words[1]} was typed`);
}

type Introduced = { readonly kept: readonly string[]; readonly dropped: readonly string[] };

/** Whoever was accepted because somebody introduced them who is trusted no more: each is asked about. */
async function askIntroduced(
  asking: Asking,
  introduced: readonly KnownSigner[],
  petname: string,
): Promise<Introduced> {
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const person of introduced) {
    const again = says`keep or drop ${person.petname}? `;
    const question = says`${person.petname} was accepted because ${petname} introduced them: ${[again]}`;
    const typed = isPlayed(asking)
      ? "keep"
      : await askOneOf(asking.io, question, { words: ["keep", "drop"], again });
    (typed === "drop" ? dropped : kept).push(person.petname);
  }
  return { kept, dropped };
}

type Ending = {
  readonly person: KnownSigner;
  readonly over: readonly KnownSigner[];
  readonly fate: Fate;
  /** Null: in every root. */
  readonly root: OpenRoot | null;
};

/** Ends the trust in somebody, and in whom they introduced where the person says so. */
export async function endTrust(asking: Asking, { person, over, fate, root }: Ending): Promise<Introduced> {
  const { workspace } = asking;
  const introduced = listIntroducedBy(workspace, root, person.petname);
  const asked = await askIntroduced(asking, introduced, person.petname);
  // First these: whoever runs it again after a kill is asked about those who are left.
  for (const each of introduced) {
    if (!asked.dropped.includes(each.petname)) continue;
    const theirs = listKeysOf(workspace, root, each);
    decideFate(workspace, root, { over: theirs, fate: "fall", isRemoval: true });
  }
  if (person.mine === true) {
    withdrawKeys(workspace, { over, fate });
  } else decideFate(workspace, root, { over, fate, isRemoval: true });
  return asked;
}

/** One line for those who were asked about; none where nobody was. */
export function sayIntroduced({ kept, dropped }: Introduced): string[] {
  const said = [
    ...(dropped.length === 0 ? [] : [`${dropped.join(", ")} dropped`]),
    ...(kept.length === 0 ? [] : [`${kept.join(", ")} kept`]),
  ];
  return said.length === 0 ? [] : [said.join("; ")];
}
