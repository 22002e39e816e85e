// index.md: one line for each memory that recall may show, for people and for tools that read files. Derived, never read by
// search, and gone rather than wrong.

import { join } from "node:path";
import type { SearchIndex } from "../../search/index/open-index.ts";
import { walkList } from "../../search/index/reader.ts";
import { removeQuietly, replaceFile } from "../../store/durable.ts";
import { modesOf } from "../../store/root-files.ts";
import type { OpenRoot } from "../workspace/workspace.ts";

export function writeIndexMd(root: OpenRoot, index: SearchIndex): void {
  replaceFile(join(root.path, "index.md"), walkList(index), modesOf(root).file);
}

export function removeIndexMd(root: OpenRoot): void {
  removeQuietly(join(root.path, "index.md"));
}
