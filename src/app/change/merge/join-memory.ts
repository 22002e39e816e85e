// What a merge of two versions made becomes files of the root. A text that one side had, under its own id, keeps what was said
// about it. A text that neither had has no statement: this machine says that it was written here, where both versions were in
// use here before, and no validator and no person's removal stands against it. Otherwise it is foreign and waits for a person.
//
// Attack: a remote brings a version whose merge with a trusted text is used without anybody's look. So both versions have to
// stand by statements that count here; only a judged text is vouched for, through write-text; and nothing that a person removed
// comes back under the second id. Fails closed: without a statement the text is only kept.

import { digestMemory } from "../../../memory/file/digest.ts";
import type { MergedMemory, SecondMemory } from "../../../memory/file/merge-memory.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { sha256Hex } from "../../../memory/file/sha256.ts";
import { selectEvidence } from "../../../memory/law/evidence.ts";
import { computeStanding, type StandingInput } from "../../../memory/law/standing.ts";
import type { Directory } from "../../../memory/law/transitions.ts";
import { extendId } from "../../../memory/memory.ts";
import { findFile } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import { gatherStatements, loadMemory } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import type { Operation } from "../change-root.ts";
import { type JudgedText, judgeText } from "../judge-text.ts";
import { createRemovedFinder } from "../removed/removed-memories.ts";
import { planText } from "../write-text.ts";

export type Join = {
  readonly id: string;
  /** Where the file is, if not with the memories. */
  readonly directory?: Directory;
  /** The texts that were merged. */
  readonly versions: readonly [string, string];
  readonly merged: Exclude<MergedMemory, { readonly kind: "unreadable" }>;
  /** For the journal. */
  readonly command: string;
};

const HASH_CHARS = 8;

type JoinedText = { readonly id: string; readonly text: string; readonly judged: JudgedText | null };

export type JudgedJoin = Pick<Join, "id" | "directory" | "versions" | "command"> & {
  /** The memory, and the second where two were kept. */
  readonly texts: readonly JoinedText[];
};

/** Before the lock is taken. */
export async function judgeJoin(workspace: Workspace, join: Join): Promise<JudgedJoin> {
  const { merged, ...rest } = join;
  const { id } = join;
  const made = [{ id, text: merged.text }, ...(merged.kind === "two" ? [merged.second] : [])];
  const texts: JoinedText[] = [];
  for (const each of made) texts.push(await judgeOne(workspace, each));
  return { ...rest, texts };
}

async function judgeOne(workspace: Workspace, { id, text }: SecondMemory): Promise<JoinedText> {
  const { judged } = await judgeText(workspace, `${id}.md`, { text, vouchedBy: "machine" });
  return { id, text, judged };
}

/**
 * What writes the merged memory, and the second. The caller holds the root's lock, and the statements of both sides are in the
 * root already: what stood before the merge is asked of them.
 */
export function planJoin(workspace: Workspace, root: OpenRoot, join: JudgedJoin): Operation[] {
  const { directory = "memories", command } = join;
  const known = new Set(join.versions.map((text) => digestOf(text)));
  const bothStood = join.versions.every((text) => isInUse(workspace, root, { id: join.id, directory, text }));
  const findRemoved = createRemovedFinder(workspace, root);
  return join.texts.flatMap(({ id, text, judged }): Operation[] => {
    const isSecond = id !== join.id;
    const hasStatement = !isSecond && known.has(digestOf(text));
    const removal =
      judged === null || hasStatement ? null : findRemoved({ ...judged.memory, digest: judged.digest });
    const place = isSecond ? placeSecond(workspace, root, { id, directory, text }) : id;
    if (place === null || (isSecond && removal?.isSame === true)) return [];
    const vouches = bothStood && !hasStatement && removal === null;
    const made = { id: place, text, judged: vouches ? judged : null };
    return [planOne(workspace, root, { ...made, directory, command })];
  });
}

/**
 * The id of the second, or another where somebody put a text of their own there. @returns null when it is there already, or was
 * and has been decided about since.
 */
function placeSecond(workspace: Workspace, root: OpenRoot, { id, text }: Version): string | null {
  const there = loadMemory(workspace, root, id);
  if (there === null) return id;
  const digest = digestOf(text);
  const wasThere = selectEvidence(there.input).all.some((each) => each.digest === digest);
  if (there.digest === digest || wasThere) return null;
  const longer = extendId(id, `_${sha256Hex(text).slice(0, HASH_CHARS)}`);
  return findFile(root.path, longer) === null ? longer : null;
}

function planOne(
  workspace: Workspace,
  root: OpenRoot,
  {
    id,
    text,
    judged,
    directory,
    command,
  }: JoinedText & Pick<Join, "command"> & { readonly directory: Directory },
): Operation {
  const changes: Change[] = [{ kind: "write", path: `${directory}/${id}.md`, text }];
  const input = inputOf(workspace, root, { id, directory, text });
  const isNegated = input !== null && ["quarantined", "retired"].includes(computeStanding(input).standing);
  if (judged === null || input === null || isNegated) {
    return { record: { command, id, actor: "machine", digest: digestOf(text) }, changes };
  }
  return planText(workspace, judged, { by: "machine", input, command, changes });
}

type Version = { readonly id: string; readonly directory: Directory; readonly text: string };

/** Would a model be shown this text, if it were the file? */
function isInUse(workspace: Workspace, root: OpenRoot, version: Version): boolean {
  const input = inputOf(workspace, root, version);
  if (input === null) return false;
  const { standing } = computeStanding(input);
  return standing === "verified" || standing === "inferred";
}

/** @returns null when the text is no memory. */
function inputOf(
  workspace: Workspace,
  root: OpenRoot,
  { id, directory, text }: Version,
): StandingInput | null {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") return null;
  const { memory } = parsed;
  const { tier, status } = memory;
  const file = { digest: digestMemory(memory), tier, status, directory };
  return gatherStatements(workspace, root, { id, remembered: null, file });
}

function digestOf(text: string): string | null {
  const parsed = parseMemory(text);
  return parsed.kind === "broken" ? null : digestMemory(parsed.memory);
}
