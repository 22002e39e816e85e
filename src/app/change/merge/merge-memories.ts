// Merge two memories into one: the first keeps its id and gains the second's text, tags and files; the second is retired
// with the reason. One transaction, so that neither is ever lost.

import { CredenceError } from "../../../memory/errors.ts";
import { sanitizeBody } from "../../../memory/file/draft.ts";
import { addTaint, BLANK_UPDATE, mergeUpdate, rewriteFile } from "../../../memory/file/merge-update.ts";
import type { Memory } from "../../../memory/memory.ts";
import { WITHHELD } from "../../../memory/wording.ts";
import { circumstancesOf, demandLaw } from "../../memories/law.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import { actorOf, type Workspace } from "../../workspace/workspace.ts";
import { planRetirement } from "../change-status.ts";
import type { Confirm } from "../sign/signing-preview.ts";
import { isStrong, marksOf } from "../update-memory.ts";
import { changeText } from "../write-text.ts";

type Pair = { readonly first: LoadedMemory; readonly second: LoadedMemory };

export async function mergeMemories(
  workspace: Workspace,
  pair: Pair,
  confirm?: Confirm,
): Promise<{ id: string; retired: string }> {
  const { first, second } = pair;
  if (first.root.path !== second.root.path || first.file.id === second.file.id) {
    throw new CredenceError(
      "USAGE",
      "merge takes two different memories of one scope",
      "use credence move to bring them into one scope",
    );
  }
  for (const each of [first, second]) refuseUnlessOpen(workspace, each);
  const text = renderMerged(workspace, pair);
  if (actorOf(workspace) !== "person" && (await isStrong(workspace, first.file.id, text)))
    throw new CredenceError(
      "FLAGGED",
      `the merged text would be ${WITHHELD}, so nothing was changed`,
      "a person can merge them; credence injection-check shows what is found",
    );
  await changeText(workspace, first, {
    text,
    by: actorOf(workspace),
    command: "merge",
    reason: `with ${second.file.id}`,
    ifDigest: null,
    confirm,
    beside: second,
    also: ({ beside }) => (beside === null ? [] : planRetirement(workspace, beside, MERGED)),
  });
  return { id: first.file.id, retired: second.file.id };
}

function refuseUnlessOpen(workspace: Workspace, target: LoadedMemory): void {
  const law = demandLaw("edit", target, circumstancesOf(workspace, null));
  if (law.kind === "request")
    throw new CredenceError("ALREADY_APPROVED", `a person approved ${target.file.id}`);
}

function renderMerged(workspace: Workspace, { first, second }: Pair): string {
  const [one, two] = [contentOf(first), contentOf(second)];
  const body = sanitizeBody(
    `${one.memory.body.trimEnd()}\n\n## ${two.memory.name}\n\n${two.memory.body.trim()}`,
  );
  const update = {
    ...BLANK_UPDATE,
    tags: two.memory.tags,
    relatedFiles: two.memory.relatedFiles,
    body,
  };
  const merged = mergeUpdate(one.memory, update, () => true);
  // What the second text came from, the merged one comes from.
  const taint = addTaint(one.memory.taint, two.memory.taint);
  const changes = { ...merged, ...marksOf(workspace), ...(taint.length === 0 ? {} : { taint }) };
  return rewriteFile(one.text, changes, body) ?? one.text;
}

const MERGED = "merged into another memory";

function contentOf({ memory, text, file }: LoadedMemory): { readonly memory: Memory; readonly text: string } {
  if (memory === null || text === null) throw new CredenceError("INVALID_MEMORY", `${file.id} is broken`);
  return { memory, text };
}
