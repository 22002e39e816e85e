// Decisions that were made on a page and never signed, so that the next page can report that they were dropped. Each
// process writes its own file, as two pages may run at once; the next page takes the files of processes that are gone. A
// file holds ids and our own words, no text. Fails open: a record that cannot be written must not spoil a decision.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { parseMemoryId } from "../../../memory/memory.ts";
import { isGone, OWN_PROCESS, removeQuietly, replaceFile } from "../../../store/durable.ts";
import { ifPossible } from "../../../store/fs-failure.ts";
import { takeOnce } from "../../../store/log-file.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { openPageDirectory } from "./page-directory.ts";

export type DroppedDecision = {
  /** The id of the root, because a page reports only the decisions of its own roots. */
  readonly root: string;
  readonly id: string;
  readonly says: string;
};

const NAME = /^unsigned-(\d{1,10})\.json$/;
const TOLD_MAX = 500;
const WORDS_CHARS_MAX = 100;

export function writeUnsigned(
  { state }: Pick<Workspace, "state">,
  unsigned: readonly DroppedDecision[],
): void {
  write(join(openPageDirectory(state), `unsigned-${OWN_PROCESS}.json`), unsigned);
}

function write(path: string, unsigned: readonly DroppedDecision[]): void {
  ifPossible(() => {
    if (unsigned.length === 0) removeQuietly(path);
    else replaceFile(path, `${JSON.stringify({ v: 1, unsigned: unsigned.slice(-TOLD_MAX) })}\n`, 0o600);
  });
}

/** Takes the dropped decisions about the open roots from the files of processes that are gone. */
export function takeUnsigned({ state, roots }: Pick<Workspace, "state" | "roots">): DroppedDecision[] {
  const directory = openPageDirectory(state);
  const names = readdirSync(directory).filter((name) => {
    const writer = Number(NAME.exec(name)?.[1] ?? 0);
    return writer === OWN_PROCESS || (writer > 0 && isGone(writer));
  });
  const isOurs = ({ root }: DroppedDecision): boolean => roots.some(({ id }) => id === root);
  return names.flatMap((name) => {
    const path = join(directory, name);
    const left = parseUnsigned(takeOnce(path) ?? "");
    const others = left.filter((each) => !isOurs(each));
    // The page of another project reports the others.
    if (others.length > 0) write(path, others);
    return left.filter(isOurs);
  });
}

function parseUnsigned(text: string): DroppedDecision[] {
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
