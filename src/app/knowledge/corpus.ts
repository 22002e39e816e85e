// A corpus: a name for some memories, as the filters that chose them and the ids and digests that they chose. It holds no
// word of a memory, so it can neither vouch for a text nor outlive one; whoever uses it reads the files again.

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { parseInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import {
  CATEGORIES,
  type Category,
  isMemoryId,
  MEMORY_TYPES,
  type MemoryType,
  type Scope,
} from "../../memory/memory.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { ifThere, writing } from "../../store/fs-failure.ts";
import { readFileContent } from "../../store/memory-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** Only these ever enter one. */
const CORPUS_STANDINGS = ["verified", "inferred"] as const;
export type CorpusStanding = (typeof CORPUS_STANDINGS)[number];

/** A null field does not narrow. */
export type CorpusFilter = {
  readonly query: string | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly standing: CorpusStanding | null;
  /** Changed at or after, as `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly since: string | null;
  readonly scope: Scope | null;
};

export type CorpusMember = { readonly scope: Scope; readonly id: string; readonly digest: string };

export type Corpus = {
  readonly v: 1;
  readonly name: string;
  /** When it was built last. */
  readonly at: string;
  readonly filter: CorpusFilter;
  readonly members: readonly CorpusMember[];
};

const CORPORA_MAX = 100;
export const MEMBERS_MAX = 1_000;
/** Members at their longest, with room for the rest. */
const CORPUS_BYTES_MAX = 512 * 1024;
const QUERY_CHARS_MAX = 1_000;

const NAME = /^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/;
const DIGEST = /^[0-9a-f]{64}$/;
const TAG_CHARS_MAX = 100;

function isCorpusName(name: string): boolean {
  return NAME.test(name);
}

/** Checks every field. @returns null when the value is not a corpus. */
function parseCorpus(value: unknown): Corpus | null {
  if (!isRecord(value) || value["v"] !== 1) return null;
  const { name, at, filter, members } = value;
  if (typeof name !== "string" || !isCorpusName(name) || !isInstant(at)) return null;
  if (!isFilter(filter) || !Array.isArray(members) || members.length > MEMBERS_MAX) return null;
  return members.every(isMember) ? { v: 1, name, at, filter, members } : null;
}

export function isFilter(value: unknown): value is CorpusFilter {
  if (!isRecord(value)) return false;
  const { query, type, category, tag, standing, since, scope } = value;
  return (
    (query === null || isTextOf(query, QUERY_CHARS_MAX)) &&
    (type === null || MEMORY_TYPES.some((each) => each === type)) &&
    (category === null || CATEGORIES.some((each) => each === category)) &&
    (tag === null || isTextOf(tag, TAG_CHARS_MAX)) &&
    (standing === null || CORPUS_STANDINGS.some((each) => each === standing)) &&
    (since === null || isInstant(since)) &&
    (scope === null || isScope(scope))
  );
}

function isMember(value: unknown): value is CorpusMember {
  if (!isRecord(value)) return false;
  const { scope, id, digest } = value;
  const areTexts = typeof id === "string" && typeof digest === "string";
  return areTexts && isScope(scope) && isMemoryId(id) && DIGEST.test(digest);
}

function isInstant(value: unknown): value is string {
  return typeof value === "string" && parseInstant(value) !== null;
}

function isScope(value: unknown): value is Scope {
  return value === "project" || value === "user";
}

function isTextOf(value: unknown, charsMax: number): boolean {
  return typeof value === "string" && value.trim() !== "" && value.length <= charsMax;
}

// Where corpora lie: in machine state, beside what this machine keeps about the root they are of, one small file each.
// Attack: a name that leads elsewhere, a file that is no corpus. Fails closed: what is not one to the last field is not used.

export type PlacedCorpus = { readonly root: OpenRoot; readonly corpus: Corpus };

/** The project's before the person's own. */
export function findCorpus(workspace: Workspace, name: string): PlacedCorpus {
  const root = findPlace(workspace, name);
  return { root, corpus: readCorpus(root, name) };
}

export function listCorpora(root: OpenRoot): Corpus[] {
  return listNames(root).map((name) => readCorpus(root, name));
}

export function writeCorpus(root: OpenRoot, corpus: Corpus): void {
  writing("machine state", () => {
    ensureDirectory(directoryOf(root), 0o700);
    replaceFile(pathOf(root, corpus.name), `${JSON.stringify(corpus)}\n`, 0o600);
  });
}

/** A damaged one can be deleted too, whatever is in its place. */
export function deleteCorpus(workspace: Workspace, name: string): void {
  const root = findPlace(workspace, name);
  writing("machine state", () => rmSync(pathOf(root, name), { recursive: true }));
}

export function refuseNewName(root: OpenRoot, name: string): void {
  refuseBadName(name);
  const names = listNames(root);
  if (names.includes(name)) {
    const hint = `credence corpus rebuild ${name} rebuilds it; credence corpus delete ${name} removes it`;
    throw new CredenceError("EXISTS", `the corpus ${name} already exists`, hint);
  }
  if (names.length >= CORPORA_MAX) {
    const hint = "credence corpus list shows them; delete one first";
    throw new CredenceError("USAGE", `a root has at most ${CORPORA_MAX} corpora`, hint);
  }
}

function findPlace(workspace: Workspace, name: string): OpenRoot {
  refuseBadName(name);
  const root = workspace.roots.find((each) => listNames(each).includes(name));
  if (root !== undefined) return root;
  throw new CredenceError("NOT_FOUND", `there is no corpus ${name}`, "credence corpus list shows them");
}

function refuseBadName(name: string): void {
  if (isCorpusName(name)) return;
  // An invalid name is not repeated: it can be any text, as long as a message.
  throw new CredenceError("USAGE", "a corpus name is 1 to 40 characters of a-z, 0-9, - and _");
}

function readCorpus(root: OpenRoot, name: string): Corpus {
  const content = readFileContent(pathOf(root, name), CORPUS_BYTES_MAX);
  const value = content.kind === "bytes" ? parseJson(new TextDecoder().decode(content.bytes)) : null;
  if (isNewer(value)) throw new CredenceError("UNKNOWN_FORMAT", `the corpus ${name} has a newer format`);
  const corpus = parseCorpus(value);
  if (corpus?.name === name) return corpus;
  const hint = `credence corpus delete ${name} removes it; then build it again`;
  throw new CredenceError("STATE_REFUSED", `the corpus ${name} in machine state is damaged`, hint);
}

function isNewer(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "v" in value && typeof value.v === "number" && value.v > 1
  );
}

function listNames(root: OpenRoot): string[] {
  return ifThere(
    () =>
      readdirSync(directoryOf(root))
        .flatMap((file) => (file.endsWith(".json") ? [file.slice(0, -".json".length)] : []))
        .filter((name) => isCorpusName(name))
        .sort(),
    [],
  );
}

function directoryOf({ records }: OpenRoot): string {
  return join(records, "corpora");
}

function pathOf(root: OpenRoot, name: string): string {
  return join(directoryOf(root), `${name}.json`);
}
