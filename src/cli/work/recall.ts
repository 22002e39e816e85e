// Prints the block for a prompt. Loaded whole by the process that hooks wait for, so it imports what it needs and no more:
// it never acts as a person and shows nothing that depends on who is there.

import { recallAtStart } from "../../app/recall/recall-at-start.ts";
import { recallMemories } from "../../app/recall/recall-memories.ts";
import { renderSilences } from "../../app/recall/silences.ts";
import { takeStateTroubles } from "../../app/workspace/open-records.ts";
import { openWorkspace, requireRoot } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { asShown, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext, warnOf } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { parseCount, textOf } from "../call/values.ts";
import { createProgress } from "../terminal/progress.ts";

/** Longer prompts are read to here. */
const PROMPT_BYTES_MAX = 8 * 1024 * 1024;

export async function runRecall(io: Io, call: Call): Promise<number> {
  const given = textOf(call, "prompt");
  // One of the two, and not both.
  if ((given === null) !== (call.values["session-start"] === true)) {
    throw new CredenceError("USAGE", "recall takes --prompt TEXT, or --session-start");
  }
  const limit = parseCount(call, "limit", { fallback: 20, max: 20 });
  const prompt = given === "-" ? new TextDecoder().decode(await io.readStdin(PROMPT_BYTES_MAX)) : given;
  const presence = { kind: "nobody", why: "recall asks no person" } as const;
  const workspace = openWorkspace({ ...callContext(io, call), presence });
  warnOf(io, workspace.config);
  try {
    requireRoot(workspace);
    const session = textOf(call, "session");
    const onProgress = createProgress(io, "indexing");
    const { text, receipt } =
      prompt === null
        ? await recallAtStart(workspace, { session, onProgress })
        : await recallMemories(workspace, {
            prompt,
            limit,
            session,
            promptId: textOf(call, "prompt-id"),
            onProgress,
          });
    io.out(call.json ? renderJson({ text, ...receipt }) : asShown(text));
    io.err(renderSilences(workspace, session));
    if (text === "" && io.terminal.out && !call.json)
      io.err(says`nothing is recalled; credence why ID explains why\n`);
    return 0;
  } finally {
    workspace.close();
    for (const each of takeStateTroubles(workspace.troubles, workspace.roots))
      io.err(says`warning: ${each}: credence doctor\n`);
  }
}
