// Reads machine state's config.json. A wrong value is replaced by its default with one warning, a wrong address by none; a
// configuration file can make Credence quieter or louder, never make it fail.

import {
  type Coerced,
  coerceChoice,
  coerceFlag,
  coerceList,
  coerceNumber,
  coerceText,
} from "./config-coerce.ts";
import {
  CONFIG_KEYS,
  type Config,
  type ConfigDraft,
  type ConfigRow,
  DEFAULT_CONFIG,
  type KnownRow,
} from "./config-keys.ts";
import { readConfigValues } from "./config-read.ts";
import { type ConfigWarning, ConfigWarnings, describeValue } from "./warnings.ts";

export type ParsedConfig = { readonly config: Config; readonly warnings: readonly ConfigWarning[] };

type ChoiceKey = Extract<KnownRow, { kind: "choice" }>["key"];
type Given = { readonly value: unknown; readonly warnings: ConfigWarnings };

export function parseConfig(raw: unknown): ParsedConfig {
  const warnings = new ConfigWarnings("the defaults");
  const values = readConfigValues(raw, warnings);
  const config: ConfigDraft = { ...DEFAULT_CONFIG };
  for (const row of CONFIG_KEYS) {
    if (values.has(row.key)) setValue(config, row, { value: values.get(row.key), warnings });
  }
  return { config, warnings: warnings.list };
}

function setValue(config: ConfigDraft, row: KnownRow, given: Given): void {
  switch (row.kind) {
    case "flag":
      config[row.key] = orDefault<boolean>(row, given, coerceFlag(given.value));
      return;
    case "number":
      config[row.key] = orDefault<number>(row, given, coerceNumber(row, given.value));
      return;
    case "list":
      config[row.key] = orDefault<readonly string[]>(row, given, coerceList(row, given.value));
      return;
    case "text":
    case "url":
      config[row.key] = orDefault<string | null>(row, given, coerceText(row, given.value));
      return;
    case "choice":
      setChoice(config, row, given);
  }
}

/** Generic, so that each key keeps its own words as its type. */
function setChoice<Key extends ChoiceKey>(
  config: ConfigDraft,
  row: ConfigRow & {
    readonly key: Key;
    readonly fallback: Config[Key];
    readonly values: readonly Config[Key][];
  },
  given: Given,
): void {
  config[row.key] = orDefault<Config[Key]>(row, given, coerceChoice<Config[Key]>(row, given.value));
}

function orDefault<Value>(
  row: ConfigRow & { readonly fallback: Value },
  { value, warnings }: Given,
  coerced: Coerced<Value>,
): Value {
  const used = coerced.value === undefined ? row.fallback : coerced.value;
  if (coerced.problem !== null) {
    warnings.addWrongValue(row, value, { problem: coerced.problem, outcome: `using ${describeValue(used)}` });
  }
  return used;
}
