// One record of a source, cleaned and judged as `save` would: a memory that is ready, or one that is here already, or the
// reason why it is left out. Fails closed: whatever a validator hard-fails is left out.

import { CredenceError, type FailureCode } from "../../../memory/errors.ts";
import { digestMemory } from "../../../memory/file/digest.ts";
import { deriveId, renderDraft, sanitizeDraft } from "../../../memory/file/draft.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { sha256Hex } from "../../../memory/file/sha256.ts";
import { rewriteFrontmatter } from "../../../memory/file/write-frontmatter.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { extendId, type MemoryType, type Tier } from "../../../memory/memory.ts";
import { type FileEntry, findTogether } from "../../../store/memory-files.ts";
import { bodyCharsMin } from "../../../validate/structure/body-length.ts";
import type { SigningPreview } from "../../change/sign/signing-preview.ts";
import { judgeNew, type PassedJudgement } from "../../change/write-text.ts";
import { loadFile } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import type { ImportedMemory, ImportRecord } from "./record.ts";

export type JudgedRecord = { readonly source: string } & (
  | {
      readonly kind: "ready";
      readonly id: string;
      readonly root: OpenRoot;
      readonly given: ImportedMemory;
      readonly judgement: PassedJudgement;
    }
  | {
      readonly kind: "here";
      readonly id: string;
      readonly root: OpenRoot;
      readonly given: ImportedMemory;
      readonly why: string;
    }
  | {
      readonly kind: "skipped";
      readonly id: string | null;
      readonly given: ImportedMemory | null;
      readonly why: string;
      /** How to go on; null where nothing is missed. */
      readonly fix: string | null;
    }
);

export type RecordJudge = (records: readonly ImportRecord[]) => Promise<JudgedRecord[]>;

/** These say that one memory cannot be stored, each with how to go on; every other failure ends the run. */
const LEAVES_OUT: ReadonlyMap<FailureCode, string | null> = new Map([
  ["EXISTS", "compare it with credence show ID; under another name it can be imported, too"],
  ["RETIRED_RECENTLY", "unretire the one that is here, or import again after 24 hours"],
  ["WRONG_STANDING", "credence show ID says what became of the one that is here"],
  ["REMOVED", "it was removed here: a person can restore it, or save it in their own words"],
  ["DAILY_LIMIT", "run the same command again tomorrow, or at a terminal: a person's import is not limited"],
  ["INVALID_MEMORY", "shorten or complete the record there, then run the same command again"],
  ["SECRET_DETECTED", "take the secret out of the record there, then run the same command again"],
  // Which root is missing, the error knows.
  ["NO_ROOT", null],
] as const);

/** Of what the reader of a source could not take. */
const UNREAD = "what could not be read: repair it there, then run the same command again";

export type LeftOut = { readonly why: string; readonly fix: string };

/** The reason why a record is left out. */
export function leaveOut(error: unknown): LeftOut {
  const fix = error instanceof CredenceError ? LEAVES_OUT.get(error.code) : undefined;
  if (!(error instanceof CredenceError) || fix === undefined) throw error;
  return { why: `${error.code}: ${error.message}`, fix: fix ?? error.hint };
}

/** One run: two records of it do not get the same id. */
export function createRecordJudge(
  workspace: Workspace,
  { rootFor, asks }: { readonly rootFor: (type: MemoryType) => OpenRoot; readonly asks: boolean },
): RecordJudge {
  const taken = new Set<string>();
  return async (given) => {
    const records = asks ? given.map(takeAsOwn) : given;
    const claimed = records.map((record) => claim(record, rootFor, taken));
    const present = listPresent(claimed);
    const judged: JudgedRecord[] = [];
    for (const each of claimed) {
      judged.push(each.kind === "claimed" ? await judge(workspace, each, present) : each);
    }
    return judged;
  };
}

/** A text too short to be taken unseen is judged as the words of the person who is asked: only their yes lets it in. */
function takeAsOwn(record: ImportRecord): ImportRecord {
  if (record.kind === "skip") return record;
  const { draft } = record.memory;
  const isShort = [...sanitizeDraft(draft).body.trim()].length < bodyCharsMin(draft.origin);
  return isShort ? { ...record, memory: { ...record.memory, draft: { ...draft, origin: "user" } } } : record;
}

type Claimed = {
  readonly kind: "claimed";
  readonly source: string;
  readonly id: string;
  readonly given: ImportedMemory;
  readonly root: OpenRoot;
};

/** With its id and its root, or else the reason why it is left out. */
function claim(
  record: ImportRecord,
  rootFor: (type: MemoryType) => OpenRoot,
  taken: Set<string>,
): Claimed | JudgedRecord {
  const { source } = record;
  if (record.kind === "skip") {
    const fix = record.isNone === true ? null : UNREAD;
    return { kind: "skipped", source, id: null, given: null, why: record.why, fix };
  }
  const given = record.memory;
  const id = claimId(given, source, taken);
  if (id === null) {
    const why = `another record of this import has the id ${given.id ?? given.stem}`;
    return { kind: "skipped", source, id: given.id, given, ...leaveOut(new CredenceError("EXISTS", why)) };
  }
  try {
    return { kind: "claimed", source, id, given, root: rootFor(given.draft.type) };
  } catch (error) {
    return { kind: "skipped", source, id, given, ...leaveOut(error) };
  }
}

/** An id that the source gave belongs to the first record that has it; one that is made here is made unique. */
function claimId(given: ImportedMemory, source: string, taken: Set<string>): string | null {
  const wanted = given.id ?? deriveId(given.draft.type, given.stem);
  // By its own words first: the place of a record in its source may change until the next run.
  const others =
    given.id === null
      ? [given.stem, source].map((words) => extendId(wanted, `_${sha256Hex(words).slice(0, 8)}`))
      : [];
  const id = [wanted, ...others].find((each) => !taken.has(each)) ?? null;
  if (id !== null) taken.add(id);
  return id;
}

/** Those of which there is a file already. */
function listPresent(claimed: readonly (Claimed | JudgedRecord)[]): ReadonlyMap<Claimed, FileEntry> {
  const present = new Map<Claimed, FileEntry>();
  for (const [root, own] of Map.groupBy(
    claimed.filter((each) => each.kind === "claimed"),
    (each) => each.root,
  )) {
    findTogether(root.path, (find) => {
      for (const each of own) {
        const file = find(each.id);
        if (file !== null) present.set(each, file);
      }
    });
  }
  return present;
}

async function judge(
  workspace: Workspace,
  claimed: Claimed,
  present: ReadonlyMap<Claimed, FileEntry>,
): Promise<JudgedRecord> {
  const { source, id, given, root } = claimed;
  const file = present.get(claimed);
  try {
    const text = renderImported(workspace, given, "inferred");
    // A second run has this for most of them, and no need to judge them again.
    if (file !== undefined && isHere(workspace, root, { file, text })) {
      return { kind: "here", source, id, root, given, why: `${id} already says exactly this` };
    }
    const judgement = await judgeNew(workspace, id, { text, vouchedBy: "machine" });
    return { kind: "ready", source, id, root, given, judgement };
  } catch (error) {
    return { kind: "skipped", source, id, given, ...leaveOut(error) };
  }
}

export function renderImported(workspace: Workspace, given: ImportedMemory, tier: Tier): string {
  const text = renderDraft(sanitizeDraft(given.draft), {
    tier,
    now: workspace.now,
    machine: workspace.machineName,
  });
  return rewriteFrontmatter(text, { "created-at": renderInstant(given.createdAt), ...given.keys }) ?? text;
}

function isHere(
  workspace: Workspace,
  root: OpenRoot,
  { file, text }: { readonly file: FileEntry; readonly text: string },
): boolean {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") return false;
  const existing = loadFile(workspace, root, { file, remembered: null });
  if (existing.digest !== digestMemory(parsed.memory)) return false;
  const { standing } = existing.standing;
  // One that a person took out of use is not here: that is said in other words, later.
  return standing === "verified" || standing === "inferred" || standing === parsed.memory.status;
}

// A record as a person sees it before they confirm it: what is stored, with whatever cleaning takes out of it still in its
// place, so that nothing hidden goes by unseen.

export function showRecord(
  workspace: Workspace,
  { id, root, given, judgement }: Extract<JudgedRecord, { kind: "ready" }>,
): SigningPreview {
  const text = renderImported(workspace, given, "verified");
  const parsed = parseMemory(text);
  const memory = parsed.kind === "memory" ? parsed.memory : null;
  const { name, description, body } = given.draft;
  return {
    id,
    path: `${root.shown}memories/${id}.md`,
    standing: null,
    age: null,
    memory: memory === null ? null : { ...memory, name, description, body },
    digest: memory === null ? null : digestMemory(memory),
    text,
    judgement,
    previous: null,
    cutShort: null,
  };
}
