// What a hook process dies of outside runHook: a build that is damaged or that this Node cannot run, an error that nobody awaited.
// Fails open: the process ends with success all the same.

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Instant } from "../memory/instant.ts";

/** For the next session start, as run-hook.ts does; of a call that is not ours nothing is noted. */
export async function noteCrash(args: readonly string[], now: Instant): Promise<void> {
  const [, client = "", event = ""] = args;
  const state = args[args.indexOf("--state") + 1] ?? "";
  const isOurs = /^[a-z-]{1,40}$/.test(client) && /^[A-Za-z.]{1,40}$/.test(event);
  if (!isOurs || !isAbsolute(state) || !existsSync(state)) return;
  const { noteTrouble } = await import("../app/health/trouble.ts");
  noteTrouble(state, { client, event, code: "INTERNAL", now });
}
