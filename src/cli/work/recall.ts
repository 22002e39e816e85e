// Prints the block for a prompt. Loaded whole by the process that hooks wait for, so it imports what it needs and no more:
// it never acts as a person and shows nothing that depends on who is there.

import { recallAtStart } from "../../app/recall/recall-at-start.ts";
import { recallMemories } from "../../app/recall/recall-memories.ts";
import type { Receipt } from "../../app/recall/receipts.ts";
import { renderSilences } from "../../app/recall/silences.ts";
import { takeStateTroubles } from "../../app/workspace/open-records.ts";
import { openWorkspace, requireRoot, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { asShown, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext, warnOf } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { parseCount, textOf } from "../call/values.ts";
import { createProgress } from "../terminal/progress.ts";

/** Longer prompts are read to here. */
const PROMPT_BYTES_MAX = 8 * 1024 * 1024;
const LIMIT = { fallback: 20, max: 20 } as const;
const NOTHING = says`nothing is recalled; credence why ID explains why\n`;
const NOBODY = { kind: "nobody", why: "recall asks no person" } as const;

export async function runRecall(io: Io, call: Call): Promise<number> {
  const given = textOf(call, "prompt");
  const atStart = call.values["session-start"] === true;
  if ((given === null) !== atStart) {
    throw new CredenceError("USAGE", "recall takes --prompt TEXT, or --session-start");
  }
  const limit = parseCount(call, "limit", LIMIT);
  const prompt = given === "-" ? new TextDecoder().decode(await io.readStdin(PROMPT_BYTES_MAX)) : given;
  const workspace = openWorkspace({ ...callContext(io, call), presence: NOBODY });
  warnOf(io, workspace.config);
  try {
    requireRoot(workspace);
    const { text, receipt } = answer(workspace, call, {
      prompt,
      limit,
      onProgress: createProgress(io, "indexing"),
    });
    io.out(call.json ? renderJson({ text, ...receipt }) : asShown(text));
    const silences = renderSilences(workspace, textOf(call, "session"));
    if (silences.length > 0) io.err(silences);
    if (text === "" && io.terminal.out && !call.json) io.err(NOTHING);
    return 0;
  } finally {
    workspace.close();
    const { troubles, roots } = workspace;
    for (const each of takeStateTroubles(troubles, roots)) io.err(says`warning: ${each}: credence doctor\n`);
  }
}

type Asked = {
  /** Null at the start of a session. */
  readonly prompt: string | null;
  readonly limit: number;
  readonly onProgress: (done: number, total: number) => void;
};

function answer(
  workspace: Workspace,
  call: Call,
  { prompt, limit, onProgress }: Asked,
): { readonly text: string; readonly receipt: Receipt } {
  const session = textOf(call, "session");
  if (prompt === null) return recallAtStart(workspace, { session, onProgress });
  return recallMemories(workspace, {
    prompt,
    limit,
    session,
    promptId: textOf(call, "prompt-id"),
    onProgress,
  });
}
