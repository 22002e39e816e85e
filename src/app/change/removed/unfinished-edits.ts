// Edits that were begun and not finished: the editor failed, or the text was refused. The person's words are kept beside the
// other temporary files, in a directory that is named after the root, until the edit is signed, dropped, or its memory is
// forgotten. An edit begun with another TMPDIR is not found.

import { lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTree } from "../../../store/durable.ts";
import { codeOf, writing } from "../../../store/fs-failure.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

const ROOT_CHARS = 16;

function prefixOf({ id }: Pick<OpenRoot, "id">): string {
  return `credence-edit-${id.slice(0, ROOT_CHARS)}-`;
}

export function makeEditDirectory(root: Pick<OpenRoot, "id">): string {
  return mkdtempSync(join(tmpdir(), prefixOf(root)));
}

/** Only directories of the owner of machine state: anybody can make one of that name there. */
export function eraseEdits(root: OpenRoot, id: string): void {
  const { uid } = lstatSync(root.records);
  const directories = namesIn(tmpdir())
    .filter((name) => name.startsWith(prefixOf(root)))
    .map((name) => join(tmpdir(), name))
    .filter((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat?.isDirectory() === true && stat.uid === uid;
    });
  for (const path of directories) {
    // An editor leaves copies beside the file.
    if (namesIn(path).some((name) => name.includes(`${id}.md`))) writing(path, () => removeTree(path));
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return [];
  }
}
