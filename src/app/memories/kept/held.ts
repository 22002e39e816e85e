// Memories that wait here for the person, because what other people signed would have taken too many out of use at once. Their texts
// stay, and nothing of them is used, until the person has seen the list: `credence sync --accept-changes`.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { replaceFile } from "../../../store/durable.ts";
import { writing } from "../../../store/fs-failure.ts";
import { readQuietly } from "../../../store/log-file.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

type Place = Pick<OpenRoot, "records">;

/** By born: why. */
export function heldIn(root: Place): ReadonlyMap<string, string> {
  const value = parseJson(readQuietly(pathOf(root)));
  const borns = isRecord(value) && Array.isArray(value["borns"]) ? value["borns"] : [];
  return new Map(borns.filter((each) => typeof each === "string").map((each) => [each, "too many at once"]));
}

export function hold(root: Place, borns: readonly string[]): void {
  writing("machine state", () => replaceFile(pathOf(root), `${JSON.stringify({ v: 1, borns })}\n`, 0o600));
}

export function release(root: Place): void {
  writing("machine state", () => rmSync(pathOf(root), { force: true }));
}

function pathOf({ records }: Place): string {
  return join(records, "held.json");
}
