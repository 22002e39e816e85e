// A person goes through the cards that wait. Of one that nobody here can vouch for the beginning of its fingerprint is typed, as it
// is read on its owner's screen, and never shown here before; of one that a known key signed or a trusted person introduced a
// yes is enough. Each is taken at once, so that an interrupted walk loses nothing.

import type { Grant } from "../../app/people/signers.ts";
import {
  admitCard,
  choosePetname,
  decideFate,
  type Fate,
  fingerprintOf,
  matchesTyped,
} from "../../app/people/team/accept-cards.ts";
import { describeClaim } from "../../app/people/team/key-holders.ts";
import { surveyOwn } from "../../app/people/team/own-machines.ts";
import { countCardless, surveyTeam, type Team, type WaitingCard } from "../../app/people/team/survey-team.ts";
import { renewWorkspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import type { Answer } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { isPlayed } from "../terminal/confirm.ts";
import { askPerson, saysYes } from "../terminal/pager.ts";
import { groupFingerprint } from "./render-trust.ts";
import { join, type TeamAsking } from "./team.ts";
import { acceptByCode } from "./team-code.ts";
import { askFate } from "./team-end.ts";
import { acceptMine, refuseAlone, settleOwn } from "./team-mine.ts";

const TRIES = 3;

/** `typed` stands on the command line only where a test plays the person. */
export async function acceptTeam(
  asking: TeamAsking,
  grant: Grant,
  typed: readonly string[],
): Promise<Answer> {
  const { io, call, root } = asking;
  if (typed.length > 0 && !isPlayed(asking)) {
    throw new CredenceError("USAGE", "type the fingerprint at the prompt, not on the command line");
  }
  const team = surveyTeam(asking.workspace, root);
  const waiting = listWaiting(team);
  const news = surveyOwn(asking.workspace, root);
  const isMine = call.values["mine"] === true;
  const isPlain = call.values["code"] !== true && !isMine;
  const hasNews = news.over.length + news.added.length + news.back.length > 0;
  if (waiting.length === 0 && isPlain && !hasNews) return sayNothing(asking, team);
  // In a user root there is nobody else.
  const asksForMine = isMine || (isPlain && root.kind === "user" && waiting.length > 0);
  if (asksForMine && !hasNews) refuseAlone(asking);
  const unlocked = { ...asking, workspace: await unlockFor(io, asking.workspace, asking.purpose) };
  const settled = await settleOwn(unlocked, news);
  if (asksForMine && (settled === null || waiting.length > 0)) return acceptMine(unlocked, typed);
  if (call.values["code"] === true) {
    return acceptByCode(unlocked, team, grant);
  }
  if (waiting.length === 0 || asksForMine) return settled ?? sayNothing(asking, team);
  for (const each of team.impostors)
    io.err(
      says`warning: team/${each.owner}.json has your name and not your key: leave it, or, if it is another machine of yours, accept --mine\n`,
    );
  return acceptWaiting(unlocked, waiting, { typed, ...grant, claims: team.claims });
}

/** One's own card, where there is none yet, and then whoever is named, also of those who were removed; or all who wait. */
export async function addNamed(asking: TeamAsking, grant: Grant, names: readonly string[]): Promise<Answer> {
  const { io, workspace, root } = asking;
  const team = surveyTeam(workspace, root);
  const isJoined = team.members.some(({ kind }) => kind === "own");
  const found = names.length === 0 ? listWaiting(team) : names.flatMap((name) => findNamed(team, name));
  if (isJoined && found.length === 0) return names.length === 0 ? sayNothing(asking, team) : sayIn(names);
  const unlocked = { ...asking, workspace: await unlockFor(io, workspace, asking.purpose) };
  const joined = isJoined ? { json: null, says: [] } : await join(unlocked);
  const accepting = { typed: [], ...grant, claims: team.claims };
  const accepted =
    found.length === 0 ? sayNothing(asking, team) : await acceptWaiting(unlocked, found, accepting);
  return {
    json: { joined: joined.json, ...(accepted.json as object) },
    says: [joined.says, accepted.says].flat(),
  };
}

function sayIn(names: readonly string[]): Answer {
  return {
    json: { joined: null, accepted: [], ended: [], left: 0 },
    says: [`${names.join(", ")}: in already`],
  };
}

/** By the name that they have here or on their card. @returns nobody for somebody who is in. */
function findNamed({ members }: Team, name: string): WaitingCard[] {
  const named = members.filter(
    (each) => each.card.name === name || ("petname" in each && each.petname === name),
  );
  if (!named.some(({ kind }) => kind === "in" || kind === "waits" || kind === "removed"))
    throw new CredenceError(
      "NOT_FOUND",
      `no card of ${name} is here`,
      "ask them to run credence team join and to push it, pull, and run this again",
    );
  return named.flatMap((each): WaitingCard[] => {
    if (each.kind === "waits") return [each];
    // Whoever was removed is a stranger: their fingerprint is typed.
    return each.kind === "removed" ? [{ ...each, kind: "waits", basis: null, change: null }] : [];
  });
}

async function acceptWaiting(
  asking: TeamAsking,
  waiting: readonly WaitingCard[],
  accepting: Accepting,
): Promise<Answer> {
  const done: Done[] = [];
  for (const card of waiting) {
    // Whom the one before is called, the next one cannot be.
    const workspace = renewWorkspace(asking.workspace, asking.workspace.now);
    done.push(...(await acceptOne({ ...asking, workspace }, card, accepting)));
  }
  const left = waiting.length - done.length;
  const accepted = done.flatMap(({ petname, isAccepted }) => (isAccepted ? [petname] : []));
  const ended = done.flatMap(({ petname, fate }) => (fate === null ? [] : [{ petname, fate }]));
  const said = [
    ...(accepted.length > 0 ? [`accepted ${accepted.join(", ")}`] : []),
    ...ended.map(({ petname, fate }) => `${petname}: ${FATES[fate]}`),
    ...(done.length === 0 ? ["nobody was accepted"] : []),
    ...(left === 0 ? [] : [pluralize(left, "card waits", "cards wait")]),
  ];
  return { json: { accepted, ended, left }, says: [said.join("; ")] };
}

/** Of what is over. */
const FATES = {
  keep: "what is over counts as far as it was said until now",
  fall: "nothing counts of what is over",
} as const;

type Done = {
  readonly petname: string;
  /** With keys that were new here. */
  readonly isAccepted: boolean;
  /** What was decided about keys that are over; null where none was. */
  readonly fate: Fate | null;
};

function listWaiting({ members }: Team): WaitingCard[] {
  return members.filter((member) => member.kind === "waits");
}

function sayNothing({ workspace }: TeamAsking, team: Team): Answer {
  const cardless = countCardless(workspace, team);
  const others = team.members.filter(({ kind }) => kind !== "own").length;
  const said =
    cardless > 0
      ? `no card waits; ${pluralize(cardless, "unknown signer is", "unknown signers are")} on no card here: ask them to run credence team join`
      : `no card waits${others === 0 ? ": nobody else has joined yet" : ""}`;
  return { json: { accepted: [], left: 0, cardless }, says: [said] };
}

type Accepting = Pick<Grant, "allRoots"> & { readonly typed: readonly string[] } & Pick<Team, "claims">;

/** @returns what was done; nothing where the card is left. */
async function acceptOne(asking: TeamAsking, waiting: WaitingCard, accepting: Accepting): Promise<Done[]> {
  const { workspace, root } = asking;
  const { card, change, basis } = waiting;
  const petname = waiting.petname ?? choosePetname(workspace, card);
  const bringsKeys =
    change === null || change.persons.length + change.machines.length > 0 || change.isUnlinked;
  if (bringsKeys) {
    if (!(await isTheirs(asking, waiting, { petname, ...accepting }))) return [];
    const via = basis === null ? "typed" : basis.kind === "known" ? "known" : `introduced by ${basis.by}`;
    admitCard(workspace, root, { card, petname, via, allRoots: accepting.allRoots });
  }
  const fate = await settleEnded(asking, waiting, petname);
  return [{ petname, isAccepted: bringsKeys, fate }];
}

/** What the new card has no longer in use is decided in the same breath. */
async function settleEnded(asking: TeamAsking, { card }: WaitingCard, petname: string): Promise<Fate | null> {
  const workspace = renewWorkspace(asking.workspace, asking.workspace.now);
  const [member] = surveyTeam(workspace, asking.root).members.filter(
    (each) => each.card.owner === card.owner,
  );
  const over = member?.kind === "waits" ? (member.change?.ended ?? []) : [];
  if (over.length === 0) return null;
  const fate = await askFate({ ...asking, workspace }, { over, who: petname });
  decideFate(workspace, asking.root, { over, fate });
  return fate;
}

async function isTheirs(
  asking: TeamAsking,
  waiting: WaitingCard,
  { petname, typed, allRoots, claims }: Accepting & { readonly petname: string },
): Promise<boolean> {
  const { io, workspace } = asking;
  const { card, basis } = waiting;
  const fingerprint = fingerprintOf(workspace, "person", card.key);
  const leftOut = claims
    .filter((each) => each.card.owner === card.owner)
    .map((claim) => `  ${describeClaim({ ...claim, petname }, true)}`);
  const screen = showReport(describeCard(waiting, { petname, fingerprint, allRoots, leftOut }), io);
  if (isPlayed(asking)) return basis !== null || typed.some((each) => matchesTyped(workspace, card, each));
  if (basis !== null) return saysYes(io, says`${[screen]}accept ${petname}? [y/N] `);
  return askBeginning(
    io,
    says`${[screen]}the first 8 characters on ${petname}'s own screen (credence team), or Enter to leave it: `,
    (typed) => matchesTyped(workspace, card, typed),
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

type Described = {
  readonly petname: string;
  readonly fingerprint: string;
  readonly allRoots: boolean;
  /** Keys of others on it, in words. */
  readonly leftOut: readonly string[];
};

function describeCard(
  { card, basis, change }: WaitingCard,
  { petname, fingerprint, allRoots, leftOut }: Described,
): string[] {
  const called = petname === card.name ? petname : `${card.name}, here called ${petname}`;
  const machines = card.machines
    .flatMap(({ label, until }) => (until === undefined ? [label] : []))
    .join(", ");
  const shown = basis === null ? `…${fingerprint.slice(-6)}` : groupFingerprint(fingerprint);
  return [
    "",
    `${called}: ${change === null ? "a new card" : "a changed card"}, fingerprint ${shown}`,
    `  ${pluralize(card.persons.filter(({ until }) => until === undefined).length, "person key", "person keys")}; machines: ${machines || "none"}`,
    ...(change?.isUnlinked === true
      ? ["  It is NOT signed by a key that you accepted: be sure that it is theirs."]
      : []),
    ...(change !== null && change.persons.length > 0 && !change.isUnlinked
      ? [
          `  ${pluralize(change.persons.length, "person key is", "person keys are")} new, signed for by the key that you know.`,
        ]
      : []),
    ...leftOut,
    ...(basis?.kind === "introduced" ? [`  introduced by ${basis.by}`] : []),
    ...(basis?.kind === "known" && change === null
      ? [`  its key is the one that you know as ${basis.petname}`]
      : []),
    `  What this person approves ${allRoots ? "in any project" : "in this root"} applies as fact here; what their machines write is advice.`,
  ];
}
