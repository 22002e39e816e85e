// Sets one key of the configuration. The file is machine state's, or a root's own, which may only tighten.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { parseConfig } from "../memory/config.ts";
import { CONFIG_KEYS, isPersonsKey } from "../memory/config-keys.ts";
import { applyRootConfig } from "../memory/config-root.ts";
import { CredenceError } from "../memory/errors.ts";
import { parseJson } from "../memory/parse-json.ts";
import { replaceFile } from "../store/durable.ts";
import { toWriteFailure } from "../store/fs-failure.ts";
import { readFileContent } from "../store/memory-files.ts";
import { modesOf } from "../store/root-files.ts";
import { withLock } from "./change-root.ts";
import { actorOf, type OpenRoot, type Workspace } from "./workspace.ts";

export type ConfigChange = { readonly key: string; readonly value: string; readonly root: OpenRoot | null };

export function changeConfig(workspace: Workspace, { key, value, root }: ConfigChange): void {
  const row = CONFIG_KEYS.find((each) => each.key === key);
  if (row === undefined) {
    throw new CredenceError("USAGE", `there is no key ${key}`, "credence config list shows the keys");
  }
  if (isPersonsKey(key) && actorOf(workspace) !== "person") {
    throw new CredenceError("NEEDS_PERSON", `only a person can set ${key}`);
  }
  const parsed = parseValue(row.kind, value);
  if (root === null) writeMachineConfig(workspace, row.key, parsed);
  else withLock(root, () => writeRootConfig(workspace, root, { key: row.key, value: parsed }));
}

function writeMachineConfig(workspace: Workspace, key: string, value: unknown): void {
  const path = join(workspace.state.path, "config.json");
  const next = setIn(readObject(path), key.split("."), value);
  refuseIfWarned(parseConfig(next).warnings, key);
  write(path, next, 0o600);
}

function writeRootConfig(
  workspace: Workspace,
  root: OpenRoot,
  { key, value }: { readonly key: string; readonly value: unknown },
): void {
  const path = join(root.path, "memory-config.json");
  const next = setIn(readObject(path), key.split("."), value);
  refuseIfWarned(applyRootConfig(workspace.config.config, next).warnings, key);
  write(path, next, modesOf(root).file);
}

function refuseIfWarned(
  warnings: readonly { readonly key: string; readonly message: string }[],
  key: string,
): void {
  const warning = warnings.find((each) => each.key === key);
  if (warning !== undefined) throw new CredenceError("USAGE", warning.message);
}

function parseValue(kind: string, value: string): unknown {
  if (kind === "flag") return value === "true" ? true : value === "false" ? false : value;
  if (kind === "list") return value === "" ? [] : value.split(",").map((item) => item.trim());
  if (kind === "number" && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return value === "" || value === "null" ? null : value;
}

function readObject(path: string): Record<string, unknown> {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return {};
  const content = readFileContent(path);
  const value = content.kind === "bytes" ? parseJson(new TextDecoder().decode(content.bytes)) : null;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CredenceError("NOT_READABLE", `${path} is no JSON object`, "repair it by hand, or remove it");
  }
  return { ...value };
}

function setIn(
  node: Record<string, unknown>,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...node, [name]: value };
  const below = node[name];
  const section = typeof below === "object" && below !== null && !Array.isArray(below) ? { ...below } : {};
  return { ...node, [name]: setIn(section, rest, value) };
}

function write(path: string, value: unknown, mode: number): void {
  try {
    replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, mode);
  } catch (error) {
    throw toWriteFailure(error, path);
  }
}
