// The workspace of a session's hook in a project of a test, at a time that the test says.

import { openWorkspace, type Workspace } from "../../../src/app/workspace/workspace.ts";
import { parseInstant } from "../../../src/memory/instant.ts";
import type { RecallProject } from "../../fixture/recall-project.ts";

type Place = Pick<RecallProject, "top" | "home" | "credenceHome">;

export function openSessionWorkspace({ top, home, credenceHome }: Place, now: string): Workspace {
  return openWorkspace({
    cwd: top,
    home,
    env: { CREDENCE_HOME: credenceHome },
    state: null,
    cache: null,
    root: null,
    scope: null,
    presence: { kind: "nobody", why: "a test" },
    now: parseInstant(now) ?? 0,
    nowIsGiven: true,
  });
}
