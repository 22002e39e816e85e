// Our entries in a settings file of JSON: which are there, which are wanted, and the text with the difference made good.

import type { Edited, Inspection, SettingsRequest } from "./client-settings.ts";
import { addToList, type JsonPath, type JsonText, readNode, replaceAt } from "./edit-json.ts";
import type { HookEntry } from "./hook-words.ts";
import { NOT_JSON, refuseText } from "./refuse-text.ts";
import { removeAt } from "./remove-json.ts";

export type WantedEntry = {
  /** An event, or a rule: there is one entry of ours for each. */
  readonly slot: string;
  /** The keys that lead to its list. */
  readonly list: readonly string[];
  readonly value: unknown;
  /** Where a person put a handler of theirs beside ours into one group: our part of it. */
  readonly handler?: unknown;
};

export type FoundEntry = {
  readonly slot: string;
  readonly path: JsonPath;
  readonly value: unknown;
  readonly isPart: boolean;
  /** As good as ours, but the person's own: it is not written again, and it stays. */
  readonly isTheirs?: boolean;
  /** Null for a rule. */
  readonly entry: HookEntry | null;
};

export type Finder = (settings: unknown) => readonly FoundEntry[];

export type EntrySettings = {
  readonly comments: boolean;
  /** What stands in a new file beside the entries. */
  readonly fresh: Readonly<Record<string, unknown>>;
  readonly find: Finder;
  /** The setting that turns all hooks of the client off, where it has one and it is so set. */
  readonly findOff?: (settings: unknown) => string | null;
};

export function mergeEntries(
  given: string | null,
  wanted: readonly WantedEntry[],
  settings: EntrySettings,
): Edited {
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

/** A file that holds nothing of anybody's any more goes, unless it was there before. */
export function removeEntries(
  given: string | null,
  { before }: Pick<SettingsRequest, "before">,
  { comments, find, fresh }: EntrySettings,
): Edited {
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
  { comments, find, findOff }: EntrySettings,
): Inspection | null {
  const top = text === null ? null : readTop(text, comments);
  if (text !== null && top === null) return null;
  const found = top === null ? [] : find(top.value);
  const entries = found.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const missing = wanted.map(({ slot }) => slot).filter((slot) => !found.some((each) => each.slot === slot));
  return { entries, missing, off: top === null ? null : (findOff?.(top.value) ?? null) };
}

type Change = (json: JsonText) => string | null;

/** One step towards what is wanted; null when it is reached. */
function findChange(found: readonly FoundEntry[], wanted: readonly WantedEntry[]): Change | null {
  const stale = found.findLast(
    ({ slot, isTheirs }, index) =>
      isTheirs !== true &&
      (!wanted.some((each) => each.slot === slot) || found.findIndex((each) => each.slot === slot) < index),
  );
  if (stale !== undefined) return (json) => removeAt(json, stale.path) ?? "{}\n";
  for (const { slot, list, value, handler } of wanted) {
    const here = found.find((each) => each.slot === slot);
    if (here === undefined) return (json) => addToList(json, list, value);
    const right = here.isPart ? handler : value;
    if (JSON.stringify(here.value) !== JSON.stringify(right))
      return (json) => replaceAt(json, here.path, right);
  }
  return null;
}

function readTop(text: string, comments: boolean): { readonly value: unknown } | null {
  const top = readNode({ text, comments });
  return top === null || top.children === null || Array.isArray(top.value) ? null : top;
}

function inTheWay(entry: WantedEntry | undefined): Edited {
  return {
    kind: "refused",
    why: `"${entry?.list.join(".") ?? ""}" is not what the client documents, so nothing was changed`,
    fix: "mend the file, then run the command again",
  };
}

function renderFresh({ fresh }: EntrySettings, wanted: readonly WantedEntry[]): string {
  let text = render(fresh);
  for (const { list, value } of wanted) text = addToList({ text, comments: false }, list, value) ?? text;
  return `${render(JSON.parse(text))}\n`;
}

function render(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
