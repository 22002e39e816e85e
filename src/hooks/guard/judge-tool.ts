// The write guard's decision about one tool call: a denial, or nothing. It never allows anything: what it has no
// opinion on is left to the client and the user.
//
// Attack: an agent, talked into it or out of convenience, writes memories directly, removes a demotion or a signature,
// reads what is in quarantine or in machine state, or gives a command that only a person may give. Denied is what the
// call itself names, in any spelling. A tool with a name that says nothing, and a path that only the running program
// knows, pass: see judge-shell for what that leaves.

import { resolve } from "node:path";
import { openState } from "./expand/state.ts";
import { TOO_MANY } from "./fence/denials.ts";
import {
  type Denial,
  type GuardedPaths,
  type GuardedPlaces,
  openGuardedPaths,
  type ToolCall,
} from "./fence/guarded-paths.ts";
import { judgeFileTool } from "./judge-file-tool.ts";
import { judgePowershellText, judgeShell, judgeWords } from "./judge-shell.ts";
import { judgeCode } from "./programs/code.ts";
import { firstDenial } from "./programs/run.ts";
import { kindsOfCall, readFields, TOOL_KINDS, type ToolFields, type ToolKinds } from "./tool-kinds.ts";

export function judgeTool(
  call: ToolCall,
  places: GuardedPlaces,
  table: ToolKinds = TOOL_KINDS,
): Denial | null {
  const fields = readFields(call.input);
  const kinds = kindsOfCall(call.tool, fields, table);
  if (kinds.length === 0) return null;
  const fence = openGuardedPaths(places);
  const denial = firstDenial(kinds, (kind) => {
    if (kind === "shell") return judgeCommands(fields, fence, call);
    return judgeFileTool(kind, { fields, input: call.input }, openState(fence, call.cwd));
  });
  return denial ?? (fence.finder.isExhausted() ? TOO_MANY : null);
}

const TURNS_OFF = /disableAllHooks|hooksConfig|enabledPlugins/;

function judgeCommands(
  { commands, codes, directory }: ToolFields,
  opened: GuardedPaths,
  { tool, cwd: from }: ToolCall,
): Denial | null {
  const cwd = directory === null ? from : resolve(from, directory);
  // What would turn hooks off may go into a settings file that has nothing of ours yet.
  const texts = [...commands.flat(), ...codes];
  const fence = texts.some((text) => TURNS_OFF.test(text)) ? { ...opened, isArmed: () => true } : opened;
  const judgeText = /powershell|pwsh/i.test(tool) ? judgePowershellText : judgeShell;
  const denial = firstDenial(commands, (command) =>
    typeof command === "string" ? judgeText(command, fence, cwd) : judgeWords(command, fence, cwd),
  );
  return denial ?? firstDenial(codes, (code) => judgeCode(code, openState(fence, cwd)));
}
