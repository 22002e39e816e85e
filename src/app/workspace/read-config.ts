// Machine state's config.json, typed and clamped. It is never trusted to be well formed: a broken file means defaults and
// a warning, because a person who cannot read their memories cannot repair their config either.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import { type ParsedConfig, parseConfig } from "../../memory/config/parse-config.ts";
import { applyRootConfig, type RootedConfig } from "../../memory/config/root-config.ts";
import { parseJson } from "../../memory/json.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { refuseUnsafeState } from "../../store/state-directory.ts";

const CONFIG_BYTES_MAX = 256 * 1024;

export function readConfig(stateDirectory: string): ParsedConfig {
  const raw = readRaw(join(stateDirectory, "config.json"));
  return raw === undefined ? parseConfig({}) : parseConfig(raw);
}

/** The same for a state that nobody opened: one that would be refused is not read either. */
export function readUnopenedConfig(stateDirectory: string): ParsedConfig {
  return readConfig(refuseUnsafeState(stateDirectory));
}

/** With what a root's own file tightens. A file that is not one, or no JSON, tightens nothing. */
export function readRootConfig(config: Config, root: string): RootedConfig {
  const content = readFileContent(join(root, "memory-config.json"));
  const text = content.kind === "bytes" ? new TextDecoder().decode(content.bytes) : "{}";
  return applyRootConfig(config, parseJson(text));
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
