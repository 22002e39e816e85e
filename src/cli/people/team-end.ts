// The end of a card or of somebody's trust, at the terminal. What becomes of what was said is asked for before the yes.

import type { KnownSigner } from "../../app/people/signers.ts";
import type { Fate } from "../../app/people/team/accept-cards.ts";
import type { CardPlace } from "../../app/people/team/card-places.ts";
import type { Card } from "../../app/people/team/survey-team.ts";
import type { OpenRoot } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { scopeOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";
import { askUnder } from "../terminal/confirm.ts";
import type { TeamAsking, TeamCall } from "./team.ts";
import { askFate, endTrust, sayIntroduced } from "./team-fates.ts";

export const OTHERS = [
  "On machines that accepted you, nothing new that is signed with them counts then. Whether",
  "what they said before counts is for each person there to decide.",
];

export async function leave(asking: TeamAsking): Promise<Answer> {
  const { workspace, root } = asking;
  const { publishNext } = await import("../../app/people/team/own-card.ts");
  const { planLeave } = await import("../../app/people/team/next-version.ts");
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
export async function listPlacesLeft(
  { workspace, root }: Pick<TeamAsking, "workspace" | "root">,
  card: Card,
): Promise<readonly CardPlace[]> {
  const { findCardPlaces } = await import("../../app/people/team/card-places.ts");
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
  const { findNamed } = await import("../../app/people/signers.ts");
  const { listKeysOf } = await import("../../app/people/team/accept-cards.ts");
  const { listKeysOfMachine } = await import("../../app/people/team/withdraw.ts");
  const before = await findRemoved(asking, name);
  if (before !== null) return before;
  const person = findNamed(asking.workspace, name);
  const root = await rootOfTrust(asking, person);
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
      ...(await sayRemaining(here, { over, person })),
      ...(await sayCardStays(here, person)),
    ],
  };
}

/** Whoever runs it again hears that it is done. @returns null where somebody of that name is trusted, or nobody was removed. */
async function findRemoved({ workspace }: TeamCall, name: string): Promise<Answer | null> {
  const { surveyTeam } = await import("../../app/people/team/survey-team.ts");
  if (workspace.signers.some(({ petname, own }) => !own && petname === name)) return null;
  const members = workspace.roots.flatMap((root) => surveyTeam(workspace, root).members);
  if (!members.some(({ kind, card }) => kind === "removed" && card.name === name)) return null;
  return { json: { kind: "unchanged", petname: name }, says: [`${name} was removed before`] };
}

/** The one that was named; else the project's, or yours, wherever they are trusted. */
async function rootOfTrust({ call, workspace }: TeamCall, person: KnownSigner): Promise<OpenRoot> {
  const { isTrustedIn } = await import("../../app/memories/known-signers.ts");
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
async function sayCardStays({ root }: TeamAsking, { card, mine }: KnownSigner): Promise<string[]> {
  const { findCardFile } = await import("../../app/people/team/survey-team.ts");
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
async function sayRemaining(
  { workspace }: TeamAsking,
  { over, person: { petname } }: Removed,
): Promise<string[]> {
  const { renewWorkspace } = await import("../../app/workspace/workspace.ts");
  const { signers } = renewWorkspace(workspace, workspace.now);
  const keys = new Set(over.map(({ key }) => key));
  const left = signers.filter((each) => !each.own && each.former !== true && keys.has(each.key));
  const everywhere = `credence trust remove ${JSON.stringify(petname)}`;
  return left.length === 0 ? [] : [`${petname} is still trusted in another root; everywhere: ${everywhere}`];
}
