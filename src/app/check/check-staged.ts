// Before a commit: the memories that it would contain, judged as they are staged, not as their files are by now. A hard failure
// stops the commit; a warning or a flag does not, for those are a person's to decide in review.

import { basename } from "node:path";
import { listStaged, readBlob } from "../../git/staged-files.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { approvalsOf, selectEvidence } from "../../memory/law/evidence.ts";
import { FILE_BYTES_MAX } from "../../memory/limits.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { judgeText } from "../change/judge-text.ts";
import { coverPath } from "../memories/hide-secrets.ts";
import { gatherStatements } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type StagedFailure = {
  readonly path: string;
  readonly label: string;
  readonly line: number;
  /** Says what was found, and never what the secret is. */
  readonly message: string;
};

const MEMORIES = ["memories", "quarantine"].map((name) => `:(glob)**/.claude/memory/${name}/*.md`);

/** `index` is the one that git names to its hooks. */
export async function checkStaged(
  workspace: Workspace,
  { top, index }: { readonly top: string; readonly index: string | null },
): Promise<StagedFailure[]> {
  const failures: StagedFailure[] = [];
  for (const { path, blob } of listStaged(top, index, MEMORIES)) {
    const text = readBlob(top, blob);
    if (text === null || Buffer.byteLength(text) > FILE_BYTES_MAX) {
      failures.push({ path, label: "FAIL-STRUCT", line: 1, message: "it is too large, or no text" });
      continue;
    }
    const name = basename(path);
    const { structure, secrets } = await judgeText(workspace, name, {
      text,
      vouchedBy: voucherOf(workspace, name, text),
    });
    for (const { label, exit, findings } of [secrets, structure]) {
      const found = findings.find(({ severity }) => severity === "error");
      const isHard = found !== undefined && (exit === 1 || exit === 2);
      if (isHard) failures.push({ path, label, line: found.line, message: found.message });
    }
  }
  return failures.map((each) => ({ ...each, path: coverPath(each.path) }));
}

/** What a person approved with its redactions is theirs to publish. */
function voucherOf(workspace: Workspace, name: string, text: string): "person" | "machine" {
  const parsed = parseMemory(text);
  const id = parseMemoryId(name);
  const root = workspace.roots.find(({ kind }) => kind === "shared");
  if (parsed.kind === "broken" || id === null || root === undefined) return "machine";
  const { tier, status } = parsed.memory;
  const digest = digestMemory(parsed.memory);
  const file = { digest, tier, status, directory: "memories" } as const;
  const { all } = selectEvidence(gatherStatements(workspace, root, { id, remembered: null, file }));
  return approvalsOf(digest, all).length > 0 ? "person" : "machine";
}
