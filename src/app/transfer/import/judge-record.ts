// Cleans and judges one record of a source as `save` would. The result is a memory ready to store, a memory that exists
// here already, or the reason why the record is left out. Fails closed: a record that a validator hard-fails is left out.

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
      /** The remedy; null when nothing is lost. */
      readonly fix: string | null;
    }
);

export type RecordJudge = (records: readonly ImportRecord[]) => Promise<JudgedRecord[]>;

/** Failures that concern one memory, each with its remedy; every other failure ends the run. */
const LEAVES_OUT: ReadonlyMap<FailureCode, string | null> = new Map([
  ["EXISTS", "compare it with credence show ID; under another name it can be imported, too"],
  ["RETIRED_RECENTLY", "unretire the one that is here, or import again after 24 hours"],
  ["WRONG_STANDING", "credence show ID says what became of the one that is here"],
  ["REMOVED", "it was removed here: a person can restore it, or save it in their own words"],
  ["DAILY_LIMIT", "run the same command again tomorrow, or at a terminal: a person's import is not limited"],
  ["INVALID_MEMORY", "shorten or complete the record there, then run the same command again"],
  ["SECRET_DETECTED", "take the secret out of the record there, then run the same command again"],
  // The error itself names the missing root.
  ["NO_ROOT", null],
] as const);

/** The remedy for records that the reader of a source could not read. */
const UNREAD = "what could not be read: repair it there, then run the same command again";

export type LeftOut = { readonly why: string; readonly fix: string };

/** The reason why a record is left out. */
export function leaveOut(error: unknown): LeftOut {
  const fix = error instanceof CredenceError ? LEAVES_OUT.get(error.code) : undefined;
  if (!(error instanceof CredenceError) || fix === undefined) throw error;
  return { why: `${error.code}: ${error.message}`, fix: fix ?? error.hint };
}

/** The judge of one run, in which two records never get the same id. */
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

/** Treats a text too short for an unattended import as the user's own words, because the user is asked about it and only
 * their yes lets it in. */
function takeAsOwn(record: ImportRecord): ImportRecord {
  if (record.kind === "skip") return record;
  const { draft } = record.memory;
  const isShort = [...sanitizeDraft(draft).body.trim()].length < bodyCharsMin(draft.origin);
  return isShort ? { ...record, memory: { ...record.memory, draft: { ...draft, origin: "user" } } } : record;
}

type IdClaim = {
  readonly kind: "claimed";
  readonly source: string;
  readonly id: string;
  readonly given: ImportedMemory;
  readonly root: OpenRoot;
};

/** The record with its id and root, or the reason why it is left out. */
function claim(
  record: ImportRecord,
  rootFor: (type: MemoryType) => OpenRoot,
  taken: Set<string>,
): IdClaim | JudgedRecord {
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

/** Gives an id of the source to the first record that has it; an id made here is made unique. */
function claimId(given: ImportedMemory, source: string, taken: Set<string>): string | null {
  const wanted = given.id ?? deriveId(given.draft.type, given.stem);
  // Made unique by its own words first, because the position of a record in its source may change before the next run.
  const others =
    given.id === null
      ? [given.stem, source].map((words) => extendId(wanted, `_${sha256Hex(words).slice(0, 8)}`))
      : [];
  const id = [wanted, ...others].find((each) => !taken.has(each)) ?? null;
  if (id !== null) taken.add(id);
  return id;
}

/** The records whose files exist already. */
function listPresent(claimed: readonly (IdClaim | JudgedRecord)[]): ReadonlyMap<IdClaim, FileEntry> {
  const present = new Map<IdClaim, FileEntry>();
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
  claimed: IdClaim,
  present: ReadonlyMap<IdClaim, FileEntry>,
): Promise<JudgedRecord> {
  const { source, id, given, root } = claimed;
  const file = present.get(claimed);
  try {
    const text = renderImported(workspace, given, "inferred");
    // In a second run most records exist already and need no judgement.
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
  // A memory that the user took out of use does not count as present; another check reports it later.
  return standing === "verified" || standing === "inferred" || standing === parsed.memory.status;
}

// A record as the user sees it before confirming it: the stored text, with the characters that cleaning removes still in
// place, so that hidden text does not go unseen.

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
