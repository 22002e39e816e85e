// What a start without time shows: what the last one here showed, without asking an index. What is kept of each memory names it
// and tells it from a changed one, and holds no word of it.
//
// Attack: whatever happened since, to the file, its statements, its signers or the settings, by any means. So each is read and
// judged as if it were seen for the first time, and one that differs in anything, or cannot be checked, is left out.

import { join } from "node:path";
import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { isRecord } from "../../memory/json.ts";
import { isMemoryId } from "../../memory/memory.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { findFile } from "../../store/memory-files.ts";
import { indexRowOf } from "../index/index-row.ts";
import { passGate } from "../index/show-gate.ts";
import { type LoadedMemory, loadFile } from "../memories/load-memory.ts";
import { readUntil } from "../memories/strangers.ts";
import { noteWording, recallWording } from "../memories/wordings.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FoundMemory } from "./find-memories.ts";
import { readRecallConfig } from "./recall-memories.ts";
import { putRecord, readRecord } from "./shown-record.ts";

/** Of all that takes part here it is the first root's: the project's own, where there is one. */
function lastStartOf({ roots, state }: Workspace): string {
  return join(roots[0]?.records ?? state.path, "last-start.json");
}

/** Of an unconfirmed one it is kept whether the rules of today found nothing in it. */
export function keepStart(workspace: Workspace, shown: readonly FoundMemory[]): void {
  const entries = shown.map(({ loaded }) => ({
    ...{ root: loaded.root.id, id: loaded.file.id, digest: loaded.digest },
    isClean: recallWording(loaded)?.rules.length === 0,
  }));
  // Where it cannot be kept, a late start has less to show.
  ifPossible(() => putRecord(lastStartOf(workspace), { v: 1, rules: RULE_SET_VERSION, entries }));
}

/** In their order, as far as they are as they were and there is time. */
export function showLastStart(workspace: Workspace): FoundMemory[] {
  const { isPast = () => false } = workspace.hints;
  const kept = ifPossible(() => readRecord(lastStartOf(workspace)), null);
  const entries = Array.isArray(kept?.["entries"]) ? kept["entries"].filter(isRecord) : [];
  const { roots } = readRecallConfig(workspace);
  // One answer is of one moment.
  const reading = { ...readUntil(isPast), moment: {} };
  return entries.flatMap(({ root: rootId, id, digest, isClean }) => {
    const root = roots.find((each) => each.id === rootId);
    const file = !isPast() && root && isMemoryId(String(id)) ? findFile(root.path, String(id)) : null;
    if (root === undefined || file === null) return [];
    const loaded = loadFile(workspace, root, { file, remembered: null, reading });
    if (loaded.unfinished || loaded.digest !== digest) return [];
    return showOne(workspace, loaded, isClean === true && kept?.["rules"] === RULE_SET_VERSION);
  });
}

const FOUND_NOTHING = { rules: [], strong: [], what: null } as const;
const NO_ROW = { identities: { file: "", attest: "", young: true }, text: null } as const;

function showOne(workspace: Workspace, loaded: LoadedMemory, isClean: boolean): FoundMemory[] {
  const { root, file, digest } = loaded;
  if (isClean && digest !== null) noteWording({ id: file.id, digest }, FOUND_NOTHING);
  const gate = passGate({ workspace, index: null }, loaded);
  if (gate.kind !== "open") return [];
  const row = { ...indexRowOf(loaded, { ...NO_ROW, now: workspace.now }), row: 0 };
  const hit = { row, root: 0, score: 0, wordScore: 0, confidence: null, terms: () => [] };
  return [{ root, loaded, flagged: gate.flagged, hit }];
}
