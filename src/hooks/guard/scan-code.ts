// Code in another language that a command runs at once. It is not understood: code that names a guarded place counts
// as writing there, because the place is denied more cheaply than the code is read.

import { denyLoss, denyWrite } from "./denials.ts";
import { UNKNOWN } from "./marks.ts";
import { judgeCredenceIn } from "./person-commands.ts";
import type { Denial, Place } from "./places.ts";
import type { ShellState } from "./shell-state.ts";
import { findTouch } from "./touch-path.ts";

const SEPARATORS = /[\s"'`()[\]{},;=<>|&+]+/;
const TAKES_AWAY = /rm|remov|renam|mov|unlink|delet|replac|symlink/i;
/** More mentions than this are judged by the first ones. */
const MENTIONS_MAX = 1_000;

export function judgeCode(code: string, state: ShellState): Denial | null {
  const command = judgeCredenceIn(code);
  if (command !== null) return command;
  const telling = tellingNames(state.fence.written);
  if (!telling.some((name) => code.includes(name))) return null;
  const tokens = code.split(SEPARATORS).filter((token) => token !== "" && token !== "/");
  const reach = TAKES_AWAY.test(code) ? "near" : "none";
  let looked = 0;
  for (const [index, token] of tokens.entries()) {
    if (!telling.some((name) => token.includes(name))) continue;
    looked += 1;
    if (looked > MENTIONS_MAX) break;
    const spelled = token.replace(/^~(?=\/|$)/, state.fence.given.home);
    const joined = `${UNKNOWN}/${token}/${tokens[index + 1] ?? ""}/${tokens[index + 2] ?? ""}`;
    const touch =
      findTouch(state, spelled, { places: state.fence.written, reach }) ??
      findTouch(state, joined, { places: state.fence.written, reach: "none" });
    if (touch !== null) return touch.match.kind === "inside" ? denyWrite(touch.place) : denyLoss(touch.place);
  }
  return null;
}

/** The last two names of each place: what is spelled without them is not found. */
function tellingNames(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ forms }) => forms.flatMap((form) => form.slice(-2))))];
}
