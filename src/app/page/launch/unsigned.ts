// What was decided on a page and never signed, so that the next page can say that it was dropped. One file per process, as
// two pages may run at once; what a process that is gone left is taken by the next one. Ids and words of ours, no text. Fails
// open: a record that cannot be written spoils no decision.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { parseMemoryId } from "../../../memory/memory.ts";
import { isGone, OWN_PROCESS, removeQuietly, replaceFile } from "../../../store/durable.ts";
import { ifPossible } from "../../../store/fs-failure.ts";
import { takeOnce } from "../../../store/log-file.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { openPageDirectory } from "./page-directory.ts";

export type Unsigned = {
  /** The id of the root that it is about: each page tells of its own. */
  readonly root: string;
  readonly id: string;
  readonly says: string;
};

const NAME = /^unsigned-(\d{1,10})\.json$/;
const TOLD_MAX = 500;
const WORDS_CHARS_MAX = 100;

export function writeUnsigned({ state }: Pick<Workspace, "state">, unsigned: readonly Unsigned[]): void {
  write(join(openPageDirectory(state), `unsigned-${OWN_PROCESS}.json`), unsigned);
}

function write(path: string, unsigned: readonly Unsigned[]): void {
  ifPossible(() => {
    if (unsigned.length === 0) removeQuietly(path);
    else replaceFile(path, `${JSON.stringify({ v: 1, unsigned: unsigned.slice(-TOLD_MAX) })}\n`, 0o600);
  });
}

/** What processes that are gone left about the roots that are open here, and no longer on disk. */
export function takeUnsigned({ state, roots }: Pick<Workspace, "state" | "roots">): Unsigned[] {
  const directory = openPageDirectory(state);
  const names = readdirSync(directory).filter((name) => {
    const writer = Number(NAME.exec(name)?.[1] ?? 0);
    return writer === OWN_PROCESS || (writer > 0 && isGone(writer));
  });
  const isOurs = ({ root }: Unsigned): boolean => roots.some(({ id }) => id === root);
  return names.flatMap((name) => {
    const path = join(directory, name);
    const left = parseUnsigned(takeOnce(path) ?? "");
    const others = left.filter((each) => !isOurs(each));
    // Another project's page tells of these.
    if (others.length > 0) write(path, others);
    return left.filter(isOurs);
  });
}

function parseUnsigned(text: string): Unsigned[] {
  const value = parseJson(text);
  if (!isRecord(value) || !Array.isArray(value["unsigned"])) return [];
  return value["unsigned"].slice(-TOLD_MAX).flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const { root, says } = each;
    const id = parseMemoryId(String(each["id"]));
    if (id === null || typeof root !== "string" || typeof says !== "string") return [];
    return [{ root, id, says: says.slice(0, WORDS_CHARS_MAX) }];
  });
}
