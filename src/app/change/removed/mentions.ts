// Other memories that name a forgotten one, in the root and in the copies of it. What we wrote into their frontmatter goes; what
// somebody wrote into a text, or signed as a reason, is theirs, and the person is told where it is.

import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseFrontmatter } from "../../../memory/file/frontmatter.ts";
import { rewriteFrontmatter } from "../../../memory/file/write-frontmatter.ts";
import { SCAN_BYTES_MAX } from "../../../memory/limits.ts";
import { listBackups } from "../../../store/backup.ts";
import { replaceFile } from "../../../store/durable.ts";
import { writing } from "../../../store/fs-failure.ts";
import { type FileEntry, listArchive, listFiles, readFileContent } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import { listAttestedIds } from "../../../trust/attest-files.ts";
import { readContent } from "../../memories/file/read-content.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { wordPattern } from "./erase-words.ts";

const NAMING: readonly string[] = ["supersedes", "retired-reason", "archived-reason", "quarantine-reason"];
const NAMELESS = "a forgotten memory";

/** In the root, together with the forgetting. */
export function planUnnaming({ path: root }: OpenRoot, ids: readonly string[]): Change[] {
  return findNaming(root, ids).map(({ path, text }) => ({ kind: "write", path: relative(root, path), text }));
}

/** In the copies that were made of the root. */
export function unnameInBackups(state: string, rootId: string, ids: readonly string[]): void {
  const found = listBackups(state, rootId).flatMap((copy) => findNaming(copy, ids));
  for (const { path, text } of found) writing(path, () => replaceFile(path, text, 0o600));
}

type Unnamed = { readonly path: string; readonly text: string };

function findNaming(root: string, ids: readonly string[]): Unnamed[] {
  const others = listFiles(root).entries.filter(({ id }) => !ids.includes(id));
  return others.filter(({ path }) => mentions(path, ids)).flatMap((file) => unnameIn(file, ids));
}

function unnameIn(file: FileEntry, ids: readonly string[]): Unnamed[] {
  const { text } = readContent(file);
  const frontmatter = text === null ? null : parseFrontmatter(text);
  if (text === null || frontmatter?.kind !== "frontmatter") return [];
  const changes = frontmatter.entries.flatMap(({ key, value }) => {
    if (!NAMING.includes(key) || typeof value !== "string") return [];
    const left = ids.reduce((said, id) => said.replace(wordPattern(id), NAMELESS), value);
    return left === value ? [] : [[key, key === "supersedes" ? null : left] as const];
  });
  const rewritten = changes.length === 0 ? null : rewriteFrontmatter(text, Object.fromEntries(changes));
  return rewritten === null ? [] : [{ path: file.path, text: rewritten }];
}

/** Files of the root and of its copies that still name one of them, as they are shown. */
export function findMentions({ state }: Workspace, root: OpenRoot, ids: readonly string[]): string[] {
  const here = listTexts(root.path).filter((path) => mentions(path, ids));
  const copies = listBackups(state.path, root.id)
    .flatMap(listTexts)
    .filter((path) => mentions(path, ids));
  return [...here.map((path) => `${root.shown}${relative(root.path, path)}`).sort(), ...copies.sort()];
}

/** Files of every open root whose text holds one of theirs: after a merge, or because somebody copied it. */
export function findHolding(workspace: Workspace, forgotten: readonly LoadedMemory[]): string[] {
  const bodies = forgotten.flatMap(({ memory }) => memory?.body.trim() ?? []);
  const gone = new Set(forgotten.map(({ file }) => file.path));
  return workspace.roots.flatMap((root) => {
    const files = [...listFiles(root.path).entries, ...listArchive(root.path)];
    const others = files.filter(({ path }) => !gone.has(path));
    const holding = others.filter(({ path }) => bodies.some((body) => holds(path, body)));
    return holding.map(({ path }) => `${root.shown}${relative(root.path, path)}`).sort();
  });
}

function holds(path: string, text: string): boolean {
  const content = readFileContent(path, SCAN_BYTES_MAX);
  return content.kind === "bytes" && Buffer.from(content.bytes).includes(text);
}

function listTexts(root: string): string[] {
  const texts = [...listFiles(root).entries, ...listArchive(root)].map(({ path }) => path);
  const statements = listAttestedIds(root).flatMap((id) =>
    readdirSync(join(root, "attest", id)).map((name) => join(root, "attest", id, name)),
  );
  return [...texts, ...statements];
}

function mentions(path: string, ids: readonly string[]): boolean {
  const content = readFileContent(path, SCAN_BYTES_MAX);
  if (content.kind === "refused") return false;
  const bytes = Buffer.from(content.bytes);
  return ids.some((id) => bytes.includes(id) && wordPattern(id).test(bytes.toString("latin1")));
}
