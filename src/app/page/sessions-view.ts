// Sessions as recall and the Observer recorded them: what was shown when, at an estimated cost in tokens, and what the
// Observer proposed and spent. Receipts hold no text, so the tokens are estimated from the present memories.

import { rateHit, roundScore } from "../../memory/block/entry.ts";
import { takeGist } from "../../memory/block/gist.ts";
import { parseInstant } from "../../memory/instant.ts";
import { isMemoryId, type Scope } from "../../memory/memory.ts";
import { readSessionsSpent } from "../../observer/model/budget.ts";
import { keyOfSession } from "../../observer/spool/spool.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { placeObserver } from "../observe/drain.ts";
import { readBatches } from "../observe/marks.ts";
import { BY_TITLE, CHOSEN, CUTS } from "../recall/explain-recall.ts";
import type { FoundMemory, LeftMemory } from "../recall/find-memories.ts";
import { recallWithoutReceipt } from "../recall/recall-memories.ts";
import { type Receipt, readReceipts, type ShownForm } from "../recall/receipts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { rowOf } from "./shown/rows.ts";
import { showLine, showText } from "./shown/text.ts";
import type { RecallView, SessionsView } from "./views.ts";

/** The newest only, because the page is not an archive. */
const SESSIONS_MAX = 60;
const RECEIPTS_MAX = 200;
const ID_CHARS = 120;
const NAME_CHARS = 200;

type Session = SessionsView["sessions"][number];

/** Newest first. */
export function sessionsView(workspace: Workspace): SessionsView {
  const receipts = readReceipts(workspace).filter(({ at }) => parseInstant(at) !== null);
  const spent = readSessionsSpent(workspace.state.path);
  const proposed = countProposed(workspace);
  const memories = createMemoryFinder(workspace);
  // Receipts without a session name are grouped by day.
  const groups = Map.groupBy(receipts, ({ session, at }) => session ?? `\0${at.slice(0, 10)}`);
  const sessions = [...groups.values()]
    .map((some) => some.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))))
    .sort((a, b) => ((a.at(-1)?.at ?? "") < (b.at(-1)?.at ?? "") ? 1 : -1));
  const listed = sessions.slice(0, SESSIONS_MAX);
  return {
    sessions: listed.map((some) => describe(some, { spent, proposed, memories })),
    more: sessions.length - listed.length,
  };
}

type SessionSources = {
  readonly spent: ReturnType<typeof readSessionsSpent>;
  readonly proposed: ReadonlyMap<string, number>;
  readonly memories: FindMemory;
};

function describe(receipts: readonly Receipt[], { spent, proposed, memories }: SessionSources): Session {
  const name = receipts[0]?.session ?? null;
  const last = receipts.slice(-RECEIPTS_MAX);
  return {
    id: name === null ? null : showLine(name, ID_CHARS),
    from: receipts[0]?.at ?? "",
    to: receipts.at(-1)?.at ?? "",
    tokens: Math.ceil(
      receipts.reduce((sum, receipt) => sum + charsOf(receipt, memories), 0) / CHARS_PER_TOKEN,
    ),
    receipts: last.map(({ at, kind, outcome, shown, left }) => ({
      at,
      kind,
      outcome,
      shown: shown.filter(isNamed).map(({ id, scope, score, confidence, form = null }) => {
        return { id, scope, score, confidence, form, name: nameOf(memories(scope, id)) };
      }),
      left: left.filter(isNamed).map(({ id, scope, cut }) => {
        return { id, scope, cut, name: nameOf(memories(scope, id)) };
      }),
    })),
    observed: name === null ? null : observedOf(name, { spent, proposed }),
  };
}

/** False for an entry that names no memory. A receipt is a file of ours, but another program may have written lines into
 * it. */
function isNamed({ id, scope }: { readonly id: unknown; readonly scope: unknown }): boolean {
  return typeof id === "string" && isMemoryId(id) && (scope === "project" || scope === "user");
}

function observedOf(
  session: string,
  { spent, proposed }: Pick<SessionSources, "spent" | "proposed">,
): Session["observed"] {
  const cost = spent.get(keyOfSession(session));
  const count = proposed.get(session) ?? proposed.get(keyOfSession(session)) ?? 0;
  if (cost === undefined && count === 0) return null;
  const { input = 0, output = 0 } = cost?.usage ?? {};
  return { proposed: count, inputTokens: input, outputTokens: output, calls: cost?.calls ?? 0 };
}

/** The number of memories created, changed or requested, by session. */
function countProposed({ roots, state }: Workspace): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { session, outcomes } of roots.flatMap((root) => readBatches(placeObserver(state.path, root)))) {
    const made = outcomes.filter(({ kind }) => kind !== "unchanged" && kind !== "refused").length;
    counts.set(session, (counts.get(session) ?? 0) + made);
  }
  return counts;
}

type FindMemory = (scope: Scope, id: string) => LoadedMemory | null;

/** Reads each memory once. */
function createMemoryFinder(workspace: Workspace): FindMemory {
  const known = new Map<string, LoadedMemory | null>();
  return (scope, id) => {
    const key = `${scope} ${id}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const roots = workspace.roots.filter((root) => root.scope === scope);
    const loaded = roots.map((root) => loadMemory(workspace, root, id)).find((each) => each !== null) ?? null;
    known.set(key, loaded);
    return loaded;
  };
}

function nameOf(loaded: LoadedMemory | null): string | null {
  return loaded?.memory == null ? null : showLine(loaded.memory.name, NAME_CHARS);
}

/** The estimated length of the text around an entry, and of the frame around all entries. */
const ENTRY_CHARS = 60;
const FRAME_CHARS = 320;
/** The assumed length of a memory that is gone. */
const GONE_CHARS = 300;
const LINE_CHARS = 40;

function charsOf({ shown, titles = [] }: Receipt, memories: FindMemory): number {
  const named = shown.filter(isNamed);
  const isRepeated = named.every(({ form }) => form === "earlier");
  if (titles.length === 0 && isRepeated) return 0;
  const all = [...named, ...titles.map((each) => ({ ...each, form: "title" as const }))];
  const entries = all.map(({ scope, id, form }) => ENTRY_CHARS + textChars(form, memories(scope, id)));
  return FRAME_CHARS + entries.reduce((sum, each) => sum + each, 0);
}

function textChars(form: ShownForm | undefined, loaded: LoadedMemory | null): number {
  const { name = "", body = null } = loaded?.memory ?? {};
  switch (form) {
    case "line":
      return name.length + LINE_CHARS;
    case "gist":
      return body === null ? GONE_CHARS : name.length + takeGist(body, "start").length;
    case "title":
      return name.length;
    case "earlier":
      return 0;
    case "full":
    case "part":
    case undefined:
      return body === null ? GONE_CHARS : name.length + takeGist(body, "prompt").length;
  }
}

// The recall that an agent would get for a prompt, with the reason why each memory is in it or not. No receipt is written,
// because no agent was shown anything.

const PROMPT_CHARS_MAX = 20_000;
/** Only the best of the memories that were left out. */
const ENTRIES_MAX = 40;
const TERMS_MAX = 12;
/** English text has about this many characters per token. */
const CHARS_PER_TOKEN = 4;

export async function recallView(workspace: Workspace, prompt: string): Promise<RecallView> {
  const { text, outcome, shown, titles, left } = await recallWithoutReceipt(workspace, {
    prompt: prompt.slice(0, PROMPT_CHARS_MAX),
  });
  const chosen = [
    ...shown.map((each) => ({ ...each, cut: null, why: CHOSEN })),
    ...titles.map((each) => ({ ...each, cut: null, why: BY_TITLE })),
  ];
  const best = Math.max(0, ...[...chosen, ...left].map(({ hit }) => hit.score));
  const block = showText(text, scanSecrets(text)).text;
  return {
    outcome,
    block: block === "" ? null : block,
    tokens: Math.ceil(text.length / CHARS_PER_TOKEN),
    entries: [...chosen, ...left.toSorted((a, b) => b.hit.score - a.hit.score)]
      .slice(0, ENTRIES_MAX)
      .flatMap((each) => describeShown(workspace, each, best)),
  };
}

type Entry = (FoundMemory & { readonly cut: null; readonly why: string }) | LeftMemory;

function describeShown(workspace: Workspace, entry: Entry, best: number): RecallView["entries"][number][] {
  const { hit, cut } = entry;
  const loaded: LoadedMemory | null =
    "loaded" in entry ? entry.loaded : loadMemory(workspace, entry.root, hit.row.id);
  if (loaded === null) return [];
  return [
    {
      ...rowOf(workspace, loaded),
      isShown: cut === null,
      cut,
      why: entry.cut === null ? entry.why : CUTS[entry.cut],
      score: roundScore(hit.score),
      confidence: rateHit(hit, best),
      terms: hit
        .terms()
        .map(({ word, points }) => ({ word, points: roundScore(points) }))
        .filter(({ points }) => points > 0)
        .sort((a, b) => b.points - a.points)
        .slice(0, TERMS_MAX),
    },
  ];
}
