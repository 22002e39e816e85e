import { isSqliteFailure } from "../../search/index/open-index.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { openKeptIndex } from "./open-index.ts";
import { isUpToDate } from "./refresh-index.ts";

/** Behind is no fault: the next search catches up. Without a place for it each search makes its own. */
export type IndexFreshness = "current" | "behind" | "damaged" | "none";

export function examineFreshness(workspace: Workspace, root: OpenRoot): IndexFreshness {
  const index = openKeptIndex(workspace, root);
  if (index === null) return "none";
  try {
    return isUpToDate({ workspace, root, index }) ? "current" : "behind";
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    return "damaged";
  } finally {
    index.database.close();
  }
}
