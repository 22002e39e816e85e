// Connects each view to its use case, with caches that last until something changes on disk.

import { checkView } from "../../app/page/check-view.ts";
import { healthView } from "../../app/page/health-view.ts";
import { keptOutView } from "../../app/page/kept-out-view.ts";
import { createPageCache } from "../../app/page/known/cache.ts";
import { listView } from "../../app/page/list-view.ts";
import { memoryView } from "../../app/page/memory-view.ts";
import { type Around, overviewView } from "../../app/page/overview-view.ts";
import { queueView } from "../../app/page/queue-view.ts";
import { recallView, sessionsView } from "../../app/page/sessions-view.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { ExportFile, Views } from "./routes.ts";

/** Facts that only the surface that starts the page knows. */
export type ViewOptions = {
  readonly audit: (workspace: Workspace, format: string) => Promise<ExportFile>;
  /** The version of the program, and the present clients. */
  readonly around: (workspace: Workspace) => Around;
};

export function createViews({ audit, around }: ViewOptions, onRead: () => void): Views {
  const cache = createPageCache(onRead);
  const gone = (id: string): never => {
    throw new CredenceError("NOT_FOUND", `${id} no longer exists`);
  };
  return {
    overview: (workspace) => overviewView(workspace, cache, around(workspace)),
    queue: (workspace) => queueView(workspace, cache),
    memory: async (workspace, ref) => (await memoryView(workspace, ref, cache)) ?? gone(ref.id),
    memories: (workspace, query) => listView(workspace, query, cache),
    recall: recallView,
    keptOut: (workspace) => keptOutView(workspace, cache),
    sessions: sessionsView,
    health: (workspace) => healthView(workspace, cache, around(workspace).surveys),
    check: async (workspace, { ref, text }) => (await checkView(workspace, { ...ref, text })) ?? gone(ref.id),
    audit,
    changed: cache.changed,
    close: cache.close,
  };
}
