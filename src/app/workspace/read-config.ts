// Machine state's config.json, typed and clamped. It is never trusted to be well formed: a broken file means defaults and
// a warning, because a person who cannot read their memories cannot repair their config either.
//
// Threat: a text written into the file past `credence config set`, or by a version that let anybody set it. A model would be
// shown it unmarked and unchecked, so one that no person set is left out and named. Fails closed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, MODEL_TEXT_KEYS } from "../../memory/config/config-keys.ts";
import { type ParsedConfig, parseConfig } from "../../memory/config/parse-config.ts";
import { applyRootConfig, type RootedConfig } from "../../memory/config/root-config.ts";
import { ConfigWarnings } from "../../memory/config/warnings.ts";
import { CredenceError } from "../../memory/errors.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { readSettings, type SettingValue } from "../../store/settings-log.ts";
import { refuseUnsafeState } from "../../store/state-directory.ts";

const CONFIG_BYTES_MAX = 256 * 1024;

export function readConfig(stateDirectory: string): ParsedConfig {
  const raw = readRaw(join(stateDirectory, "config.json"));
  return raw === undefined ? parseConfig({}) : leaveOutUnvouched(stateDirectory, parseConfig(raw));
}

function leaveOutUnvouched(stateDirectory: string, parsed: ParsedConfig): ParsedConfig {
  const given = MODEL_TEXT_KEYS.filter((key) => parsed.config[key] !== null);
  if (given.length === 0) return parsed;
  const settings = readSettings(stateDirectory).filter(({ scope }) => scope === null);
  const config = { ...parsed.config };
  const warnings = new ConfigWarnings("no text");
  for (const key of given) {
    const last = settings.findLast(({ id }) => id === key);
    if (last?.actor === "person" && last.after === config[key]) continue;
    warnings.addUnvouched(key, config[key] ?? "");
    config[key] = null;
  }
  return { config, warnings: [...parsed.warnings, ...warnings.list] };
}

/** Did somebody give this key a value, be it the one that it has anyway? */
export function isConfigured(stateDirectory: string, key: string): boolean {
  const found = key
    .split(".")
    .reduce<unknown>(
      (node, name) => (isRecord(node) ? node[name] : undefined),
      readRaw(join(stateDirectory, "config.json")),
    );
  return found !== undefined;
}

/** For what needs no state: one that would be refused is not read, and the defaults hold. */
export function readUnopenedConfig(stateDirectory: string): ParsedConfig {
  try {
    return readConfig(refuseUnsafeState(stateDirectory));
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    const { config } = parseConfig({});
    const warning = { key: "", message: `${error.message}; using the defaults`, fault: error.message };
    return { config, warnings: [warning] };
  }
}

/** With what a root's own file tightens. A file that is not one, or no JSON, tightens nothing. */
export function readRootConfig(config: Config, root: string): RootedConfig {
  const content = readFileContent(join(root, "memory-config.json"));
  const text = content.kind === "bytes" ? new TextDecoder().decode(content.bytes) : "{}";
  return applyRootConfig(config, parseJson(text));
}

/** Did a person set this of a root's own file here? Then it is no news to them. */
export function isPersonsOwn(
  stateDirectory: string,
  rootId: string,
  [key, value]: readonly [key: string, value: SettingValue],
): boolean {
  const last = readSettings(stateDirectory).findLast(({ root, id }) => root === rootId && id === key);
  return last?.actor === "person" && JSON.stringify(last.after) === JSON.stringify(value);
}

/** @returns undefined when there is no file; null, which is never a config, when the file is not JSON. */
function readRaw(path: string): unknown {
  try {
    const text = readFileSync(path, "utf8");
    return text.length > CONFIG_BYTES_MAX ? null : JSON.parse(text);
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isAbsent ? undefined : null;
  }
}
