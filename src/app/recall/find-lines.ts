import { renderIndexLine } from "../index/index-row.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { findMemories } from "./find-memories.ts";

const LINES_MAX = 100;

/** The lines of index.md whose memories match, best first. */
export function findLines(
  workspace: Workspace,
  prompt: string,
  onProgress: (done: number, total: number) => void,
): string[] {
  const { shown } = findMemories(workspace, {
    roots: workspace.roots,
    prompt,
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: {},
    limit: LINES_MAX,
    abstains: false,
    onProgress,
  });
  return shown.flatMap(({ loaded }) => renderIndexLine(loaded) ?? []);
}
