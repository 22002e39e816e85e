// The views of a project as the page asks for them: a person is there, and their key is locked.

import { createPageCache, type PageCache } from "../../../src/app/page/known/cache.ts";
import { surveyMemories } from "../../../src/app/page/known/survey.ts";
import type { ListQuery } from "../../../src/app/page/views.ts";
import { openWorkspace, type Workspace } from "../../../src/app/workspace/workspace.ts";
import type { ScratchProject } from "../../fixture/scratch-project.ts";
import type { Owner } from "../../temp-dir.ts";

export type OpenPage = { readonly workspace: Workspace; readonly cache: PageCache };

/** Once every memory was looked at. */
export async function openPage(
  owner: Owner,
  { top, home, env }: Pick<ScratchProject, "top" | "home" | "env">,
  now = "2026-05-20T12:00:00Z",
): Promise<OpenPage> {
  const workspace = openWorkspace({
    ...{ cwd: top, home, env, state: null, cache: null, root: null, scope: null },
    presence: { kind: "person" },
    now: Date.parse(now),
  });
  const cache = createPageCache();
  owner.after(() => {
    cache.close();
    workspace.close();
  });
  await surveyMemories(workspace, cache);
  return { workspace, cache };
}

/** A list of what is in use, narrowed by nothing. */
export const ALL: ListQuery = {
  ...{ query: "", standing: null, type: null, category: null, tag: null, author: null, days: null },
  ...{ older: null, flagged: null, alike: null },
  ...{ status: "active", sort: "name", offset: 0, limit: 100 },
};

export const AROUND = { program: "9.9.9", surveys: [] };
