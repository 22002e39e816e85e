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

type Held = ReadonlyMap<string, string>;

/** Of each workspace once: whoever lists a root asks for every memory. */
const known = new WeakMap<object, Map<string, Held>>();

/** By born: why. */
export function heldIn(workspace: object, root: Place): Held {
  const roots = known.get(workspace) ?? new Map<string, Held>();
  const held = roots.get(root.records) ?? readHeld(root);
  known.set(workspace, roots.set(root.records, held));
  return held;
}

function readHeld(root: Place): Held {
  const value = parseJson(readQuietly(pathOf(root)));
  const borns = isRecord(value) && Array.isArray(value["borns"]) ? value["borns"] : [];
  return new Map(borns.filter((each) => typeof each === "string").map((each) => [each, "too many at once"]));
}

export function hold(workspace: object, root: Place, borns: readonly string[]): void {
  known.delete(workspace);
  writing("machine state", () => replaceFile(pathOf(root), `${JSON.stringify({ v: 1, borns })}\n`, 0o600));
}

export function release(workspace: object, root: Place): void {
  known.delete(workspace);
  writing("machine state", () => rmSync(pathOf(root), { force: true }));
}

function pathOf({ records }: Place): string {
  return join(records, "held.json");
}
