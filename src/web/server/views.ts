// Which use case answers which view, and what is kept between requests until something changes on disk.

import { listView } from "../../app/page/list-view.ts";
import { memoryView } from "../../app/page/memory-view.ts";
import { type Around, overviewView } from "../../app/page/overview-view.ts";
import { queueView } from "../../app/page/queue-view.ts";
import { createPageCache } from "../../app/page/survey.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Exported, Views } from "./view-routes.ts";

/** What only the surface that starts the page knows. */
export type ViewOptions = {
  readonly audit: (workspace: Workspace, format: string) => Promise<Exported>;
  /** The program, and the clients that are there. */
  readonly around: (workspace: Workspace) => Around;
};

export function createViews({ audit, around }: ViewOptions, onRead: () => void): Views {
  const cache = createPageCache(onRead);
  const notBuilt = (): never => {
    throw new CredenceError("NOT_READABLE", "this view is not built yet");
  };
  return {
    overview: (workspace) => overviewView(workspace, cache, around(workspace)),
    queue: (workspace) => queueView(workspace, cache),
    memory: async (workspace, ref) => {
      const view = await memoryView(workspace, ref, cache);
      if (view === null) throw new CredenceError("NOT_FOUND", `${ref.id} no longer exists`);
      return view;
    },
    memories: (workspace, query) => listView(workspace, query, cache),
    recall: notBuilt,
    keptOut: notBuilt,
    sessions: notBuilt,
    health: notBuilt,
    check: notBuilt,
    audit,
    changed: cache.changed,
    close: cache.close,
  };
}
