// More about a memory that the Observer made itself and nobody approved: what it says stays, and the new part comes below it.
// What a person removed does not come back that way either.

import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { type Draft, sanitizeBody } from "../../memory/file/draft.ts";
import { mergeUpdate, rewriteFile } from "../../memory/file/merge-update.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { renderInstant } from "../../memory/instant.ts";
import { applyTransition } from "../../memory/law/transitions.ts";
import { BODY_CHARS_WISHED } from "../../memory/limits.ts";
import { attest, commitChanges, withLock } from "../change/change-root.ts";
import { judgeText } from "../change/judge-text.ts";
import { refuseHardFails } from "../change/refuse-hard-fails.ts";
import { createRemovedFinder, vetoRemoved } from "../change/removed.ts";
import { reload } from "../memories/find-memory.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { circumstancesOf, subjectOf } from "../memories/subject-of.ts";
import { existsInProject } from "../workspace/exists-in-project.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Effect } from "./marks.ts";
import { COMMAND, type Mark, renderMark } from "./observed-marks.ts";
import type { Observing } from "./observing.ts";
import { addTaint } from "./progress.ts";

type Addition = { readonly draft: Draft; readonly mark: Mark };

/** Null where it cannot grow: it is too long for that, or a law is against it. */
export async function growObserved(
  { workspace, root }: Observing,
  id: string,
  addition: Addition,
): Promise<Effect | null> {
  const target = loadMemory(workspace, root, id);
  if (target === null) return null;
  const law = applyTransition("edit", subjectOf(target), circumstancesOf(workspace, null));
  const text = law.kind === "applied" ? renderGrown(workspace, target, addition.draft) : null;
  if (text === null) return null;
  const judgement = await judgeText(workspace, `${id}.md`, { text, redactionCounts: false });
  refuseHardFails(judgement);
  return withLock(root, () => {
    const findRemoved = createRemovedFinder(workspace, root);
    const wanted = { ...addition.draft, digest: digestMemory(addition.draft) };
    const veto = vetoRemoved(wanted, { actor: "machine", findRemoved });
    if (veto !== null) return { kind: "unchanged", id: null, why: veto.why };
    commitGrown(workspace, reload(workspace, target, target.digest), { text, ...addition });
    return { kind: "updated", id, why: null };
  });
}

function renderGrown(
  workspace: Workspace,
  { memory, text, root }: LoadedMemory,
  draft: Draft,
): string | null {
  if (memory === null || text === null) return null;
  const body = sanitizeBody(`${memory.body.trimEnd()}\n\n## ${draft.name}\n\n${draft.body.trim()}`);
  if ([...body].length > BODY_CHARS_WISHED) return null;
  const { tags, taint, session, confidence } = draft;
  const update = {
    name: null,
    description: null,
    category: null,
    tags,
    relatedFiles: [],
    body,
    isWhole: false,
  };
  const sources = addTaint(memory.taint, taint);
  const sure = Math.min(memory.confidence ?? 1, confidence ?? 1);
  const changes = {
    ...mergeUpdate(memory, update, (path) => existsInProject(root, path)),
    "updated-at": renderInstant(workspace.now),
    session,
    confidence: String(sure),
    ...(sources.length === 0 ? {} : { taint: sources }),
  };
  return rewriteFile(text, changes, body);
}

function commitGrown(
  workspace: Workspace,
  { root, file, input }: LoadedMemory,
  { text, mark }: Addition & { readonly text: string },
): void {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") throw new CredenceError("INTERNAL", "a text that validates does not parse");
  const digest = digestMemory(parsed.memory);
  commitChanges(workspace, root, {
    record: { command: COMMAND, id: file.id, actor: "machine", digest, reason: renderMark(mark) },
    changes: [
      attest(workspace, { key: workspace.keys.machine, input }, { act: "wrote", digest }),
      { kind: "write", path: `${file.directory}/${file.id}.md`, text },
    ],
  });
}
