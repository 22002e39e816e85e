// A file tool that changes a client's settings. Most of such a file is none of our business; what would disconnect us is
// denied: the agent whose calls are judged does not decide that nobody judges them.
//
// Fails closed: where a text of ours is in the file and the new text cannot be known, the change is denied.

import { applyCall, applyPatch, type EditedText } from "./edited-text.ts";
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
  const after = editedText(change, before);
  if (after.kind === "known") {
    const why = findSilence(entries, readEntries(place.path, after.text));
    return why === null ? null : denySilence(place, why);
  }
  return hasEntries(entries)
    ? denySilence(place, "what would be left of it cannot be known beforehand")
    : null;
}

function editedText({ path, input, patches }: SettingsChange, before: string | null): EditedText {
  const patch = patches.find((each) => each.includes(path));
  return patch === undefined ? applyCall(input, before) : applyPatch(patch, path, before);
}
