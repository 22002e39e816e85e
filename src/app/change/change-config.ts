// Sets one key of the configuration. The file is machine state's, or a root's own, which may only tighten.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_KEYS, isPersonsKey, type KnownRow } from "../../memory/config/config-keys.ts";
import { parseConfig } from "../../memory/config/parse-config.ts";
import { applyRootConfig } from "../../memory/config/root-config.ts";
import type { ConfigWarning } from "../../memory/config/warnings.ts";
import { CredenceError } from "../../memory/errors.ts";
import { parseJson } from "../../memory/json.ts";
import { findAddressFault } from "../../observer/providers/provider-setup.ts";
import { replaceFile } from "../../store/durable.ts";
import { toWriteFailure } from "../../store/fs-failure.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { modesOf } from "../../store/root-files.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { withLock } from "./change-root.ts";

export type ConfigChange = { readonly key: string; readonly value: string; readonly root: OpenRoot | null };

/** Returns what applies from now on: a number out of range is moved into it. */
export function changeConfig(workspace: Workspace, { key, value, root }: ConfigChange): unknown {
  const row = findConfigRow(key);
  if (isPersonsKey(key) && actorOf(workspace) !== "person") {
    throw new CredenceError("NEEDS_PERSON", `only a person can set ${key}`);
  }
  const parsed = parseValue(row.kind, value);
  if (root === null) return writeMachineConfig(workspace, row.key, parsed);
  return withLock(root, () => writeRootConfig(workspace, root, { key: row.key, value: parsed }));
}

export function findConfigRow(key: string): KnownRow {
  const row = CONFIG_KEYS.find((each) => each.key === key);
  if (row !== undefined) return row;
  throw new CredenceError("USAGE", `there is no key ${key}`, "credence config list shows the keys");
}

function writeMachineConfig(workspace: Workspace, key: KnownRow["key"], value: unknown): unknown {
  const path = join(workspace.state.path, "config.json");
  const next = setIn(readObject(path), key.split("."), value);
  const { config, warnings } = parseConfig(next);
  refuseIfWarned(warnings, key);
  refuseAddress(key, value);
  write(path, next, 0o600);
  return config[key];
}

function writeRootConfig(
  workspace: Workspace,
  root: OpenRoot,
  { key, value }: { readonly key: KnownRow["key"]; readonly value: unknown },
): unknown {
  const path = join(root.path, "memory-config.json");
  const next = setIn(readObject(path), key.split("."), value);
  const { config, warnings } = applyRootConfig(workspace.config.config, next);
  refuseIfWarned(warnings, key);
  write(path, next, modesOf(root).file);
  return config[key];
}

function refuseIfWarned(warnings: readonly ConfigWarning[], key: string): void {
  const warning = warnings.find((each) => each.key === key);
  if (warning === undefined) return;
  throw new CredenceError(
    "USAGE",
    warning.fault,
    "nothing was changed; credence config list shows what applies",
  );
}

/** In a file it stays, and is refused when something is to be sent: without it the text would go to another address. */
function refuseAddress(key: string, value: unknown): void {
  const why = key === "observer.base_url" && typeof value === "string" ? findAddressFault(value) : null;
  if (why !== null) throw new CredenceError("USAGE", why);
}

function parseValue(kind: string, value: string): unknown {
  if (kind === "flag") return value === "true" ? true : value === "false" ? false : value;
  if (kind === "list") return value === "" ? [] : value.split(",").map((item) => item.trim());
  if (kind === "number" && /^-?\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(value)) return Number(value);
  return value === "" || value === "null" ? null : value;
}

function readObject(path: string): Record<string, unknown> {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return {};
  const content = readFileContent(path);
  const value = content.kind === "bytes" ? parseJson(new TextDecoder().decode(content.bytes)) : null;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CredenceError(
      "NOT_READABLE",
      `${path} is not a JSON object`,
      "repair it by hand, or remove it",
    );
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
