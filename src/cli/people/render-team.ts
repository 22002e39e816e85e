// Who is in the team, under whose name, and what waits. An agent that asks is shown no name that nobody here accepted.

import { fingerprintOf } from "../../app/people/team/accept-cards.ts";
import { describeClaim } from "../../app/people/team/key-holders.ts";
import { type OwnNews, surveyOwn } from "../../app/people/team/own-machines.ts";
import { countCardless, surveyTeam, type Team, type TeamMember } from "../../app/people/team/survey-team.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { isSameName } from "../../memory/text/look-alikes.ts";
import type { Answer } from "../frames/answer.ts";
import type { LabelledRow } from "../report/report.ts";
import { groupFingerprint, scopeIn } from "./render-trust.ts";
import type { TeamAsking } from "./team.ts";

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

export function listTeam({ workspace, root }: TeamAsking): Answer {
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
