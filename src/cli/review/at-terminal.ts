// A review from the fences to its last line. The passphrase is asked for once, after what waits was seen and
// before anything is signed.

import type { QueueOptions, ReviewItem } from "../../app/review/queue.ts";
import { sayCopy } from "../../app/workspace/open-records.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { unlockFor } from "../call/open-workspace.ts";
import type { Asking } from "../terminal/confirm.ts";
import { beginReview, createTally, reviewItems } from "./session.ts";

export function refuseNobody({ presence }: Workspace): void {
  if (presence.kind === "person") return;
  throw new CredenceError(
    "NEEDS_PERSON",
    `only a person can review memories: ${presence.why}`,
    "credence review --json lists pending memories",
  );
}

type Reviewing = {
  readonly waiting: readonly ReviewItem[];
  readonly limit: number;
  readonly options: QueueOptions;
};

/** Empty where none is, or where these are on the screen anyway. */
async function tellObserved(
  workspace: Workspace,
  { category = null, observing }: QueueOptions,
): Promise<string> {
  if (observing) return "";
  const { surveyObserved } = await import("../../app/review/queue.ts");
  const { describeObserved, sayObserved } = await import("../../app/survey/observed.ts");
  const said = sayObserved(describeObserved(surveyObserved(workspace, category)));
  return said === "" ? "" : `; ${said}`;
}

export async function reviewAtTerminal(
  { io, call, workspace }: Asking,
  { waiting: queue, limit, options }: Reviewing,
): Promise<void> {
  const copies = workspace.roots.filter(({ located }) => located === "second");
  for (const root of copies) io.err(says`${sayCopy(root)}\n`);
  const observed = await tellObserved(workspace, options);
  if (queue.length === 0) {
    const nothing = says`${options.observing ? "nothing is observed" : "nothing to review"}${observed}\n`;
    return copies.length > 0 ? undefined : io.out(nothing);
  }
  const listed = queue.slice(0, limit);
  const [isOpen, tally] = [workspace.keys.person !== null, createTally()];
  const isSeen = listed.length === 1 && isOpen;
  if (!isSeen && !(await beginReview(io, listed, observed)))
    return io.out(says`${tally.render(queue.length)}\n`);
  const person = isOpen ? workspace : await unlockFor(io, workspace, "review memories");
  const session = { io, call, workspace: person, queue: options, drafts: new Map(), tally };
  try {
    await reviewItems(session, listed);
  } finally {
    // Also where something ends it early: what was decided is done, and what was typed is somewhere.
    io.out(says`${session.tally.render(queue.length)}\n`);
    for (const { path } of session.drafts.values()) {
      io.err(says`an edit that you did not sign is in ${path}\n`);
    }
  }
}
