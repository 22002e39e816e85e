// The values of a call, as commands need them.

import { CredenceError } from "../../memory/errors.ts";
import type { Settable, SettableKey } from "../../memory/file/fields.ts";
import { DAY_MS, type Instant, parseDay, parseInstant } from "../../memory/instant.ts";
import { CATEGORIES, SCOPES, type Scope } from "../../memory/memory.ts";
import type { Call, Io, Option } from "./command.ts";

export function textOf(call: Call, name: string): string | null {
  const value = call.values[name];
  return typeof value === "string" ? value : null;
}

export function scopeOf(call: Call): Scope | null {
  const given = textOf(call, "scope");
  const scope = SCOPES.find((each) => each === given) ?? null;
  if (given !== null && scope === null) throw new CredenceError("USAGE", "--scope is project or user");
  return scope;
}

/** A list on the command line: `--tags a,b`, or an option that is given several times. */
function listOf(call: Call, name: string): string[] {
  const value = call.values[name];
  const items = Array.isArray(value) ? value.map(String) : (textOf(call, name) ?? "").split(",");
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

/** @returns one of these words; null when the option is absent. */
export function wordOf<Word extends string>(call: Call, name: string, words: readonly Word[]): Word | null {
  return textOf(call, name) === null ? null : demandWord(call, name, words);
}

/** The same of an option that may not be absent. */
export function demandWord<Word extends string>(call: Call, name: string, words: readonly Word[]): Word {
  const given = textOf(call, name);
  const word = words.find((each) => each === given);
  if (word === undefined) throw new CredenceError("USAGE", `--${name} is one of ${words.join(", ")}`);
  return word;
}

/** `--limit N`: a whole number from 1 to a most, or what is used without it. */
export function parseCount(
  call: Call,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  const given = textOf(call, name);
  const count = Number(given ?? fallback);
  if (!Number.isInteger(count) || count < 1 || count > max) {
    throw new CredenceError("USAGE", `--${name} takes a number from 1 to ${max}`);
  }
  return count;
}

/** `--since YYYY-MM-DD`, or an instant; `2d` or `1w` where it is known from when. @returns null when the option is absent. */
export function parseSince(call: Call, now: Instant | null = null): Instant | null {
  const given = textOf(call, "since");
  if (given === null) return null;
  const since = parseDay(given) ?? parseInstant(given) ?? (now === null ? null : goBack(given, now));
  if (since !== null) return since;
  throw new CredenceError("USAGE", `--since takes ${now === null ? "" : "2d, 1w or "}YYYY-MM-DD`);
}

const SPANS_MS: ReadonlyMap<string, number> = new Map([
  ["m", DAY_MS / 24 / 60],
  ["h", DAY_MS / 24],
  ["d", DAY_MS],
  ["w", 7 * DAY_MS],
]);

/** `30m` or `2d`, in milliseconds; by these units only. @returns null when it is no such time. */
export function parseSpan(given: string, units: string): number | null {
  const [, number = "", unit = ""] = /^([1-9]\d{0,2})([a-z])$/.exec(given) ?? [];
  const span = units.includes(unit) ? SPANS_MS.get(unit) : undefined;
  return span === undefined ? null : Number(number) * span;
}

function goBack(given: string, now: Instant): Instant | null {
  const span = parseSpan(given, "hdw");
  return span === null ? null : now - span;
}

// The options that describe a memory, shared by save and update.

type OptionWords = { readonly value: string; readonly help: string; readonly multiple?: true };

/** Help needs no more of the table of fields than its keys, and starts faster without it. */
const OPTION_WORDS: Readonly<Record<SettableKey, OptionWords>> = {
  name: { value: "NAME", help: "a title of 2 to 120 characters" },
  description: { value: "TEXT", help: "a one-line summary" },
  category: { value: "CATEGORY", help: `${CATEGORIES.slice(0, 3).join(", ")}, …` },
  tags: { value: "a,b", help: "up to 12, lower case" },
  cues: {
    value: "CUE",
    help: "when it is needed, in words used then; up to 6",
    multiple: true,
  },
  contradicts: { value: "ID", help: "a memory that it contradicts; up to 4 times", multiple: true },
  "related-files": { value: "a,b", help: "related paths" },
};

export function draftOptions(
  words: Readonly<Record<string, OptionWords>> = OPTION_WORDS,
): Readonly<Record<string, Option>> {
  const options = Object.entries(words).map(
    ([key, row]) => [optionOf(key), { type: "string", ...row }] as const,
  );
  return {
    ...Object.fromEntries(options),
    body: { type: "string", value: "TEXT", help: "the memory itself" },
    "body-file": { type: "string", value: "PATH|-", help: "the same, from a file or stdin" },
  };
}

/** `--cue` is given once for each. */
function optionOf(key: string): string {
  return key === "cues" ? "cue" : key;
}

/** What a call says of the fields that it may leave out. */
export async function settableOf(call: Call): Promise<Settable> {
  const { readSettable } = await import("../../memory/file/fields.ts");
  return readSettable((key, field) => {
    switch (field.kind) {
      case "list":
      case "tags":
        return listOf(call, optionOf(key));
      case "word":
        return wordOf(call, key, field.words);
      case "line":
      case "mark":
        return textOf(call, key);
    }
  });
}

const BODY_BYTES_MAX = 1024 * 1024;

/** @returns null when the call gives none. */
export async function bodyOf(io: Io, call: Call): Promise<string | null> {
  const [body, file] = [textOf(call, "body"), textOf(call, "body-file")];
  if (body !== null && file !== null)
    throw new CredenceError("USAGE", "give --body or --body-file, not both");
  if (file === null) return body;
  if (file === "-") return decode(await io.readStdin(BODY_BYTES_MAX));
  const { readBounded } = await import("../../app/check/check-files.ts");
  const read = readBounded(io.cwd, file, BODY_BYTES_MAX);
  if (!read.complete) throw new CredenceError("INVALID_MEMORY", `${file} exceeds the size limit of a memory`);
  return decode(read.bytes);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}
