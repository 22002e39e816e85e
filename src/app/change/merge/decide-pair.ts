// There are two texts of one memory, and a person says which holds. Whichever it is becomes the memory's own file, and one word
// replaces both. What was approved before, on either machine, is approved again; what nobody approved is kept as advice, so a choice
// between two texts is no way around the observation.
//
// Attack: one of the texts is swapped after the person looked. Both are read again under the lock and have to be what they saw.

import { CredenceError } from "../../../memory/errors.ts";
import { rewriteFrontmatter } from "../../../memory/file/write-frontmatter.ts";
import { renderDay } from "../../../memory/instant.ts";
import type { StandingInput } from "../../../memory/law/standing-input.ts";
import { extendId } from "../../../memory/memory.ts";
import { type FileEntry, findFile } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import { voucherOf } from "../../memories/law.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { commitChanges } from "../change-root.ts";
import { eraseFile } from "../removed/copies.ts";
import { type Confirm, showingOf } from "../sign/signing-preview.ts";
import { createText, judgeNew, planText, writeText } from "../write-text.ts";

/** The text on the screen, which is the second; the one beside it; or both. */
export type Kept = "this" | "other" | "both";

export type Pair = { readonly first: LoadedMemory; readonly second: LoadedMemory };

export async function decidePair(
  workspace: Workspace,
  { first, second }: Pair,
  { keeps, confirm }: { readonly keeps: Kept; readonly confirm: Confirm },
): Promise<void> {
  // The second first: from then on it is safe, whatever becomes of the rest.
  if (keeps === "both") await saveApart(workspace, second, confirm);
  const [from, other] = keeps === "this" ? [second, first] : [first, second];
  await choose(workspace, { from, other, confirm });
}

/** Both hold: the second becomes a memory of its own, under an id of its own. */
async function saveApart(workspace: Workspace, second: LoadedMemory, confirm: Confirm): Promise<void> {
  const { root, text, input } = second;
  const isApproved = voucherOf(second) === "person";
  const by = isApproved ? ("person" as const) : ("machine" as const);
  const id = findFreeId(root.path, input.place.id);
  const marks = { "trust-level": isApproved ? "verified" : "inferred" };
  const apart = { id, text: rewriteFrontmatter(text ?? "", marks) ?? "", by, command: "save" } as const;
  const judgement = await judgeNew(workspace, id, { text: apart.text, vouchedBy: by });
  const { memory, digest: of, text: whole } = judgement.judged;
  const shown = await confirm({
    ...showingOf(workspace, second, { memory, digest: of, text: whole, judgement }),
    id,
  });
  if (!shown.has({ digest: of })) throw new CredenceError("INTERNAL", "a text was to be signed unseen");
  await createText(workspace, root, { ...apart, also: () => [] });
}

function findFreeId(root: string, id: string): string {
  for (let number = 2; ; number += 1) {
    const free = extendId(id, `_${number}`);
    if (findFile(root, free) === null) return free;
  }
}

type Chosen = {
  /** Whose text the memory gets, and which text it loses. */
  readonly from: LoadedMemory;
  readonly other: LoadedMemory;
  readonly confirm: Confirm;
};

async function choose(workspace: Workspace, { from, other, confirm }: Chosen): Promise<void> {
  const isApproved = voucherOf(from) === "person";
  const isMoved = from.file.id !== from.input.place.id;
  // Whoever looks at the journal later is told what became of the text.
  const command = isMoved ? "update" : isApproved ? "reaffirm" : "keep";
  const marks = isApproved
    ? { "trust-level": "verified", "last-verified": renderDay(workspace.now) }
    : { "trust-level": "inferred" };
  const text = rewriteFrontmatter(from.text ?? "", marks) ?? "";
  const vouchedBy = isApproved ? ("person" as const) : ("machine" as const);
  const writing = { base: from, beside: other, text, vouchedBy, ifDigest: null, confirm, command };
  await writeText(workspace, writing, ({ judgement, base, beside }) => {
    const { root, input } = base;
    const home = `memories/${input.place.id}.md`;
    const gone = [base, ...(beside === null ? [] : [beside])].filter(({ file }) => pathOf(file) !== home);
    const changes: Change[] = [
      { kind: "write", path: home, text: judgement.judged.text },
      ...gone.map(eraseFile),
    ];
    const vouching = { by: "person", keeps: !isApproved, input: choosing(input), command, changes } as const;
    commitChanges(workspace, root, planText(workspace, judgement.judged, vouching));
  });
}

function pathOf({ directory, id }: FileEntry): string {
  return `${directory}/${id}.md`;
}

/** One word replaces both texts. */
function choosing(input: StandingInput): StandingInput {
  return { ...input, sets: { ...input.sets, isChoice: true } };
}
