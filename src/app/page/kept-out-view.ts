// Every memory that is withheld from models, with the reason and the way to release it; and texts that were refused and
// never stored.

import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { loadMemory } from "../memories/load-memory.ts";
import { readRefused } from "../memories/refused.ts";
import { placeObserver } from "../observe/drain.ts";
import { readBatches } from "../observe/marks.ts";
import { findRivals } from "../survey/record.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { offerFor } from "./acts.ts";
import type { PageCache } from "./known/cache.ts";
import {
  countKeptOut,
  keptOutAs,
  LISTED_MAX,
  listStrangers,
  type MemoryDetails,
  surveyMemories,
} from "./known/survey.ts";
import { adviseAbout } from "./remedies.ts";
import type { KeptOutView } from "./views.ts";

/** Only the newest. */
const REFUSED_MAX = 200;

type KeptOutMemory = KeptOutView["memories"][number];

const KINDS: readonly KeptOutMemory["kind"][] = [
  "flagged",
  "foreign",
  "quarantined",
  "unreadable",
  "declined",
];

export async function keptOutView(workspace: Workspace, cache: PageCache): Promise<KeptOutView> {
  const surveyed = await surveyMemories(workspace, cache);
  const { told } = surveyed;
  const kept = told
    .flatMap((each) => {
      const kind = keptOutAs(each);
      return kind === null ? [] : [{ told: each, kind }];
    })
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compare(a.told.row.id, b.told.row.id));
  const listed = kept.slice(0, LISTED_MAX);
  await adviseFor(workspace, cache, listed);
  const memories = listed.map(({ told: each, kind }) => describe(each, kind, cache));
  const strangers = listStrangers(workspace, cache);
  return {
    memories,
    strangers: strangers.slice(0, LISTED_MAX),
    refused: listRefused(workspace),
    more: countKeptOut(workspace, cache, surveyed) - memories.length - Math.min(strangers.length, LISTED_MAX),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

type KeptTold = { readonly told: MemoryDetails; readonly kind: KeptOutMemory["kind"] };

function describe(told: MemoryDetails, kind: KeptOutMemory["kind"], { advice }: PageCache): KeptOutMemory {
  const { row, reason, waits } = told;
  const why = waits.find((each) => each.kind === kind)?.why ?? reason;
  return { ...row, kind, reason: why, remedy: advice.get(nameOf(told)) ?? null };
}

/** The key of the advice for a memory. Advice requires a judgement, which takes time, so it is computed once per state of
 * the memory. */
function nameOf({ root, id, row, reason, waits }: MemoryDetails): string {
  return JSON.stringify([root.id, id, row.digest, reason, waits]);
}

/** How long a request waits for advice; the rest follows, and the page then asks again. */
const ADVICE_MS = 1_500;

async function adviseFor(workspace: Workspace, cache: PageCache, kept: readonly KeptTold[]): Promise<void> {
  const { advice } = cache;
  const missing = kept.filter(({ told }) => !advice.has(nameOf(told)));
  if (missing.length === 0) return;
  const work = (async () => {
    for (const { told } of missing) advice.set(nameOf(told), await adviceOf(workspace, told));
  })();
  const isDone = await Promise.race([work.then(() => true), sleep(ADVICE_MS, false, { ref: false })]);
  // The request was answered, so a failure is ignored: it happens again, and is reported, at the next request.
  if (!isDone) work.then(cache.onRead, () => undefined);
}

async function adviceOf(workspace: Workspace, told: MemoryDetails): Promise<string> {
  await nextTurn();
  const { root, id, requests, flags } = told;
  const target = loadMemory(workspace, root, id);
  if (target === null) return "it is gone by now";
  // The files that the memory cites are not read, because they are no reason to withhold it.
  const subject = { target, requests, flags, moved: null, ...findRivals(workspace, target) };
  return adviseAbout(await offerFor(workspace, subject)) ?? "nothing keeps it out any more";
}

const BY = { person: "you", agent: "an agent or a script" } as const;

/** Newest first. */
function listRefused(workspace: Workspace): KeptOutView["refused"] {
  const written = readRefused(workspace).map(({ at, rule, command, by }) => ({
    at,
    rule,
    command,
    by: BY[by],
  }));
  const observed = workspace.roots.flatMap((root) =>
    readBatches(placeObserver(workspace.state.path, root)).flatMap(({ at, outcomes }) =>
      outcomes
        .filter(({ kind, why }) => kind === "refused" && why === "SECRET_DETECTED")
        .map(() => ({ at, rule: "secret", command: "observe", by: "the Observer" })),
    ),
  );
  return [...written, ...observed].sort((a, b) => -compare(a.at, b.at)).slice(0, REFUSED_MAX);
}
