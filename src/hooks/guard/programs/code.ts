// Code in another language that a command runs at once. It is not understood: code that can write counts as writing to
// every guarded place that it names, that it is given as an argument or by a variable, or that it stands in.

import { denyLoss, denyWrite } from "../denials.ts";
import { activateGlobs, UNKNOWN } from "../expand/marks.ts";
import { type ShellState, valuesOf } from "../expand/state.ts";
import type { Denial, Place } from "../fence/places.ts";
import { findTouch, type Reach } from "../fence/touch-path.ts";
import { denyCopyOf, denyReadOf } from "../fence/withheld.ts";
import { firstDenial } from "../run.ts";
import { canWrite, descends, takesAway } from "./code-words.ts";
import { judgeCredenceIn } from "./credence.ts";

const SEPARATORS = /[\s"'`()[\]{},;=<>|&+]+/;
/** Longer ones are no names. An escaped quote begins none. */
const LITERAL = /\\.|(["'`])((?:\\.|(?!\1)[^\\\n]){1,256})\1/g;
/** More mentions than this are judged by the first ones. */
const MENTIONS_MAX = 1_000;

export type CodeCall = {
  /** What the code is given as arguments. */
  readonly operands?: readonly string[];
  /** Where the code itself does not tell. */
  readonly writes?: boolean;
};

export function judgeCode(code: string, state: ShellState, call: CodeCall = {}): Denial | null {
  const command = judgeCredenceIn(code);
  if (command !== null) return command;
  const { operands = [], writes = canWrite(code) } = call;
  const mentions = listMentions(code, state);
  if (!writes) return judgeShown(mentions, state, descends(code));
  const reach = takesAway(code) || descends(code) ? "near" : "none";
  const given = [".", ...operands, ...listVariables(code, state)];
  return firstDenial([...mentions, ...given], (path) =>
    denyChange(path, state, path === "." ? "none" : reach),
  );
}

function denyChange(path: string, state: ShellState, reach: Reach): Denial | null {
  const touch = findTouch(state, path, { places: state.fence.written, reach });
  if (touch === null) return null;
  return touch.match.kind === "inside" ? denyWrite(touch.place) : denyLoss(touch.place);
}

function judgeShown(paths: readonly string[], state: ShellState, isDeep: boolean): Denial | null {
  return firstDenial(paths, (path) => denyReadOf(state, path) ?? (isDeep ? denyCopyOf(state, path) : null));
}

/** Paths in the code: as they stand, behind what nobody knows, and joined from texts that follow each other. */
function listMentions(code: string, state: ShellState): string[] {
  const telling = tellingNames(state.fence.written);
  const isTelling = (text: string): boolean => telling.some((name) => text.includes(name));
  if (!isTelling(code)) return [];
  const { home } = state.fence.given;
  const tokens = code.split(SEPARATORS).filter(isTelling).slice(0, MENTIONS_MAX);
  const literals = Array.from(code.matchAll(LITERAL), (match) => match[2] ?? "");
  const joined = literals.flatMap((literal, index) =>
    isTelling(literal) ? [literals.slice(index, index + 3).join("/")] : [],
  );
  return [
    ...tokens.flatMap((token) => [token.replace(/^~(?=\/|$)/, home), `${UNKNOWN}/${token}`]),
    ...joined.slice(0, MENTIONS_MAX).map((path) => `${UNKNOWN}/${path}`),
  ].map(activateGlobs);
}

/** The last two names of each place: what is spelled without them is not found. */
function tellingNames(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ forms }) => forms.flatMap((form) => form.slice(-2))))];
}

/** What the code may take from its environment. */
function listVariables(code: string, state: ShellState): string[] {
  if (!/env/i.test(code)) return [];
  const names = new Set(Array.from(code.matchAll(/[A-Za-z_]\w{0,64}/g), ([name]) => name));
  return [...names].slice(0, MENTIONS_MAX).flatMap((name) => valuesOf(state, name) ?? []);
}
