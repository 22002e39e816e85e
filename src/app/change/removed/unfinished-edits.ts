// Edits that were begun and not finished: the editor failed, or the text was refused. The person's words are kept in machine
// state, with what it knows of the root, until the edit is signed, dropped, or its memory is forgotten: whatever TMPDIR was
// then, they are found.

import { lstatSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTree } from "../../../store/durable.ts";
import { namesIn, writing } from "../../../store/fs-failure.ts";
import { ensurePrivate } from "../../../store/state-directory.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

type Records = Pick<OpenRoot, "id" | "records">;

function placeEdits({ records }: Records): string {
  return join(records, "edits");
}

export function makeEditDirectory(root: Records): string {
  return writing("machine state", () => mkdtempSync(join(ensurePrivate(placeEdits(root)), "edit-")));
}

export function eraseEdits(root: Records, id: string): void {
  const kept = namesIn(placeEdits(root)).map((name) => join(placeEdits(root), name));
  for (const path of [...kept, ...listOldEdits(root)]) {
    // An editor leaves copies beside the file.
    if (namesIn(path).some((name) => name.includes(`${id}.md`))) writing(path, () => removeTree(path));
  }
}

const ROOT_CHARS = 16;

/** As 0.1 left them. Only directories of the owner of machine state: anybody can make one of that name there. */
function listOldEdits({ id, records }: Records): string[] {
  const { uid } = lstatSync(records);
  return namesIn(tmpdir())
    .filter((name) => name.startsWith(`credence-edit-${id.slice(0, ROOT_CHARS)}-`))
    .map((name) => join(tmpdir(), name))
    .filter((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat?.isDirectory() === true && stat.uid === uid;
    });
}
