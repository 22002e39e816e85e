// Every key of the configuration, once: its type, default and range, and what a root's own file may do with it. Reading,
// the documentation and `credence config` go by this table.

import { CredenceError } from "../errors.ts";
import { CATEGORY_DESCRIPTION_CHARS_MAX, OBSERVATION_DAYS, OBSERVATION_DAYS_MAX } from "../limits.ts";
import { CATEGORIES } from "../memory.ts";

/**
 * A root's memory-config.json arrives by clone or sync, so it may only tighten: turn a flag off, lower or raise a
 * number to the careful side, add exclusions. `never` means machine state only.
 */
type RootPower = "never" | "turn-off" | "lower" | "raise" | "add";

type Row<Kind extends string, Value> = {
  readonly key: string;
  readonly kind: Kind;
  readonly fallback: Value;
  readonly root: RootPower;
};
type FlagRow = Row<"flag", boolean>;
export type NumberRow = Row<"number", number> & {
  readonly min: number;
  readonly max: number;
  /** Lower than this it silences or loses something, and only a person goes there or comes back. */
  readonly personBelow?: number;
};
export type ChoiceRow<Word extends string = string> = Row<"choice", Word> & {
  readonly values: readonly Word[];
};
export type TextRow = Row<"text" | "url", string | null> & {
  readonly charsMax: number;
  /** A model is shown it: it counts only where a person set it with the command, which judges it. */
  readonly reachesModel?: true;
};
export type ListRow = Row<"list", readonly string[]> & {
  readonly charsMax: number;
  readonly itemsMax: number;
};
export type ConfigRow = FlagRow | NumberRow | ChoiceRow | TextRow | ListRow;

/** How memories are matched to a prompt: our own way, S2's engine, and the scorer from before it. */
export const MATCH_STRATEGIES = ["credence", "fts5_bm25", "title_tags"] as const;
export type MatchStrategy = (typeof MATCH_STRATEGIES)[number];

const TOKENS_MAX = 1_000_000_000;
const NO_ITEMS: readonly string[] = [];

const CATEGORY_KEYS = CATEGORIES.flatMap(
  (category) =>
    [
      { key: `categories.${category}.enabled`, kind: "flag", fallback: true, root: "turn-off" },
      { key: `categories.${category}.auto_capture`, kind: "flag", fallback: true, root: "turn-off" },
      {
        key: `categories.${category}.description`,
        kind: "text",
        fallback: null,
        charsMax: CATEGORY_DESCRIPTION_CHARS_MAX,
        reachesModel: true,
        root: "never",
      },
    ] as const,
);

export const CONFIG_KEYS = [
  { key: "retrieval.enabled", kind: "flag", fallback: true, root: "turn-off" },
  {
    key: "retrieval.max_inject",
    kind: "number",
    fallback: 5,
    min: 0,
    max: 20,
    root: "lower",
  },
  {
    key: "retrieval.match_strategy",
    kind: "choice",
    fallback: "credence",
    values: MATCH_STRATEGIES,
    root: "never",
  },
  { key: "retrieval.meaning", kind: "flag", fallback: true, root: "never" },
  {
    key: "retrieval.budget_chars",
    kind: "number",
    fallback: 6_000,
    min: 200,
    max: 9_500,
    root: "lower",
  },
  ...CATEGORY_KEYS,
  {
    key: "delete.grace_period_days",
    kind: "number",
    fallback: 30,
    min: 0,
    max: 3_650,
    personBelow: 30,
    root: "raise",
  },
  {
    key: "trust.observation_days",
    kind: "number",
    fallback: OBSERVATION_DAYS,
    min: 0,
    max: OBSERVATION_DAYS_MAX,
    root: "never",
  },
  {
    key: "observer.provider",
    kind: "choice",
    fallback: "none",
    values: ["none", "claude-agent-sdk", "anthropic", "openai-compatible"],
    root: "never",
  },
  {
    key: "observer.max_tokens_per_invocation",
    kind: "number",
    fallback: 50_000,
    min: 1,
    max: TOKENS_MAX,
    root: "never",
  },
  {
    key: "observer.max_tokens_per_session",
    kind: "number",
    fallback: 500_000,
    min: 1,
    max: TOKENS_MAX,
    root: "never",
  },
  {
    key: "observer.max_tokens_per_day",
    kind: "number",
    fallback: 2_000_000,
    min: 1,
    max: TOKENS_MAX,
    root: "never",
  },
  { key: "observer.base_url", kind: "url", fallback: null, charsMax: 500, root: "never" },
  { key: "observer.model", kind: "text", fallback: null, charsMax: 200, root: "never" },
  { key: "observer.user_turns_only", kind: "flag", fallback: true, root: "never" },
  { key: "capture.enabled", kind: "flag", fallback: false, root: "turn-off" },
  { key: "capture.skip_tools", kind: "list", fallback: NO_ITEMS, charsMax: 100, itemsMax: 100, root: "add" },
  {
    key: "capture.excluded_projects",
    kind: "list",
    fallback: NO_ITEMS,
    charsMax: 300,
    itemsMax: 100,
    root: "add",
  },
  { key: "roots.auto", kind: "flag", fallback: false, root: "never" },
  { key: "sync.auto", kind: "choice", fallback: "off", values: ["off", "own", "all"], root: "never" },
  { key: "session.line", kind: "flag", fallback: true, root: "never" },
  { key: "owner.emails", kind: "list", fallback: NO_ITEMS, charsMax: 254, itemsMax: 20, root: "never" },
  { key: "owner.github", kind: "text", fallback: null, charsMax: 100, root: "never" },
  { key: "owner.home-user", kind: "text", fallback: null, charsMax: 100, root: "never" },
  { key: "owner.strict", kind: "flag", fallback: false, root: "never" },
] as const satisfies readonly ConfigRow[];

export type KnownRow = (typeof CONFIG_KEYS)[number];
type ValueOf<R extends KnownRow> = R extends { kind: "flag" }
  ? boolean
  : R extends { kind: "number" }
    ? number
    : R extends { kind: "choice"; values: readonly (infer Word)[] }
      ? Word
      : R extends { kind: "list" }
        ? readonly string[]
        : string | null;

/** Flat, by the names people write: `config["retrieval.max_inject"]`. */
export type Config = { readonly [R in KnownRow as R["key"]]: ValueOf<R> };
/** A copy to be filled in. */
export type ConfigDraft = { -readonly [Key in keyof Config]: Config[Key] };

export const DEFAULT_CONFIG: Config = defaultsOf(CONFIG_KEYS);

function defaultsOf(rows: typeof CONFIG_KEYS): Config {
  const defaults: object = Object.fromEntries(rows.map((row) => [row.key, row.fallback]));
  if (!isConfig(defaults)) throw new CredenceError("INTERNAL", "a configuration key has no default");
  return defaults;
}

function isConfig(values: object): values is Config {
  return CONFIG_KEYS.every((row) => Object.hasOwn(values, row.key));
}

// Threat: an agent that writes into the block, sends text away, or silences what is recalled and recorded, with a setting.
// Only a person sets these, in either direction. The command line, the use case and the write guard ask this table, so that
// they cannot differ. A name may stand here before its key does: it is a person's from the start.

const PERSONS_KEYS: readonly string[] = [
  "trust.",
  "observer.",
  "capture.",
  "categories.",
  "owner.",
  "session.",
  "retrieval.",
  "sync.",
  "hub.",
  "roots.auto",
];

function isPersonsKey(key: string): boolean {
  return PERSONS_KEYS.some((name) => (name.endsWith(".") ? key.startsWith(name) : key === name));
}

export function isPersonsSetting(key: string, value: unknown): boolean {
  if (isPersonsKey(key)) return true;
  const row: ConfigRow | undefined = CONFIG_KEYS.find((each) => each.key === key);
  return (
    row?.kind === "number" && row.personBelow !== undefined && Math.trunc(Number(value)) < row.personBelow
  );
}

export const MODEL_TEXT_KEYS = CONFIG_KEYS.filter(reachesModel).map((row) => row.key);

function reachesModel(row: KnownRow): row is Extract<KnownRow, { reachesModel: true }> {
  return "reachesModel" in row;
}
