// Memories that are shown again without asking an index: by a late start what the last one showed, by a prompt what was found
// for the one before it. What is kept of each names it and tells it from a changed one, and holds no word of it.
//
// Attack: whatever happened since, to the file, its statements, its signers or the settings, by any means. So each is read and
// judged as if it were seen for the first time, and one that differs in anything, or cannot be checked, is left out.

import { join } from "node:path";
import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { isRecord } from "../../memory/json.ts";
import { isMemoryId } from "../../memory/memory.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { findFile } from "../../store/memory-files.ts";
import { indexRowOf } from "../index/index-row.ts";
import { passGate } from "../index/show-gate.ts";
import { type LoadedMemory, loadFile } from "../memories/load-memory.ts";
import { findProposedFor } from "../memories/proposals.ts";
import { type Reading, readUntil } from "../memories/strangers.ts";
import { noteWording, recallWording } from "../memories/wordings.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FoundMemory } from "./find-memories.ts";
import { isCategoryOn, type RecallConfig, readRecallConfig } from "./recall-memories.ts";
import { putRecord, readRecord } from "./shown-record.ts";

/** Of all that takes part here it is the first root's: the project's own, where there is one. */
function lastStartOf({ roots, state }: Workspace): string {
  return join(roots[0]?.records ?? state.path, "last-start.json");
}

/** Where it cannot be kept, a late start has less to show. */
export function keepStart(workspace: Workspace, shown: readonly FoundMemory[]): void {
  ifPossible(() => putRecord(lastStartOf(workspace), renderKept(shown)));
}

export function showLastStart(workspace: Workspace, isLate: () => boolean): FoundMemory[] {
  return showAgain(
    workspace,
    ifPossible(() => readRecord(lastStartOf(workspace)), null),
    isLate,
  );
}

/** As it goes into a file of machine state. Of an unconfirmed one it is kept whether the rules of today found nothing in it. */
export function renderKept(shown: readonly FoundMemory[]): object {
  const entries = shown.map(({ loaded, hit }) => ({
    ...{ root: loaded.root.id, id: loaded.file.id, digest: loaded.digest },
    file: identifyFile(loaded.file.path, 0).text,
    isClean: recallWording(loaded)?.rules.length === 0,
    score: hit.score,
  }));
  return { v: 1, rules: RULE_SET_VERSION, entries };
}

/** In their order, as far as they are as they were and there is time. */
export function showAgain(workspace: Workspace, kept: unknown, isLate: () => boolean): FoundMemory[] {
  const entries = isRecord(kept) && Array.isArray(kept["entries"]) ? kept["entries"].filter(isRecord) : [];
  const showing = {
    config: readRecallConfig(workspace),
    // One answer is of one moment.
    reading: { ...readUntil(isLate), moment: {} },
    isJudged: isRecord(kept) && kept["rules"] === RULE_SET_VERSION,
  };
  return entries.flatMap((each) => (isLate() ? [] : showOne(workspace, each, showing)));
}

type Showing = {
  readonly config: RecallConfig;
  readonly reading: Reading;
  /** By the rules of today. */
  readonly isJudged: boolean;
};

const FOUND_NOTHING = { rules: [], strong: [], what: null } as const;
const NO_ROW = { identities: { file: "", attest: "", young: true }, text: null } as const;

function showOne(
  workspace: Workspace,
  kept: Readonly<Record<string, unknown>>,
  { config, reading, isJudged }: Showing,
): FoundMemory[] {
  const loaded = loadSame(workspace, kept, { config, reading });
  if (loaded === null || loaded.memory === null) return [];
  const { root, file, digest, memory } = loaded;
  if (isJudged && kept["isClean"] === true && digest !== null)
    noteWording({ id: file.id, digest }, FOUND_NOTHING);
  const gate = passGate({ workspace, index: null }, loaded);
  if (gate.kind !== "open" || findProposedFor(workspace, loaded) !== null) return [];
  if (!isCategoryOn(config.of(root), memory)) return [];
  const row = { ...indexRowOf(loaded, { ...NO_ROW, now: workspace.now }), row: 0 };
  const score = Number(kept["score"]);
  const hit = { row, root: 0, score, wordScore: 0, confidence: null, terms: () => [] };
  return [{ root, loaded, flagged: gate.flagged, hit }];
}

/** @returns null when it is not what it was, or there is no time to read what is said about it. */
function loadSame(
  workspace: Workspace,
  { root: rootId, id, file: identity, digest }: Readonly<Record<string, unknown>>,
  { config, reading }: Pick<Showing, "config" | "reading">,
): LoadedMemory | null {
  const root = config.roots.find((each) => each.id === rootId);
  const file = root && typeof id === "string" && isMemoryId(id) ? findFile(root.path, id) : null;
  if (root === undefined || file === null || identifyFile(file.path, 0).text !== identity) return null;
  const loaded = loadFile(workspace, root, { file, remembered: null, reading });
  return loaded.unfinished || loaded.digest !== digest ? null : loaded;
}
