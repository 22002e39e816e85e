// Our entries in a JSON settings file: finds the existing ones, compares them with the wanted ones, and edits the text.

import { isPromptTool, PROMPT_SLOT } from "./claude/server.ts";
import type { EditResult, Inspection, SettingsRequest } from "./client-settings.ts";
import {
  addToList,
  addUnderKey,
  type JsonPath,
  type JsonText,
  NOT_JSON,
  readAt,
  refuseText,
  removeAt,
  renderJson,
  replaceAt,
} from "./edit-json.ts";
import { isRecord } from "./hook-event.ts";
import { type HookEntry, readHookWords, slotOf, splitWords } from "./hook-words.ts";

export type WantedEntry = {
  /** An event, or a rule: there is one entry of ours per slot. */
  readonly slot: string;
  /** The keys that lead to its list. */
  readonly list: readonly string[];
  /** Set when the keys lead to the value itself. */
  readonly isKey?: true;
  readonly value: unknown;
  /** Our handler alone, for a group in which the user put another handler beside ours. */
  readonly handler?: unknown;
};

export type FoundEntry = {
  readonly slot: string;
  readonly path: JsonPath;
  readonly value: unknown;
  readonly isPart: boolean;
  /** True for an entry that equals ours but is the user's own: it is not written again, and it stays. */
  readonly isTheirs?: boolean;
  /** Null for a rule. */
  readonly entry: HookEntry | null;
};

export type Finder = (settings: unknown) => readonly FoundEntry[];

export type EntrySettings = {
  readonly comments: boolean;
  /** The contents of a new file besides the entries. */
  readonly fresh: Readonly<Record<string, unknown>>;
  readonly find: Finder;
  /** The setting that turns all hooks of the client off, if it has one. */
  readonly off?: { readonly path: readonly string[]; readonly value: boolean };
};

export const ALL_OFF = { path: ["disableAllHooks"], value: true } as const;

export function mergeEntries(
  given: string | null,
  wanted: readonly WantedEntry[],
  settings: EntrySettings,
): EditResult {
  if (given === null) return { kind: "edited", text: renderFresh(settings, wanted) };
  let text = given;
  const { comments, find } = settings;
  for (;;) {
    const top = readTop(text, comments);
    if (top === null) return refuseText({ text, comments }, NOT_JSON);
    const found = find(top.value);
    const change = findChange(found, wanted);
    if (change === null) return { kind: "edited", text };
    const next = change({ text, comments });
    if (next === null) return inTheWay(wanted.find(({ slot }) => !found.some((each) => each.slot === slot)));
    text = next;
  }
}

/** Deletes a file that has become empty, unless it existed before us. */
export function removeEntries(
  given: string | null,
  { before }: Pick<SettingsRequest, "before">,
  { comments, find, fresh }: EntrySettings,
): EditResult {
  let text = given;
  while (text !== null) {
    const top = readTop(text, comments);
    if (top === null) return refuseText({ text, comments }, NOT_JSON);
    const last = find(top.value).findLast(({ isTheirs }) => isTheirs !== true);
    if (last === undefined) break;
    text = removeAt({ text, comments }, last.path);
  }
  if (text === given) return { kind: "edited", text };
  const empty = `${render(fresh)}\n`;
  const isEmpty = text === null || (Object.keys(fresh).length > 0 && text === empty);
  if (!isEmpty) return { kind: "edited", text };
  return { kind: "edited", text: typeof before === "string" ? empty : null };
}

export function inspectEntries(
  text: string | null,
  wanted: readonly WantedEntry[],
  { comments, find, off }: EntrySettings,
): Inspection | null {
  const top = text === null ? null : readTop(text, comments);
  if (text !== null && top === null) return null;
  const found = top === null ? [] : find(top.value);
  const entries = found.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const missing = wanted.map(({ slot }) => slot).filter((slot) => !found.some((each) => each.slot === slot));
  const others = wanted.filter(({ slot, value }) =>
    found.some((each) => each.slot === slot && !each.isPart && matcherOf(each.value) !== matcherOf(value)),
  );
  const isOff =
    off !== undefined && text !== null && readAt({ text, comments }, off.path)?.value === off.value;
  return {
    entries,
    missing,
    rematched: others.map(({ slot }) => slot),
    off: isOff ? off.path.join(".") : null,
  };
}

/** The tools for which a client calls a hook. */
function matcherOf(group: unknown): unknown {
  return isRecord(group) ? group["matcher"] : undefined;
}

type Change = (json: JsonText) => string | null;

/** @returns the next step towards the wanted text; null when nothing is left to do. */
function findChange(found: readonly FoundEntry[], wanted: readonly WantedEntry[]): Change | null {
  const stale = found.findLast(
    ({ slot, isTheirs }, index) =>
      isTheirs !== true &&
      (!wanted.some((each) => each.slot === slot) || found.findIndex((each) => each.slot === slot) < index),
  );
  if (stale !== undefined) return (json) => removeAt(json, stale.path) ?? "{}\n";
  for (const entry of wanted) {
    const { slot, value, handler } = entry;
    const here = found.find((each) => each.slot === slot);
    if (here === undefined) return (json) => add(json, entry);
    const right = here.isPart ? handler : value;
    if (JSON.stringify(here.value) !== JSON.stringify(right))
      return (json) => replaceAt(json, here.path, right);
  }
  return null;
}

function add(json: JsonText, { list, value, isKey }: WantedEntry): string | null {
  return isKey === true ? addUnderKey(json, list, value) : addToList(json, list, value);
}

function readTop(text: string, comments: boolean): { readonly value: unknown } | null {
  const top = readAt({ text, comments });
  return isRecord(top?.value) ? top : null;
}

function inTheWay(entry: WantedEntry | undefined): EditResult {
  return {
    kind: "refused",
    why: `"${entry?.list.join(".") ?? ""}" is not what the client documents, so nothing was changed`,
    fix: "repair the file, then run the command again",
  };
}

function renderFresh({ fresh }: EntrySettings, wanted: readonly WantedEntry[]): string {
  let text = render(fresh);
  for (const entry of wanted) text = add({ text, comments: false }, entry) ?? text;
  return `${render(JSON.parse(text))}\n`;
}

function render(value: unknown): string {
  return renderJson(value, "  ");
}

// Finds our hooks in the settings of clients that group handlers by event and matcher: Claude Code, Codex, Gemini.

/** A group with only our handler is ours; in a group shared with the user only our handler is. */
export function findGroupedHooks(settings: unknown, client: string): FoundEntry[] {
  return listEvents(settings).flatMap(({ event, list }) =>
    list.flatMap((group, index) => findInGroup(group, { client, event, path: ["hooks", event, index] })),
  );
}

/** Handlers directly in the list of their event: Cursor. */
export function findPlainHooks(settings: unknown, client: string): FoundEntry[] {
  return listEvents(settings).flatMap(({ event, list }) =>
    list.flatMap((handler, index): FoundEntry[] => {
      const entry = readHandler(handler, client);
      if (entry?.event !== event) return [];
      return [{ slot: slotOf(entry), path: ["hooks", event, index], value: handler, isPart: false, entry }];
    }),
  );
}

type GroupLocation = { readonly client: string; readonly event: string; readonly path: JsonPath };

function findInGroup(group: unknown, { client, event, path }: GroupLocation): FoundEntry[] {
  const handlers = isRecord(group) && Array.isArray(group["hooks"]) ? group["hooks"] : [];
  const found = handlers.flatMap((handler: unknown, index): FoundEntry[] => {
    const entry = readHandler(handler, client);
    const place = { path: [...path, "hooks", index], value: handler, isPart: true };
    if (isPromptTool(handler, event)) return [{ slot: PROMPT_SLOT, ...place, entry: null }];
    return entry?.event === event ? [{ slot: slotOf(entry), ...place, entry }] : [];
  });
  const [first] = found;
  if (first === undefined || handlers.length > 1) return found;
  return [{ ...first, path, value: group, isPart: false }];
}

function listEvents(settings: unknown): { readonly event: string; readonly list: readonly unknown[] }[] {
  const hooks = isRecord(settings) ? settings["hooks"] : null;
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, list]) => (Array.isArray(list) ? [{ event, list }] : []));
}

function readHandler(handler: unknown, client: string): HookEntry | null {
  if (!isRecord(handler) || typeof handler["command"] !== "string") return null;
  const { command, args } = handler;
  if (args === undefined) return readHookWords(splitWords(command) ?? [], client);
  const words: readonly unknown[] = Array.isArray(args) ? args : [];
  const texts = words.filter((word) => typeof word === "string");
  return texts.length < words.length ? null : readHookWords([command, ...texts], client);
}
