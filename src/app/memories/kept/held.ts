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
  const held = roots.get(root.records) ?? new Map([...readHeld(root), ...listHeldBack(root)]);
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

// Memories that came back when a person dropped a key whose word had kept them out: they wait until the person has seen the list.

/** The id of each, by uuid. */
export function listHeldBack(root: Place): Held {
  const value = parseJson(readQuietly(join(root.records, HELD_BACK)));
  const held = isRecord(value) && isRecord(value["held"]) ? value["held"] : {};
  return new Map(Object.entries(held).map(([born, id]) => [born, String(id)]));
}

export function holdBack(workspace: object, root: Place, held: Held): void {
  known.delete(workspace);
  const all = Object.fromEntries([...listHeldBack(root), ...held]);
  writing("machine state", () =>
    replaceFile(join(root.records, HELD_BACK), `${JSON.stringify({ v: 1, held: all })}\n`, 0o600),
  );
}

export function releaseHeldBack(workspace: object, root: Place): void {
  known.delete(workspace);
  writing("machine state", () => rmSync(join(root.records, HELD_BACK), { force: true }));
}

const HELD_BACK = "held-back.json";
