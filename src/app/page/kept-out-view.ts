// What is kept from every model, each with its reason and what would let it in; and what was refused and never stored.

import { setImmediate as nextTurn } from "node:timers/promises";
import { REMEDIES } from "../../memory/remedies.ts";
import { listFiles } from "../../store/memory-files.ts";
import { showName } from "../memories/hide-secrets.ts";
import { loadMemory } from "../memories/load-memory.ts";
import { readRefused } from "../memories/refused.ts";
import { placeObserver } from "../observe/drain.ts";
import { readBatches } from "../observe/marks.ts";
import { findRivals } from "../review/queue.ts";
import { askEach, type Workspace } from "../workspace/workspace.ts";
import { offerFor } from "./acts.ts";
import { keep, type PageCache, type Told } from "./known/cache.ts";
import { sleep, surveyMemories } from "./known/survey.ts";
import { adviseAbout } from "./remedies.ts";
import { showLine } from "./shown/text.ts";
import type { KeptOutView } from "./views.ts";

const PATIENCE_MS = 1_500;
/** The newest. */
const REFUSED_MAX = 200;
/** More than this nobody goes through at once. */
const LISTED_MAX = 1_000;
const PATH_CHARS = 300;

type Kept = KeptOutView["memories"][number];

const KINDS: readonly Kept["kind"][] = ["flagged", "foreign", "quarantined", "unreadable"];

export async function keptOutView(workspace: Workspace, cache: PageCache): Promise<KeptOutView> {
  const { told, reading } = await surveyMemories(workspace, cache, PATIENCE_MS);
  const kept = told
    .flatMap((each) => {
      const kind = kindOf(each);
      return kind === null ? [] : [{ told: each, kind }];
    })
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compare(a.told.row.id, b.told.row.id));
  const listed = kept.slice(0, LISTED_MAX);
  await adviseFor(workspace, cache, listed);
  const memories = listed.map(describe);
  const strangers = listStrangers(workspace, cache);
  return {
    memories,
    strangers: strangers.slice(0, LISTED_MAX),
    refused: listRefused(workspace),
    more: kept.length - memories.length + Math.max(0, strangers.length - LISTED_MAX),
    reading,
  };
}

/** How many the view lists, or would. */
export function countKeptOut(workspace: Workspace, cache: PageCache, told: readonly Told[]): number {
  return told.filter((each) => kindOf(each) !== null).length + listStrangers(workspace, cache).length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

type KeptTold = { readonly told: Told; readonly kind: Kept["kind"] };

function describe({ told, kind }: KeptTold): Kept {
  const { row, reason, waits } = told;
  const why = waits.find((each) => each.kind === kind)?.why ?? reason;
  return { ...row, kind, reason: why, remedy: advice.get(told) ?? null };
}

/** Each has to be judged for that, which takes time: once for as long as the memory stays as it was read. */
const advice = new WeakMap<Told, string>();
/** So long somebody waits for it; the rest follows, and the page asks again then. */
const ADVICE_MS = 1_500;

async function adviseFor(workspace: Workspace, cache: PageCache, kept: readonly KeptTold[]): Promise<void> {
  const missing = kept.filter(({ told }) => !advice.has(told));
  if (missing.length === 0) return;
  const work = (async () => {
    for (const { told } of missing) if (!advice.has(told)) advice.set(told, await adviceOf(workspace, told));
  })();
  const isDone = await Promise.race([work.then(() => true), sleep(ADVICE_MS).then(() => false)]);
  // Nobody waits any more: what fails now fails again, and is told, when somebody asks.
  if (!isDone) work.then(cache.onRead, () => undefined);
}

async function adviceOf(workspace: Workspace, told: Told): Promise<string> {
  await nextTurn();
  const { root, row, requests, flags, hidden } = told;
  const target = loadMemory(workspace, root, row.id);
  if (target === null) return "it is gone by now";
  // What it cites is no reason to keep it out.
  const subject = { target, requests, flags, hidden, moved: null, ...findRivals(workspace, target) };
  return adviseAbout(await offerFor(workspace, subject)) ?? "nothing keeps it out any more";
}

/** A flagged one is shown to models until somebody decides, and stands here so that somebody does. */
function kindOf({ row, flags, isNoMemory, inUse }: Told): Kept["kind"] | null {
  if (isNoMemory) return "unreadable";
  if (row.standing === "foreign" || row.standing === "quarantined") return row.standing;
  return inUse && flags.length > 0 ? "flagged" : null;
}

/** Files whose names are none of a memory: nothing reads them. */
function listStrangers(workspace: Workspace, cache: PageCache): KeptOutView["strangers"] {
  return keep(cache, "strangers", () =>
    askEach(workspace, workspace.roots, (root) =>
      listFiles(root.path, () => false).strangers.map((path) => ({
        path: showLine(`${root.shown}${showName(path)}`, PATH_CHARS),
        remedy: `${REMEDIES.stranger}, or rename it to project_something.md`,
      })),
    ).flat(),
  );
}

const BY = { person: "you", agent: "an agent or a script" } as const;

/** The newest first. */
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
