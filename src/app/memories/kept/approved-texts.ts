// The texts a person approved, kept in machine state by digest, so that the next question can show what changed since; and
// those that a change replaced, so that it can be taken back. Fails open: without one the whole text is shown, or the change
// stays.

import { existsSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { type DigestedContent, digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { parseJson, textsIn } from "../../../memory/json.ts";
import { isApproval } from "../../../memory/law/kinds.ts";
import { gather } from "../../../memory/law/sets/gather.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import { isTextStatement, type SignedStatement } from "../../../memory/law/statement.ts";
import { CATEGORIES, MEMORY_TYPES, type Memory } from "../../../memory/memory.ts";
import { replaceFile, syncDirectory } from "../../../store/durable.ts";
import { ifPossible, ifThere } from "../../../store/fs-failure.ts";
import { ensurePrivate } from "../../../store/state-directory.ts";
import type { Change } from "../../../store/transaction.ts";
import type { Workspace } from "../../workspace/workspace.ts";

export type ApprovedText = {
  readonly digest: string;
  /** When it was approved, by the statement that says so. */
  readonly time: string;
  readonly content: DigestedContent;
};

/** After an operation: each text in it that one of its statements approves. */
export function keepApprovedTexts(
  workspace: Workspace,
  statements: readonly SignedStatement[],
  changes: readonly Change[],
): void {
  const approved = new Set(
    statements
      .filter(isTextStatement)
      .filter(isApproval)
      .map(({ digest }) => digest),
  );
  if (approved.size === 0) return;
  const contents = changes.flatMap((change) => (change.kind === "write" ? (contentOf(change) ?? []) : []));
  for (const content of contents) {
    if (approved.has(digestMemory(content))) keep(workspace, content);
  }
}

/** The text that was approved last among those that are still here. */
export function findLastApproved(workspace: Workspace, input: StandingInput): ApprovedText | null {
  for (const { digest, time } of gather(input).approvals) {
    const content = read(workspace, digest);
    if (content !== null) return { digest, time, content };
  }
  return null;
}

/** Before a change: the text that it replaces. Whoever calls has seen that it holds no secret. */
export function keepReplacedText(workspace: Workspace, memory: Memory): void {
  if (readKept(workspace, digestMemory(memory)) === null) keep(workspace, memory, REPLACED);
}

/** A text that was approved here, or replaced here, as far as it was kept. */
export function readKept(workspace: Workspace, digest: string): DigestedContent | null {
  return read(workspace, digest) ?? read(workspace, digest, REPLACED);
}

/** Whether this text was archived already when a person approved it here. */
export function wasApprovedArchived(workspace: Workspace, digest: string): boolean {
  const value = readValue(workspace, digest);
  return typeof value === "object" && value !== null && "status" in value && value.status === "archived";
}

/** Of a memory that is deleted. None comes back after a power loss. */
export function eraseApprovedTexts(workspace: Workspace, input: StandingInput): void {
  const paths = findApprovedFiles(workspace, input);
  for (const path of paths) unlinkSync(path);
  if (paths.length > 0) syncDirectory(join(workspace.state.path, "approved"));
}

/** Of every text that anybody ever vouched for under this id. */
function findApprovedFiles({ state }: Workspace, input: StandingInput): string[] {
  const directory = join(state.path, "approved");
  const said = [...input.attestations, ...input.remembered]
    .filter(isTextStatement)
    .map(({ digest }) => digest);
  const digests = new Set([...said, input.file.digest]);
  // By the beginning of the name: what a killed process left of one bears it, too.
  return ifThere(() => readdirSync(directory), [])
    .filter((name) => digests.has(name.split(".")[0] ?? ""))
    .map((name) => join(directory, name));
}

function contentOf({ path, text }: { readonly path: string; readonly text: string }): Memory | null {
  if (!path.endsWith(".md")) return null;
  const parsed = parseMemory(text);
  return parsed.kind === "memory" ? parsed.memory : null;
}

/** One that nobody approved here says nothing of what was approved. */
const REPLACED = "replaced.json";

function keep(workspace: Workspace, memory: Memory, ending?: string): void {
  const { type, category, name, description, tags, cues, contradicts, body, status } = memory;
  const content = { type, category, name, description, tags, cues, contradicts, body, status };
  const text = `${JSON.stringify({ v: 1, ...content })}\n`;
  // The approval itself is done; a disk that refuses this costs the next diff and no more.
  ifPossible(() => {
    ensurePrivate(join(workspace.state.path, "approved"));
    replaceFile(pathOf(workspace, digestMemory(memory), ending), text, 0o600);
  });
}

/** @returns null when there is none, or its text does not have the digest in its name. */
function read(workspace: Workspace, digest: string, ending?: string): DigestedContent | null {
  const content = toContent(readValue(workspace, digest, ending));
  return content !== null && digestMemory(content) === digest ? content : null;
}

function readValue(workspace: Workspace, digest: string, ending?: string): unknown {
  const path = pathOf(workspace, digest, ending);
  return existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
}

function toContent(value: unknown): DigestedContent | null {
  if (typeof value !== "object" || value === null) return null;
  // Anything goes here: only a content whose digest is the file's name is used.
  const { name, description, body, tags, cues, contradicts, ...rest } = value as Readonly<
    Record<string, unknown>
  >;
  const type = MEMORY_TYPES.find((each) => each === rest["type"]);
  const category = CATEGORIES.find((each) => each === rest["category"]) ?? null;
  if (type === undefined) return null;
  if (typeof name !== "string" || typeof description !== "string" || typeof body !== "string") return null;
  const lists = { tags: textsIn(tags), cues: textsIn(cues), contradicts: textsIn(contradicts) };
  return { type, category, name, description, ...lists, body };
}

function pathOf({ state }: Workspace, digest: string, ending = "json"): string {
  return join(state.path, "approved", `${digest}.${ending}`);
}
