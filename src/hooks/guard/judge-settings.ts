// A file tool that changes a client's settings. Most of such a file is none of our business; what would disconnect us is
// denied: the agent whose calls are judged does not decide that nobody judges them.
//
// Fails closed: where a text of ours is in the file and the new text cannot be known, the change is denied.

import { isRecord } from "../../agents/hook-event.ts";
import type { ShellState } from "./expand/state.ts";
import { findSilence, hasEntries, readEntries } from "./fence/client-entries.ts";
import { denySilence } from "./fence/denials.ts";
import type { Denial, Place } from "./fence/guarded-paths.ts";
import { findTouch } from "./fence/overlaps-guarded.ts";

export type SettingsChange = {
  /** As the call names it. */
  readonly path: string;
  readonly input: unknown;
  readonly patches: readonly string[];
};

export function judgeSettings(change: SettingsChange, state: ShellState): Denial | null {
  const { settings, given } = state.fence;
  if (settings.length === 0) return null;
  const always = { ...state, fence: { ...state.fence, isArmed: () => true } };
  const place = findTouch(always, change.path, { places: settings, reach: "none" })?.place;
  return place === undefined ? null : judgeText(place, change, given.read(place.path));
}

function judgeText(place: Place, change: SettingsChange, before: string | null): Denial | null {
  const entries = readEntries(place.path, before);
  const { path, input, patches } = change;
  const patch = patches.find((each) => each.includes(path));
  const after = patch === undefined ? applyCall(input, before) : applyPatch(patch, path, before);
  if (after.kind === "known") {
    const why = findSilence(entries, readEntries(place.path, after.text));
    return why === null ? null : denySilence(place, why);
  }
  return hasEntries(entries)
    ? denySilence(place, "what would be left of it cannot be known beforehand")
    : null;
}

// The text that a file would have after a call of a file tool, as far as the call says it: the whole text, pieces of it that
// are replaced, or a patch.

/** `unknown` where only the tool itself knows. Null is no file. */
type EditedText = { readonly kind: "known"; readonly text: string | null } | { readonly kind: "unknown" };

const UNKNOWN: EditedText = { kind: "unknown" };
const OLD_NAMES = ["oldstring", "oldstr", "oldtext"];
const NEW_NAMES = ["newstring", "newstr", "newtext"];
const WHOLE_NAMES = ["content", "contents", "filetext", "text"];
const ALL_NAMES = ["replaceall", "allowmultiple", "expectedreplacements"];

type Fields = ReadonlyMap<string, unknown>;

function applyCall(input: unknown, before: string | null): EditedText {
  const fields = foldFields(input);
  const edits = fields.get("edits");
  if (Array.isArray(edits)) return applyEdits(edits.map(foldFields), before);
  if (textOf(fields, OLD_NAMES) !== null) return applyEdits([fields], before);
  const whole = textOf(fields, WHOLE_NAMES);
  return whole === null ? UNKNOWN : { kind: "known", text: whole };
}

/** Names are compared without case and separators. */
function foldFields(value: unknown): Fields {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return new Map(entries.map(([name, each]) => [name.toLowerCase().replaceAll(/[^a-z]/g, ""), each]));
}

function textOf(fields: Fields, names: readonly string[]): string | null {
  const found = names.map((name) => fields.get(name)).find((each) => typeof each === "string");
  return typeof found === "string" ? found : null;
}

/** An edit that finds nothing is the tool's to refuse: the file stays. */
function applyEdits(edits: readonly Fields[], before: string | null): EditedText {
  let text = before ?? "";
  for (const edit of edits) {
    const [old, added] = [textOf(edit, OLD_NAMES), textOf(edit, NEW_NAMES)];
    if (old === null || added === null) return UNKNOWN;
    if (old === "") {
      if (text !== "") return UNKNOWN;
      text = added;
    } else {
      const isAll = ALL_NAMES.some((name) => edit.get(name) === true || Number(edit.get(name)) > 1);
      text = isAll ? text.replaceAll(old, () => added) : text.replace(old, () => added);
    }
  }
  return { kind: "known", text };
}

// `*** Begin Patch`: whole files, and pieces of files by the lines around them.

const [END, MOVE] = ["*** End of File", "*** Move to: "];
const FILE = /^\*\*\* (Add|Update|Delete) File: (.*)$/;

/** What a patch makes of the file that it calls `path`. */
function applyPatch(patch: string, path: string, before: string | null): EditedText {
  const lines = patch.split("\n");
  const at = lines.findIndex((line) => FILE.exec(line)?.[2]?.trim() === path);
  const verb = FILE.exec(lines[at] ?? "")?.[1];
  const end = lines.findIndex((line, index) => index > at && line.startsWith("*** ") && !isInFile(line));
  const body = lines.slice(at + 1, end === -1 ? lines.length : end);
  if (verb === "Delete") return { kind: "known", text: null };
  if (verb === "Add") return { kind: "known", text: body.map((line) => line.slice(1)).join("\n") };
  if (verb !== "Update" || before === null) return UNKNOWN;
  return applyHunks(body, before);
}

/** Marks that belong to the file before them. */
function isInFile(line: string): boolean {
  return line.startsWith(END) || line.startsWith(MOVE);
}

function applyHunks(body: readonly string[], before: string): EditedText {
  if (body.some((line) => line.startsWith(MOVE))) return UNKNOWN;
  let rest = before.split("\n");
  const done: string[] = [];
  for (const hunk of splitHunks(body)) {
    const old = hunk.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
    const added = hunk.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
    const at = rest.findIndex((_, index) => old.every((line, offset) => rest[index + offset] === line));
    if (at === -1) return UNKNOWN;
    done.push(...rest.slice(0, at), ...added);
    rest = rest.slice(at + old.length);
  }
  return { kind: "known", text: [...done, ...rest].join("\n") };
}

function splitHunks(body: readonly string[]): string[][] {
  const hunks: string[][] = [[]];
  for (const line of body) {
    if (line.startsWith("@@")) hunks.push([]);
    else if (!isInFile(line)) hunks.at(-1)?.push(line);
  }
  return hunks.filter((hunk) => hunk.length > 0);
}
