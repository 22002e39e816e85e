// Other memories that name a forgotten one. A file that nobody signed loses the entry; where somebody signed a text or wrote the name
// into one, it is theirs, and the person is told where it is.

import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { rewriteFrontmatter } from "../../../memory/file/write-frontmatter.ts";
import { isTextStatement } from "../../../memory/law/statement.ts";
import { SCAN_BYTES_MAX } from "../../../memory/limits.ts";
import { listBackups } from "../../../store/backup.ts";
import { listArchive, listFiles, readFileContent } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import { listAttestedIds } from "../../../trust/attest-files.ts";
import { type LoadedMemory, loadFile } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { idPattern } from "./erase-lines.ts";

/** In the root, together with the forgetting. */
export function planUnnaming(workspace: Workspace, root: OpenRoot, ids: readonly string[]): Change[] {
  const others = listFiles(root.path).entries.filter(({ id }) => !ids.includes(id));
  return others
    .filter(({ path }) => mentions(path, ids))
    .flatMap((file) => {
      const { text, memory, input } = loadFile(workspace, root, { file, remembered: null });
      const isSigned = [...input.attestations, ...input.remembered].some(isTextStatement);
      if (isSigned || text === null || memory === null) return [];
      const left = memory.contradicts.filter((id) => !ids.includes(id));
      const rewritten = rewriteFrontmatter(text, {
        ...(ids.includes(memory.supersedes ?? "") && { supersedes: null }),
        ...(left.length < memory.contradicts.length && { contradicts: left.length === 0 ? null : left }),
      });
      if (rewritten === null || rewritten === text) return [];
      return [{ kind: "write", path: relative(root.path, file.path), text: rewritten }];
    });
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
  return ids.some((id) => bytes.includes(id) && idPattern(id).test(bytes.toString("latin1")));
}
