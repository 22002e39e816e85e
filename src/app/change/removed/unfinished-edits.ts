// Edits that were begun and not finished: the editor failed, or the text was refused. The person's words are kept in machine
// state, with what it knows of the root, until the edit is signed, dropped, or its memory is forgotten: whatever TMPDIR was
// then, they are found.

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../../../store/durable.ts";
import { namesIn, writing } from "../../../store/fs-failure.ts";
import { ensurePrivate } from "../../../store/state-directory.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

type Records = Pick<OpenRoot, "records">;

function placeEdits({ records }: Records): string {
  return join(records, "edits");
}

export function makeEditDirectory(root: Records): string {
  return writing("machine state", () => mkdtempSync(join(ensurePrivate(placeEdits(root)), "edit-")));
}

export function eraseEdits(root: Records, id: string): void {
  const kept = namesIn(placeEdits(root)).map((name) => join(placeEdits(root), name));
  for (const path of kept) {
    // An editor leaves copies beside the file.
    if (namesIn(path).some((name) => name.includes(`${id}.md`))) writing(path, () => removeTree(path));
  }
}
