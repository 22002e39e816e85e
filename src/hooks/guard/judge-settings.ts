// A file tool that changes a client's settings. Most of such a file is free; a change that would disconnect us is denied, because
// the agent whose calls are judged does not decide that they are not judged.
//
// Fails closed: if a text of ours is in the file and the new text cannot be known, the change is denied.

import { isRecord } from "../../agents/hook-event.ts";
import { findSilence, hasEntries, readEntries } from "./places/client-entries.ts";
import { type Denial, denySilence } from "./places/denials.ts";
import { findWritten, type Standpoint } from "./places/fence.ts";

export type SettingsChange = {
  /** As the call names it. */
  readonly path: string;
  readonly input: unknown;
  readonly patches: readonly string[];
};

export function judgeSettings(change: SettingsChange, from: Standpoint): Denial | null {
  const isMeant = ({ kind }: { readonly kind: string }): boolean => kind === "settings";
  const place = findWritten(from, change.path, { reach: "none", isMeant })?.place;
  if (place === undefined) return null;
  const before = from.fence.given.read(place.path);
  const entries = readEntries(place.path, before);
  const patch = change.patches.find((each) => each.includes(change.path));
  const after =
    patch === undefined ? applyCall(change.input, before) : applyPatch(patch, change.path, before);
  if (after === "unknown")
    return hasEntries(entries)
      ? denySilence(place, "what would be left of it cannot be known beforehand")
      : null;
  const why = findSilence(entries, readEntries(place.path, after.text));
  return why === null ? null : denySilence(place, why);
}

// The text that a file would have after a call of a file tool, as far as the call says it: the whole text, pieces of it that
// are replaced, or a patch.

/** `unknown` if only the tool itself knows. Null is no file. */
type EditedText = { readonly text: string | null } | "unknown";
type Edit = { readonly old: string | undefined; readonly added: string | undefined; readonly isAll: boolean };

function applyCall(input: unknown, before: string | null): EditedText {
  const fields = foldFields(input);
  const edits = fields.get("edits");
  if (Array.isArray(edits))
    return applyEdits(
      edits.map((each) => readEdit(foldFields(each))),
      before,
    );
  const edit = readEdit(fields);
  if (edit.old !== undefined) return applyEdits([edit], before);
  const whole = textOf(fields, ["content", "contents", "filetext", "text"]);
  return whole === undefined ? "unknown" : { text: whole };
}

/** Names are compared without case and separators. */
function foldFields(value: unknown): ReadonlyMap<string, unknown> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return new Map(entries.map(([name, each]) => [name.toLowerCase().replaceAll(/[^a-z]/g, ""), each]));
}

function textOf(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  return names.map((name) => fields.get(name)).find((each) => typeof each === "string");
}

function readEdit(fields: ReadonlyMap<string, unknown>): Edit {
  const counts = ["replaceall", "allowmultiple", "expectedreplacements"].map((name) => fields.get(name));
  return {
    old: textOf(fields, ["oldstring", "oldstr", "oldtext"]),
    added: textOf(fields, ["newstring", "newstr", "newtext"]),
    isAll: counts.some((each) => each === true || Number(each) > 1),
  };
}

/** An edit that finds nothing is the tool's to refuse: the file stays. */
function applyEdits(edits: readonly Edit[], before: string | null): EditedText {
  let text = before ?? "";
  for (const { old, added, isAll } of edits) {
    if (old === undefined || added === undefined || (old === "" && text !== "")) return "unknown";
    if (old === "") text = added;
    else text = isAll ? text.replaceAll(old, () => added) : text.replace(old, () => added);
  }
  return { text };
}

/** `*** Begin Patch`: whole files, and pieces of files by the lines around them. */
function applyPatch(patch: string, path: string, before: string | null): EditedText {
  const files = patch.split(/^(?=\*\*\* (?:Add|Update|Delete) File: |\*\*\* End Patch)/m);
  for (const file of files) {
    const [header = "", ...lines] = file.split("\n");
    const [, verb, named = ""] = /^\*\*\* (Add|Update|Delete) File: (.*)$/.exec(header) ?? [];
    if (named.trim() !== path) continue;
    if (verb === "Delete") return { text: null };
    if (verb === "Add") return { text: lines.map((line) => line.slice(1)).join("\n") };
    if (before === null || lines.some((line) => line.startsWith("*** Move to: "))) return "unknown";
    const hunks = lines
      .filter((line) => line !== "" && line !== "*** End of File")
      .join("\n")
      .split(/^@@.*\n?/m);
    return applyHunks(
      hunks.filter((hunk) => hunk !== ""),
      before,
    );
  }
  return "unknown";
}

function applyHunks(hunks: readonly string[], before: string): EditedText {
  const edits = hunks.map((hunk): Edit => {
    const lines = hunk.replace(/\n$/, "").split("\n");
    const side = (sign: string): string =>
      lines.flatMap((line) => (line.startsWith(sign) ? [] : [line.slice(1)])).join("\n");
    return { old: side("+"), added: side("-"), isAll: false };
  });
  return edits.every(({ old }) => before.includes(old ?? "")) ? applyEdits(edits, before) : "unknown";
}
