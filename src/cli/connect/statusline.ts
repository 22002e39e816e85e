// One short line for Claude Code's status line: how many memories this session was shown, and how many wait for the person.
//
// Attack: a memory, or the session that Claude Code tells us about, gets words onto the person's screen. Only two numbers are
// printed. Fails open: nothing is printed where anything is wrong or takes too long, and nothing is made.

import { countRecalled } from "../../app/recall/receipts.ts";
import { surveyStore } from "../../app/status/survey-store.ts";
import { sumSurveys, totalWaiting } from "../../app/survey/count.ts";
import { isDirectory, locateState } from "../../app/workspace/locate-state.ts";
import { openWorkspace } from "../../app/workspace/workspace.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, placeHints } from "../call/open-workspace.ts";

const INPUT_BYTES_MAX = 1024 * 1024;
/** As much as the guard has: Claude Code runs this after each message. */
const BUDGET_MS = 500;

export async function showStatusline(io: Io, call: Call): Promise<number> {
  // The line is a courtesy: doctor and the start of a session say what is wrong.
  const line = await findLine(io, call).catch(() => null);
  if (line !== null) io.out(says`${line}\n`);
  return 0;
}

async function findLine(io: Io, call: Call): Promise<string | null> {
  const began = performance.now();
  const isLate = (): boolean => performance.now() - began > BUDGET_MS;
  const { cwd, session } = await readInput(io);
  const here = { ...io, cwd };
  if (!isDirectory(locateState(placeHints(here, call)).state)) return null;
  const workspace = openWorkspace(await hintsFor({ ...here, err: () => undefined }, call));
  try {
    if (workspace.roots.length === 0) return null;
    const waits = totalWaiting(sumSurveys(surveyStore(workspace, { isLate }).roots));
    const recalled = session === null ? 0 : countRecalled(workspace, session);
    return isLate() ? null : `credence: ${recalled} recalled, ${waits} waiting`;
  } finally {
    workspace.close();
  }
}

async function readInput(io: Io): Promise<{ readonly cwd: string; readonly session: string | null }> {
  const bytes = io.terminal.in ? new Uint8Array() : await io.readStdin(INPUT_BYTES_MAX);
  const value = parseJson(new TextDecoder().decode(bytes));
  const input = isRecord(value) ? value : {};
  const workspace = isRecord(input["workspace"]) ? input["workspace"] : {};
  const cwd = [workspace["current_dir"], input["cwd"]].find((each) => typeof each === "string");
  const session = input["session_id"];
  return { cwd: cwd ?? io.cwd, session: typeof session === "string" ? session : null };
}
