// The acts of a team, at the terminal: what is published or decided is shown first, and only a person's yes does it.

import { fingerprintOfSigner } from "../../app/people/describe-trust.ts";
import { findNamed, type Grant } from "../../app/people/signers.ts";
import { fingerprintOf } from "../../app/people/team/accept-cards.ts";
import { followCards } from "../../app/people/team/follow-cards.ts";
import { findIntroducible, introduce } from "../../app/people/team/introduce.ts";
import { describeClaim } from "../../app/people/team/key-holders.ts";
import { findCardName, planJoin } from "../../app/people/team/next-version.ts";
import { joinTeam } from "../../app/people/team/own-card.ts";
import { type OwnNews, surveyOwn } from "../../app/people/team/own-machines.ts";
import { countCardless, surveyTeam, type Team, type TeamMember } from "../../app/people/team/survey-team.ts";
import { type OpenRoot, rootOf } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { isSameName } from "../../memory/text/look-alikes.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";
import type { LabelledRow } from "../report/report.ts";
import { type Asking, askUnder, isPlayed } from "../terminal/confirm.ts";
import { askPerson } from "../terminal/pager.ts";
import { groupFingerprint, scopeIn } from "./render-trust.ts";

export type TeamVerb = "list" | "add" | "join" | "accept" | "introduce" | "leave" | "remove";

export type TeamCall = Asking & {
  /** What a person is asked for who has not been asked yet. */
  readonly purpose: string;
};

export type TeamAsking = TeamCall & { readonly root: OpenRoot };

const ACTS: Readonly<Record<TeamVerb, (asking: TeamCall, names: readonly string[]) => Promise<Answer>>> = {
  list: async (asking) => listTeam(inRoot(asking)),
  add: async (asking, names) =>
    (await import("./team-accept.ts")).addNamed(inRoot(asking), grantOf(asking), names),
  accept: async (asking, names) =>
    (await import("./team-accept.ts")).acceptTeam(inRoot(asking), grantOf(asking), names),
  join: async (asking) => join(await unlocked(inRoot(asking))),
  introduce: async (asking, names) => introduceNamed(await unlocked(inRoot(asking)), names),
  leave: async (asking) => {
    const machine = textOf(asking.call, "machine");
    if (machine !== null) return (await import("./machine-lost.ts")).loseMachine(asking, machine);
    return (await import("./team-end.ts")).leave(await unlocked(inRoot(asking)));
  },
  remove: async (asking, [name = ""]) => (await import("./team-end.ts")).removeNamed(asking, name),
};

export async function runTeam(asking: TeamCall, verb: TeamVerb, names: readonly string[]): Promise<Answer> {
  return ACTS[verb]({ ...asking, workspace: followCards(asking.workspace) }, names);
}

/** Whatever is refused without a root is refused before the passphrase is asked for. */
function inRoot(asking: TeamCall): TeamAsking {
  return { ...asking, root: teamRoot(asking) };
}

async function unlocked(here: TeamAsking): Promise<TeamAsking> {
  return { ...here, workspace: await unlockFor(here.io, here.workspace, here.purpose) };
}

function grantOf({ call }: Asking): Grant {
  return { allRoots: call.values["all-roots"] === true, introduces: false };
}

/** Cards lie where others see them, or where a person's other machines do. */
function teamRoot({ call, workspace }: Asking): OpenRoot {
  const root = rootOf(workspace, call.values["scope"] === "user" ? "user" : "project");
  if (root.kind !== "personal") return root;
  throw new CredenceError(
    "NO_ROOT",
    "the memories of this project are yours alone, so there is no team",
    "credence init --share makes a root that the repository carries",
  );
}

export async function join(asking: TeamAsking): Promise<Answer> {
  const { io, call, workspace, root } = asking;
  const given = textOf(call, "name");
  const isAsked = given === null && findCardName(workspace, root) === null && !isPlayed(asking);
  const name = isAsked ? await askPerson(io, says`the name that your team knows you by: `) : given;
  const plan = planJoin(workspace, root, name);
  const inUse = plan.machines.filter(({ until }) => until === undefined);
  const persons = plan.persons.filter(({ until }) => until === undefined).length;
  const keys = persons === 1 ? "your key" : `${persons} keys of yours`;
  const screen = [
    `Your card: ${plan.name}, with ${keys} and the names of your machines: ${inUse.map(({ label }) => label).join(", ")}.`,
    `Whoever has ${root.shown} can read it. It makes nobody trust you.`,
  ];
  await askUnder(asking, screen, "sign it and put it there?");
  const { kind, card } = joinTeam(workspace, root, plan);
  const fingerprint = fingerprintOf(workspace, "person", card.key);
  const { listPlacesLeft, sayPlaces } = await import("./team-end.ts");
  const places = kind === "updated" ? listPlacesLeft(asking, card) : [];
  return {
    json: { kind, name: card.name, owner: card.owner, seq: card.seq, fingerprint },
    says: [...sayJoined(root, kind), `  ${groupFingerprint(fingerprint)}`, ...sayPlaces(places)],
  };
}

/** The fingerprint follows. */
function sayJoined({ kind: of, shown }: OpenRoot, kind: "joined" | "updated" | "unchanged"): string[] {
  const said = {
    joined: `your card is in ${shown}team/`,
    updated: `a new version of your card is in ${shown}team/`,
    unchanged: `your card was in ${shown}team/ already`,
  }[kind];
  if (of !== "shared") {
    return [
      `${said}: credence sync sends it`,
      "On another machine of yours run `credence sync`, then `credence team accept --mine --scope user`,",
      "and type the first 8 characters of",
    ];
  }
  const how = {
    joined: ["Commit and push it. The others run `credence team accept`, and type the first 8 characters of"],
    updated: [
      "Commit and push it. Whoever accepted you before needs a yes at most (`credence team accept`),",
      "and whoever has not types the first 8 characters of",
    ],
    unchanged: ["Whoever has not accepted you types the first 8 characters of"],
  }[kind];
  return [said, ...how];
}

/** One yes for all who are named: each was checked by this person before. */
async function introduceNamed(asking: TeamAsking, names: readonly string[]): Promise<Answer> {
  const { workspace, root } = asking;
  if (names.length === 0)
    throw new CredenceError("USAGE", "say whom to introduce, by the name they have here");
  const signers = names.map((name) => findNamed(workspace, name));
  const cards = signers.map((signer) => findIntroducible(signer, root));
  const whom = signers.map(({ petname }) => petname).join(", ");
  const rows = signers.map(({ signer, petname }) => {
    return `${groupFingerprint(fingerprintOfSigner(signer))}, called ${petname}`;
  });
  const screen = [
    ...rows,
    `You vouch that ${signers.length === 1 ? "this key is" : "these keys are"} theirs. Whoever trusts you to introduce`,
    "sees your name beside the card, and need not compare its fingerprint.",
  ];
  await askUnder(asking, screen, `introduce ${whom} to the others of ${root.shown}?`);
  const kinds = cards.map((card) => introduce(workspace, root, card));
  const isNew = kinds.includes("introduced");
  return {
    json: signers.map(({ petname, card }, at) => ({ kind: kinds[at], petname, owner: card })),
    says: [isNew ? `you introduced ${whom}: commit and push it` : `you introduced ${whom} before`],
  };
}

// Who is in the team, under whose name, and what waits. An agent that asks is shown no name that nobody here accepted.

type DescribedMember = {
  readonly kind: TeamMember["kind"];
  /** What this machine calls them, or the name on a card that nobody here accepted; null for an agent. */
  readonly name: string | null;
  /** Of one's own the whole fingerprint; of others its end, because its beginning has to be brought. */
  readonly fingerprint: string;
  readonly machines: number;
  readonly note: string;
};

const END_CHARS = 6;
const LABEL_CHARS = 14;

function listTeam({ workspace, root }: TeamAsking): Answer {
  const team = surveyTeam(workspace, root);
  const isPerson = workspace.presence.kind === "person";
  const order = ["own", "in", "waits", "left", "removed"] satisfies TeamMember["kind"][];
  const sorted = team.members.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const described = sorted.map((member) =>
    describeMember(member, fingerprintOf(workspace, "person", member.card.key), isPerson),
  );
  const members = described.map((each, at) => markAlike(each, described.slice(0, at)));
  const cardless = countCardless(workspace, team);
  const claims = team.claims.map((claim) => describeClaim(claim, isPerson));
  const odd = team.odd.map(({ name, why }) => ({ file: isPerson ? name : "a file", why }));
  const rows: LabelledRow[] = [
    ...members.map(sayMember),
    ...odd.map(({ file, why }): LabelledRow => ["not a card", `team/${file}: ${why}`]),
    ...(team.impostors.length === 0
      ? []
      : [warnOf(`${pluralize(team.impostors.length, "card has", "cards have")} your name and not your key`)]),
    ...claims.map(warnOf),
    [
      "no card",
      cardless === 0
        ? null
        : `${pluralize(cardless, "unknown signer", "unknown signers")}: ask them to run credence team join`,
    ],
    ...sayOwn(surveyOwn(workspace, root), scopeIn(root)),
  ];
  return {
    json: { root: root.shown, members, odd, claims, cardless },
    says: [...rows.flatMap(sayRow), ...sayNext(team, scopeIn(root))],
  };
}

/** One line, however long: the commands in it are there to be copied. */
function sayRow([label, text]: LabelledRow): string[] {
  return text ? [`${label.padEnd(LABEL_CHARS)}${text}`] : [];
}

function describeMember(member: TeamMember, fingerprint: string, isPerson: boolean): DescribedMember {
  const { kind, card } = member;
  const petname = kind === "own" ? card.name : member.petname;
  const end = `…${fingerprint.slice(-END_CHARS)}`;
  return {
    kind,
    name: petname ?? (isPerson ? card.name : null),
    fingerprint: kind === "own" ? fingerprint : end,
    machines: card.machines.filter(({ until }) => until === undefined).length,
    note: noteOf(member),
  };
}

/** Those who are in come before those who wait, so whoever comes later looks like somebody. */
function markAlike(member: DescribedMember, before: readonly DescribedMember[]): DescribedMember {
  const { name, kind, note } = member;
  // Of one's own name there is a warning, and somebody who began anew has both.
  const others = before.filter((each) => each.kind === "in" || each.kind === "waits");
  const other = others.find((each) => name !== null && each.name !== null && isSameName(each.name, name));
  if (other === undefined || kind === "left" || kind === "removed") return member;
  const said = other.name === name ? "with the same name as another" : `looks like ${other.name}`;
  return { ...member, note: `${note}, ${said}` };
}

function noteOf(member: TeamMember): string {
  switch (member.kind) {
    case "own":
      return member.card.persons.some(({ until }) => until === undefined) ? "you" : "you left";
    case "in":
      return "in";
    case "left":
    case "removed":
      return member.kind;
    case "waits":
      return `waits${sayWhy(member)}`;
  }
}

function sayWhy({ change, basis }: Extract<TeamMember, { kind: "waits" }>): string {
  if (change === null) return basis?.kind === "introduced" ? `, introduced by ${basis.by}` : "";
  if (change.isUnlinked) return ", changed, and signed by a key that you did not accept";
  const news = [
    ...(change.persons.length > 0
      ? [pluralize(change.persons.length, "new person key", "new person keys")]
      : []),
    ...(change.machines.length > 0 ? [pluralize(change.machines.length, "new machine", "new machines")] : []),
    ...(change.ended.length > 0 ? [pluralize(change.ended.length, "key is over", "keys are over")] : []),
  ];
  return `, ${news.join(", ")}`;
}

function warnOf(text: string): LabelledRow {
  return ["warning", text];
}

function sayMember({ name, fingerprint, machines, note }: DescribedMember): LabelledRow {
  const whole = note === "you" ? groupFingerprint(fingerprint) : fingerprint;
  return [name ?? "somebody", `${whole} ${note}, ${pluralize(machines, "machine", "machines")}`];
}

/** What another machine of yours changed on your card. */
function sayOwn({ over, added, back }: OwnNews, scope: string): LabelledRow[] {
  const news = [
    ...(over.length === 0
      ? []
      : [`${over.map(({ petname }) => petname).join(", ")} ${over.length === 1 ? "is" : "are"} over`]),
    ...(added.length === 0 ? [] : [`${added.join(", ")} ${added.length === 1 ? "is" : "are"} new`]),
  ];
  return [
    ["your card", news.length === 0 ? null : `${news.join("; ")}: credence team accept${scope}`],
    ...back.map((label): LabelledRow => {
      const fix = `credence team leave --machine ${label}${scope}`;
      return ["your card", `lists ${label} again, which was taken off: ${fix}`];
    }),
  ];
}

function sayNext({ members }: Team, scope: string): string[] {
  if (!members.some(({ kind }) => kind === "own"))
    return [`You have no card here: credence team join${scope}`];
  if (!members.some(({ kind }) => kind === "waits")) return [];
  return scope === ""
    ? ["credence team accept goes through those who wait; with --code, where you sit together"]
    : ["credence team accept --mine --scope user takes another machine of yours"];
}
