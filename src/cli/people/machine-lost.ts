// A machine that is lost, stolen or given away: both its keys are over on this machine at once, in every root, and off the card.
// It needs no root, remote or network: machine state keeps the signed card, and the next sync takes it to the others. After a kill
// the same command goes on: nobody is asked twice about the same key.

import { type LoggedEvent, readLog } from "../../app/history/read-log.ts";
import { type KnownSigner, listWithdrawn } from "../../app/people/signers.ts";
import type { Fate } from "../../app/people/team/accept-cards.ts";
import { findOldCards } from "../../app/people/team/card-places.ts";
import { readKeptCard } from "../../app/people/team/kept-card.ts";
import { publishEverywhere, publishKept } from "../../app/people/team/own-card.ts";
import { findCardFile } from "../../app/people/team/survey-team.ts";
import { planTakeOff, type TakeOff } from "../../app/people/team/take-off.ts";
import { listUndecided } from "../../app/people/team/undecided.ts";
import { findOwnLabel, withdrawKeys } from "../../app/people/team/withdraw.ts";
import { findLastSync } from "../../app/sync/named-remote.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { unlockFor } from "../call/open-workspace.ts";
import type { Answer } from "../frames/answer.ts";
import { firstOf } from "../report/report.ts";
import { askUnder } from "../terminal/confirm.ts";
import type { TeamCall } from "./team.ts";
import { askFate, listOnce, OTHERS, sayPlaces } from "./team-end.ts";

const SHOWN_MAX = 20;
const LISTED_MAX = 1_000;

export async function loseMachine(asking: TeamCall, given: string): Promise<Answer> {
  // Before the passphrase is asked for: a name that is none, or a machine that is over.
  const plan = planTakeOff(asking.workspace, given);
  if (plan === null) return finish(asking, given);
  const workspace = await unlockFor(asking.io, asking.workspace, asking.purpose);
  const here = { ...asking, workspace };
  const what = `${plan.gone.label} …${plan.gone.end}`;
  const isOver = (each: KnownSigner): boolean => !each.own && plan.over.some(({ key }) => key === each.key);
  const trusted = listOnce(workspace.signers.filter(isOver));
  const signed = listSigned(workspace, trusted);
  const more = saySigned(signed);
  const fate =
    findFate(workspace, plan) ??
    (trusted.length === 0 ? null : await askFate(here, { over: trusted, who: "On this machine", more }));
  await askUnder(here, describeGone(plan, what, fate), `take ${what} off your card?`);
  // First here: should the rest fail, the key is over already.
  const others = plan.over.filter(({ key }) => key !== workspace.keys.machine.key);
  if (others.length > 0) withdrawKeys(workspace, { over: others, fate: fate ?? "fall" });
  const { owner, seq } = publishEverywhere(workspace, plan.content);
  const left = findOldCards(workspace);
  return {
    json: { kind: "updated", owner, seq, fate, others: left.map(({ path }) => path), ...signed },
    says: [
      `${what} is off your card: ${sayPublished(workspace)}`,
      ...(fate === null ? [] : [`here ${sayFate(fate)}`]),
      ...sayPlaces(left),
    ],
  };
}

/** The card says that it is over: what is left of that is done, by whoever runs it again. */
async function finish(asking: TeamCall, given: string): Promise<Answer> {
  const { workspace } = asking;
  const over = listUndecided(workspace).filter(({ key }) => findOwnLabel(workspace, key) === given);
  if (over.length > 0) await decide(asking, over, "Your card says that it is over");
  for (const root of workspace.roots) publishKept(workspace, root);
  const left = findOldCards(workspace);
  return {
    json: { kind: "unchanged", machine: given, others: left.map(({ path }) => path) },
    says: [`${given} is off your card already: ${sayPublished(workspace)}`, ...sayPlaces(left)],
  };
}

async function decide(asking: TeamCall, over: readonly KnownSigner[], who: string): Promise<void> {
  const workspace = await unlockFor(asking.io, asking.workspace, asking.purpose);
  const more = saySigned(listSigned(workspace, over));
  const fate = await askFate({ ...asking, workspace }, { over, who, more });
  withdrawKeys(workspace, { over, fate });
}

/** What a person decided before a kill. */
function findFate(workspace: Workspace, { over }: TakeOff): Fate | null {
  const fates = listWithdrawn(workspace).flatMap(({ key, fate }) =>
    over.some((each) => each.key === key) && fate !== "undecided" ? [fate] : [],
  );
  return fates[0] ?? null;
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

function describeGone({ gone, strays, keeps }: TakeOff, what: string, fate: Fate | null): string[] {
  const others = strays.join(", ");
  return [
    `Your card will say that ${what} is over, from now on${gone.persons.length === 0 ? "" : ", with your person key on it"}.`,
    ...(gone.isHere
      ? ["It is the machine that you sit at; the key that you sign with stays on your card."]
      : []),
    ...(strays.length === 0
      ? []
      : [
          `With it ${strays.length === 1 ? "goes" : "go"} ${others}, which nobody took on this machine: credence team accept would.`,
        ]),
    `Your card keeps ${keeps.length === 0 ? "no machine" : keeps.join(", ")}.`,
    ...OTHERS,
    ...(fate === null ? [] : [`Here ${sayFate(fate)}, in every root.`]),
  ];
}

function sayFate(fate: Fate): string {
  return fate === "keep"
    ? "what it said until now counts, as far as it was seen, and nothing new does"
    : "nothing that it said or says counts";
}

/** Who takes it to the others, from the open roots that have the card. */
function sayPublished({ roots, state }: Workspace): string {
  const owner = readKeptCard({ state })?.owner ?? "";
  const kinds = roots.filter((root) => findCardFile(root, owner) !== null).map(({ kind }) => kind);
  return [
    ...(kinds.includes("shared") ? ["commit and push it"] : []),
    ...(kinds.every((kind) => kind === "shared") && kinds.length > 0 ? [] : ["credence sync sends it"]),
  ].join("; ");
}
