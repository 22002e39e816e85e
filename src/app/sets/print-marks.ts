// In a shared root files change by acts and git alone: a pull rewrites none. Of the files that an act signs about, the commit prints the
// marks that follow from the statements, the new ones included, and leaves every other key, their order and each other byte as they are.

import { basename, join, relative } from "node:path";
import { digestMemory } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { marksInUse } from "../../memory/law/sets/marks.ts";
import { placeFile } from "../../memory/law/sets/standing-of-file.ts";
import type { TextStatement } from "../../memory/law/statement.ts";
import { findFile, readFileContent } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { gatherStatements } from "../memories/load-memory.ts";
import { type Reading, readUntil } from "../memories/strangers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

type Write = Extract<Change, { readonly kind: "write" }>;

/** @returns the changes, with the marks of each file as they are once the statements are there. */
export function printMarks(
  workspace: Workspace,
  root: OpenRoot,
  { changes, said }: { readonly changes: readonly Change[]; readonly said: readonly TextStatement[] },
): readonly Change[] {
  const byId = Map.groupBy(said, ({ id }) => id);
  const reading = { ...readUntil(() => false), moment: {} };
  const printed = new Map<Change, Change>();
  const added: Change[] = [];
  for (const [id, own] of byId) {
    const written = changes.filter((change): change is Write => isWriteOf(change, id));
    const files = written.length > 0 ? written : readUntouched(root, id, changes);
    for (const file of files) {
      const text = renderFile(workspace, root, { id, file, said: own, reading });
      if (text === null || text === file.text) continue;
      if (written.includes(file)) printed.set(file, { ...file, text });
      else added.push({ ...file, text });
    }
  }
  return [...changes.map((change) => printed.get(change) ?? change), ...added];
}

function isWriteOf(change: Change, id: string): boolean {
  return (
    change.kind === "write" &&
    /^(?:memories|quarantine)\//.test(change.path) &&
    basename(change.path) === `${id}.md`
  );
}

/** The file of an id about which the act only says something. */
function readUntouched(root: OpenRoot, id: string, changes: readonly Change[]): Write[] {
  const file = findFile(root.path, id);
  if (file === null) return [];
  const path = relative(root.path, file.path);
  const isTouched = changes.some((change) => (change.kind === "move" ? change.from : change.path) === path);
  const content = isTouched ? null : readFileContent(join(root.path, path));
  if (content?.kind !== "bytes") return [];
  const text = Buffer.from(content.bytes).toString("utf8");
  return [{ kind: "write", path, text, over: sha256Hex(content.bytes) }];
}

type Printing = {
  readonly id: string;
  readonly file: Write;
  readonly said: readonly TextStatement[];
  readonly reading: Reading;
};

/** @returns null for what is no memory, and for a text of which the statements say nothing. */
function renderFile(
  workspace: Workspace,
  root: OpenRoot,
  { id, file, said, reading }: Printing,
): string | null {
  const parsed = parseMemory(file.text);
  if (parsed.kind !== "memory") return null;
  const { tier, status } = parsed.memory;
  const directory = file.path.startsWith("quarantine") ? "quarantine" : "memories";
  const digest = digestMemory(parsed.memory);
  const { attestations, ...rest } = gatherStatements(workspace, root, {
    ...{ id, remembered: null, text: file.text, reading },
    file: { digest, tier, status, directory },
  });
  const input = { ...rest, attestations: [...attestations, ...said] };
  const placed = placeFile(input);
  if (placed === null || placed.group === null) return null;
  // Nobody signed that it is out of use: then the file alone says so, until a person answers.
  const isLow = tier === "quarantined" || directory === "quarantine";
  if (isLow && placed.memory.standing !== "quarantined") return null;
  return rewriteFrontmatter(file.text, marksInUse(placed.memory, input.attestations));
}
