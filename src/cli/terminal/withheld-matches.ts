import { sayWithheldMatches } from "../../app/recall/search-memories.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";

/** What is recalled depends on nobody; a person learns besides that there is something to decide about. */
export async function tellWithheld(io: Io, call: Call, query: string): Promise<void> {
  const workspace = await openWorkspaceFor(io, call);
  try {
    const strategy = workspace.config.config["retrieval.match_strategy"];
    for (const line of await sayWithheldMatches(workspace, { query, strategy, filter: {} }))
      io.err(says`${line}\n`);
  } finally {
    workspace.close();
  }
}
