// Reads machine state's config.json. A wrong value is replaced by its default with one warning, a wrong address by none; a
// configuration file can make Credence quieter or louder, never make it fail.

import { revealHidden } from "../text/reveal.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import {
  type ChoiceRow,
  CONFIG_KEYS,
  type Config,
  type ConfigDraft,
  type ConfigRow,
  DEFAULT_CONFIG,
  type KnownRow,
  type ListRow,
  type NumberRow,
  type TextRow,
} from "./config-keys.ts";
import { type ConfigWarning, ConfigWarnings, describeValue } from "./warnings.ts";

export type ParsedConfig = { readonly config: Config; readonly warnings: readonly ConfigWarning[] };

type ChoiceKey = Extract<KnownRow, { kind: "choice" }>["key"];
export type Given = { readonly value: unknown; readonly warnings: ConfigWarnings };

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
  given: Given,
  coerced: Coerced<Value>,
): Value {
  return readUsed(row, given, { coerced, otherwise: row.fallback });
}

/** What was found, or else what is used where that is not usable. */
export function readUsed<Value>(
  row: ConfigRow,
  { value, warnings }: Given,
  { coerced, otherwise }: { readonly coerced: Coerced<Value>; readonly otherwise: Value },
): Value {
  const used = coerced.value === undefined ? otherwise : coerced.value;
  if (coerced.problem !== null) {
    warnings.addWrongValue(row, value, { problem: coerced.problem, outcome: `using ${describeValue(used)}` });
  }
  return used;
}

// Finds the known keys in what a configuration file holds. The file may hold anything: only data properties of the
// object itself are looked at, only along known names, so neither depth nor `__proto__` nor a getter matters.

const LEAVES: ReadonlySet<string> = new Set(CONFIG_KEYS.map((row) => row.key));
const SECTIONS: ReadonlySet<string> = new Set(CONFIG_KEYS.flatMap((row) => sectionsOf(row.key)));

/** Values by key, absent ones left out. Wrong sections and unknown keys are warned about, each once. */
export function readConfigValues(raw: unknown, warnings: ConfigWarnings): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  visitSection("", raw, { values, warnings });
  return values;
}

type Visit = { readonly values: Map<string, unknown>; readonly warnings: ConfigWarnings };

function visitSection(section: string, node: unknown, visit: Visit): void {
  if (typeof node !== "object" || node === null || Array.isArray(node)) {
    visit.warnings.addWrongSection(section, node);
    return;
  }
  for (const name of Object.keys(node)) {
    const path = section === "" ? name : `${section}.${name}`;
    const value: unknown = Object.getOwnPropertyDescriptor(node, name)?.value;
    // A dotted name at this level only looks like a path into the sections below.
    if (name.includes(".") || !(LEAVES.has(path) || SECTIONS.has(path))) visit.warnings.addUnknown(path);
    else if (value === undefined) continue;
    else if (LEAVES.has(path)) visit.values.set(path, value);
    else visitSection(path, value, visit);
  }
}

function sectionsOf(key: string): string[] {
  const names = key.split(".");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("."));
}

// From any JSON value to the value of a key. A number out of range is moved into it without a word; a wrong type is a
// problem to be named. Nothing throws and nothing is guessed.

export type Coerced<Value> = {
  /** Undefined when nothing usable was found. */
  readonly value: Value | undefined;
  /** Completes a sentence that begins with the value; null when all is well. */
  readonly problem: string | null;
};

const WHOLE_NUMBER = /^[+-]?\d{1,100}$/;
const WEB_ADDRESS = /^https?:\/\/[^\s/]/i;
/** For a wrong address: null would send what was meant for one place to another. Whoever is to send refuses this. */
const NO_ADDRESS = "none";

export function coerceFlag(value: unknown): Coerced<boolean> {
  return typeof value === "boolean" ? good(value) : wrong("is not true or false");
}

/** 5.7 is 5 and "5" is 5, but "5.7" is a mistake: people who quote a number mean exactly that text. */
export function coerceNumber(row: Pick<NumberRow, "min" | "max">, value: unknown): Coerced<number> {
  const number = typeof value === "string" && WHOLE_NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return wrong("is not a whole number");
  return good(Math.max(row.min, Math.min(row.max, Math.trunc(number))));
}

function coerceChoice<Word extends string>(
  row: Pick<ChoiceRow<Word>, "values">,
  value: unknown,
): Coerced<Word> {
  const word = row.values.find((candidate) => candidate === value);
  return word === undefined ? wrong(`is not one of ${row.values.join(", ")}`) : good(word);
}

/** An empty text means the same as null. */
function coerceText(row: Pick<TextRow, "kind" | "charsMax">, value: unknown): Coerced<string | null> {
  if (value === null || value === "") return good(null);
  const instead = row.kind === "url" ? NO_ADDRESS : undefined;
  if (typeof value !== "string") return { value: instead, problem: "is not a text" };
  const clean = sanitizeLine(value, row.charsMax);
  if (row.kind === "url" && (clean !== value || !WEB_ADDRESS.test(value)))
    return { value: instead, problem: "is not a web address" };
  return good(clean === "" ? null : clean);
}

/** Items are names and globs, which cleaning would change in meaning: each is taken as it is or left out. */
export function coerceList(
  row: Pick<ListRow, "charsMax" | "itemsMax">,
  value: unknown,
): Coerced<readonly string[]> {
  if (!Array.isArray(value)) return wrong("is not a list");
  const items: string[] = [];
  for (const item of value) {
    if (isItem(item, row.charsMax) && !items.includes(item)) items.push(item);
    if (items.length === row.itemsMax) break;
  }
  const isWhole = value.every((item) => items.includes(item));
  return { value: items, problem: isWhole ? null : "has unusable items" };
}

function isItem(item: unknown, charsMax: number): item is string {
  if (typeof item !== "string" || item.trim() === "" || item.length > charsMax) return false;
  return !/[\n\t]/.test(item) && revealHidden(item).hidden === 0;
}

function good<Value>(value: Value): Coerced<Value> {
  return { value, problem: null };
}

function wrong<Value>(problem: string): Coerced<Value> {
  return { value: undefined, problem };
}
