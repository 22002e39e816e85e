// What was decided on a page and never signed, so that the next page can say that it was dropped. One file per process, as
// two pages may run at once; what a process that is gone left is taken by the next one. Ids and words of ours, no text. Fails
// open: a record that cannot be written spoils no decision.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { parseMemoryId } from "../../../memory/memory.ts";
import { isGone, OWN_PROCESS, removeQuietly, replaceFile } from "../../../store/durable.ts";
import { codeOf } from "../../../store/fs-failure.ts";
import { takeOnce } from "../../../store/log-file.ts";
import type { StateDirectory } from "../../../store/state-directory.ts";
import { openPageDirectory } from "./page-directory.ts";

export type Unsigned = { readonly id: string; readonly says: string };

const NAME = /^unsigned-(\d{1,10})\.json$/;
const TOLD_MAX = 500;

export function writeUnsigned(state: StateDirectory, unsigned: readonly Unsigned[]): void {
  const path = join(openPageDirectory(state), `unsigned-${OWN_PROCESS}.json`);
  try {
    if (unsigned.length === 0) removeQuietly(path);
    else replaceFile(path, `${JSON.stringify({ v: 1, unsigned: unsigned.slice(-TOLD_MAX) })}\n`, 0o600);
  } catch (error) {
    if (codeOf(error) === "") throw error;
  }
}

/** What processes that are gone left, and no longer on disk. */
export function takeUnsigned(state: StateDirectory): Unsigned[] {
  const directory = openPageDirectory(state);
  const names = readdirSync(directory).filter((name) => {
    const writer = Number(NAME.exec(name)?.[1] ?? 0);
    return writer === OWN_PROCESS || (writer > 0 && isGone(writer));
  });
  return names.flatMap((name) => parseUnsigned(takeOnce(join(directory, name)) ?? ""));
}

function parseUnsigned(text: string): Unsigned[] {
  const value = parseJson(text);
  if (!isRecord(value) || !Array.isArray(value["unsigned"])) return [];
  return value["unsigned"].slice(-TOLD_MAX).flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const id = parseMemoryId(String(each["id"]));
    const says = each["says"];
    return id === null || typeof says !== "string" ? [] : [{ id, says: says.slice(0, 100) }];
  });
}
