// The first answer of a session takes several times as long as the next: code, index and pages come from the disk. They are
// fetched while nobody waits yet. Fails open: what is wrong is said by the first call.

import { existsSync } from "node:fs";
import { openAt, type ServerIo } from "./place.ts";

/** After the client's hello, which waits in the pipe already. */
const DELAY_MS = 30;
/** An index that is far behind is brought up to date over several calls. */
const WORK_MS = 200;

export function warmUpSoon(io: ServerIo): void {
  setTimeout(() => void warmUp(io), DELAY_MS).unref();
}

/** Says whether it could. */
async function warmUp(io: ServerIo): Promise<boolean> {
  // A state that is not there is not made for this.
  if (io.state === null || !existsSync(io.state)) return false;
  try {
    const { answerPrompt } = await import("../app/recall/recall-memories.ts");
    const workspace = await openAt(io, io.projectDir ?? io.cwd());
    const began = performance.now();
    try {
      // The same as for a prompt, but for the receipt.
      answerPrompt(workspace, {
        prompt: "what is remembered about this project?",
        isLate: () => performance.now() - began > WORK_MS,
      });
      return true;
    } finally {
      workspace.close();
    }
  } catch {
    return false; // There is nobody to tell yet.
  }
}
