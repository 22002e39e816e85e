// Has a process of its own look at the files that memories cite, where that is due: after each commit, pull or checkout, and
// after a memory came that cites one. It also reads what prompts leave in line for the search index, and judges what new rules
// have not judged yet. Whoever asks waits for nothing; the next prompts are told.

import { isLookAsideDue } from "../index/cited-fates.ts";
import { claimOnce } from "../recall/claim-once.ts";
import type { Launch } from "../recall/start-aside.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A session and its server begin together, and one look is enough. */
const CLAIM_MS = 20_000;

export async function startDueLook(
  workspace: Workspace,
  launch: Omit<Launch, "state" | "cache">,
): Promise<void> {
  const { state, cache, now, roots } = workspace;
  if (!isLookAsideDue(workspace)) return;
  const words = ["look-at-cited", ...roots.map(({ path }) => path)];
  if (!claimOnce(state.path, { words, holdsMs: CLAIM_MS, now })) return;
  // Whoever starts no process need not load what starts one.
  const { startAside } = await import("../recall/start-aside.ts");
  startAside({ ...launch, state: state.path, cache }, ["index", "--cited"]);
}
