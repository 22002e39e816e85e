// How a command answers: a value for programs and a report for people. It is told in the form that was asked for, and the workspace
// is closed, whatever happens.

import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Shown } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { showReport } from "../report/render-terminal.ts";
import type { Report } from "../report/report.ts";

export type Answer = {
  readonly json: unknown;
  /** Or where the answer is a text of its own, that text. */
  readonly says: Report | Shown;
  readonly exit?: number;
};

export function tell(io: Io, { json }: Pick<Call, "json">, answer: Answer): number {
  const { says, exit = 0 } = answer;
  if (json) io.out(renderJson(answer.json));
  else io.out(typeof says === "string" ? says : showReport(says, io));
  return exit;
}

type Working = {
  readonly io: Io;
  readonly call: Call;
  /** What it is asked for, where that is more than a look. */
  readonly act?: string;
  readonly needsRoot?: boolean;
  /** Who has to be there. */
  readonly open?: (io: Io, call: Call, act: string) => Promise<Workspace>;
};

export async function answerIn(
  { io, call, act, needsRoot = false, open = openWorkspaceFor }: Working,
  work: (workspace: Workspace) => Promise<Answer>,
): Promise<number> {
  const workspace = await open(io, call, act ?? "read");
  try {
    if (needsRoot) await requireRootFor(workspace);
    return tell(io, call, await work(workspace));
  } finally {
    workspace.close();
  }
}
