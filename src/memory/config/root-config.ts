// Threat: a repository that brings its own memory-config.json. It may make Credence more careful for its own memories
// and nothing else: recall less, capture less, keep longer. Everything that would loosen is ignored with a warning, and
// a person is told where a root keeps its memories from being recalled.

import { CATEGORIES, type Category } from "../memory.ts";
import { CONFIG_KEYS, type Config, type ConfigDraft, type KnownRow } from "./config-keys.ts";
import {
  coerceFlag,
  coerceList,
  coerceNumber,
  type Given,
  readConfigValues,
  readUsed,
} from "./parse-config.ts";
import { type ConfigWarning, ConfigWarnings } from "./warnings.ts";

/** How a root keeps its memories, some of them, or those of some categories, from being recalled. */
export type ConfigNotice =
  | { readonly kind: "recall-off" | "recall-zero" }
  | { readonly kind: "lowered"; readonly key: LoweredKey; readonly value: number }
  | { readonly kind: "categories-off"; readonly categories: readonly Category[] };

export type RootedConfig = {
  readonly config: Config;
  readonly warnings: readonly ConfigWarning[];
  /** For the person at session start. */
  readonly notices: readonly ConfigNotice[];
};

/** The fewer of these, the fewer memories reach a model. */
const LOWERED_KEYS = ["retrieval.max_inject", "retrieval.budget_chars"] as const;
type LoweredKey = (typeof LOWERED_KEYS)[number];

/** `config` is what `parseConfig` gave; `raw` is the root's file. */
export function applyRootConfig(config: Config, raw: unknown): RootedConfig {
  const warnings = new ConfigWarnings("this machine's configuration");
  const values = readConfigValues(raw, warnings);
  const rooted: ConfigDraft = { ...config };
  for (const row of CONFIG_KEYS) {
    if (values.has(row.key)) tighten(rooted, row, { value: values.get(row.key), warnings });
  }
  return { config: rooted, warnings: warnings.list, notices: noticesOf(config, rooted) };
}

function tighten(config: ConfigDraft, row: KnownRow, given: Given): void {
  switch (row.root) {
    case "never":
      given.warnings.addForbidden(row, "only this machine's own configuration can set it");
      return;
    case "turn-off": {
      const wanted = readUsed(row, given, { coerced: coerceFlag(given.value), otherwise: config[row.key] });
      if (!wanted) config[row.key] = false;
      else if (!config[row.key]) given.warnings.addForbidden(row, "a root may only turn it off");
      return;
    }
    case "lower":
    case "raise": {
      const current = config[row.key];
      const wanted = readUsed(row, given, { coerced: coerceNumber(row, given.value), otherwise: current });
      const isOver = row.root === "lower" ? wanted > current : wanted < current;
      if (isOver) given.warnings.addForbidden(row, `a root may only ${row.root} it`);
      else config[row.key] = wanted;
      return;
    }
    case "add": {
      const current = config[row.key];
      const wanted = readUsed(row, given, { coerced: coerceList(row, given.value), otherwise: current });
      // The person's own exclusions come first, so a long list from a root cannot push one of them out.
      config[row.key] = [...new Set([...current, ...wanted])].slice(0, row.itemsMax);
    }
  }
}

/** Whatever makes fewer memories reach a model than this machine's own settings would. */
function noticesOf(before: Config, after: Config): ConfigNotice[] {
  if (!before["retrieval.enabled"] || before["retrieval.max_inject"] === 0) return [];
  if (!after["retrieval.enabled"]) return [{ kind: "recall-off" }];
  if (after["retrieval.max_inject"] === 0) return [{ kind: "recall-zero" }];
  const lowered = LOWERED_KEYS.filter((key) => after[key] < before[key]);
  const categories = CATEGORIES.filter((each) => {
    const key = `categories.${each}.enabled` as const;
    return before[key] && !after[key];
  });
  return [
    ...lowered.map((key): ConfigNotice => ({ kind: "lowered", key, value: after[key] })),
    ...(categories.length === 0 ? [] : [{ kind: "categories-off" as const, categories }]),
  ];
}
