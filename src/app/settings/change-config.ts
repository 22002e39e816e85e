// Sets one key of the configuration. The file is machine state's, or a root's own, which may only tighten. Text is judged,
// a person's key needs a person, and the change is on record before it applies.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CONFIG_KEYS, isPersonsSetting, type KnownRow } from "../../memory/config/config-keys.ts";
import { parseConfig } from "../../memory/config/parse-config.ts";
import { applyRootConfig } from "../../memory/config/root-config.ts";
import type { ConfigWarning } from "../../memory/config/warnings.ts";
import { CredenceError } from "../../memory/errors.ts";
import { parseJson } from "../../memory/json.ts";
import { findAddressFault } from "../../observer/providers/provider-setup.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { withStateLock } from "../../store/lock.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { modesOf } from "../../store/root-files.ts";
import { appendSetting, type SettingEntry, type SettingValue } from "../../store/settings-log.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { journalEntryOf, withLock } from "../change/change-root.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { refuseText, showSetting } from "./judge-setting.ts";

export type ConfigChange = { readonly key: string; readonly value: string; readonly root: OpenRoot | null };

/** @returns the value that applies from now on: a number out of range is clamped. */
export async function changeConfig(workspace: Workspace, change: ConfigChange): Promise<SettingValue> {
  const { root } = change;
  const planned = await foreseeSetting(workspace, change);
  if (planned.isPersons && actorOf(workspace) !== "person") {
    throw new CredenceError("NEEDS_PERSON", `only a person can set ${planned.row.key}`);
  }
  const store = (): SettingValue => storeSetting(workspace, change, planned);
  return root === null ? withStateLock(workspace.state.path, store) : withLock(root, store);
}

export type ForeseenSetting = {
  readonly row: KnownRow;
  readonly isPersons: boolean;
  readonly before: SettingValue;
  /** `before`, with a placeholder for a text that fails the checks. */
  readonly beforeShown: SettingValue;
};

/** Refuses every invalid change before the user is asked for their key. */
export async function foreseeSetting(workspace: Workspace, change: ConfigChange): Promise<ForeseenSetting> {
  const row = findConfigRow(change.key);
  // Every kind of value is checked, because a refusal repeats the value, and people paste keys into the wrong line.
  await refuseText(row.key, change.value);
  const { before, after } = planSetting(workspace, row, change);
  const isPersons = [before, after].some((value) => isPersonsSetting(row.key, value));
  return { row, isPersons, before, beforeShown: await showSetting(before) };
}

export function findConfigRow(key: string): KnownRow {
  const row = CONFIG_KEYS.find((each) => each.key === key);
  if (row !== undefined) return row;
  const named = /^[a-z._-]{1,60}$/.test(key) ? `key ${key}` : "such key";
  throw new CredenceError("USAGE", `there is no ${named}`, "credence config list shows the keys");
}

type PlannedSetting = {
  readonly path: string;
  readonly mode: number;
  /** The whole file. */
  readonly next: Record<string, unknown>;
  readonly before: SettingValue;
  readonly after: SettingValue;
};

function planSetting(
  workspace: Workspace,
  { key, kind }: KnownRow,
  { value, root }: ConfigChange,
): PlannedSetting {
  const path =
    root === null ? join(workspace.state.path, "config.json") : join(root.path, "memory-config.json");
  const parse = (raw: unknown) =>
    root === null ? parseConfig(raw) : applyRootConfig(workspace.config.config, raw);
  const file = readObject(path);
  const given = parseValue(kind, value);
  const { config, warnings } = parse(setIn(file, key.split("."), given));
  refuseIfWarned(warnings, key);
  refuseAddress(key, given);
  // Stores the value that applies: for a text, its cleaned form.
  const kept = kind === "text" ? config[key] : given;
  const mode = root === null ? 0o600 : modesOf(root).file;
  const next = setIn(file, key.split("."), kept);
  return { path, mode, next, before: parse(file).config[key], after: config[key] };
}

/** Plans again under the lock, because the file may have changed before the lock was acquired. */
function storeSetting(workspace: Workspace, change: ConfigChange, foreseen: ForeseenSetting): SettingValue {
  const { row, beforeShown } = foreseen;
  const { path, mode, next, before, after } = planSetting(workspace, row, change);
  if (!isDeepStrictEqual(before, foreseen.before)) {
    throw new CredenceError("OCC_CONFLICT", `${row.key} was changed meanwhile`, "run the command again");
  }
  writing(path, () => {
    if ("reachesModel" in row || !isDeepStrictEqual(before, after)) {
      appendSetting(
        ensurePrivate(workspace.state.path),
        toEntry(workspace, change, { before: beforeShown, after }),
      );
    }
    replaceFile(path, `${JSON.stringify(next, null, 2)}\n`, mode);
  });
  return after;
}

function toEntry(
  workspace: Workspace,
  { key, root }: ConfigChange,
  values: Pick<SettingEntry, "before" | "after">,
): SettingEntry {
  const record = { command: "config-set", id: key, actor: actorOf(workspace), digest: null } as const;
  const entry = journalEntryOf(workspace, record);
  return { ...entry, command: "config-set", scope: root?.scope ?? null, root: root?.id ?? null, ...values };
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

/** Refuses an invalid address when it is set. An invalid address that is already in a file stays there, and sending is
 * refused: deleting it would send the text to another address. */
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
