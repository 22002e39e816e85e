// Threat: a repository whose own configuration silences what a person approved. It may, and the person is told.

import type { ConfigNotice } from "../../memory/config/root-config.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { Workspace } from "../workspace/workspace.ts";

const DOES: Readonly<Record<ConfigNotice, string>> = {
  "recall-off": "turns recall of its memories off",
  "recall-zero": "sets retrieval.max_inject to 0: none of its memories is recalled",
};

/** One sentence for each root that keeps all its memories from being recalled, against this machine's configuration. */
export function listRecallNotices({ roots, config }: Pick<Workspace, "roots" | "config">): string[] {
  return roots.flatMap(({ path, shown }) => {
    const [first] = readRootConfig(config.config, path).notices;
    return first === undefined ? [] : [`the memory-config.json in ${shown} ${DOES[first]}`];
  });
}
