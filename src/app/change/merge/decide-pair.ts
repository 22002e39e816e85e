// A merge kept two texts of one memory, and a person says which holds. The memory keeps its id whichever it is: where the second
// text is kept, it becomes the first's, and the second is retired. What was approved under that id before, on either machine, is
// approved again; what nobody approved is kept as advice, so a choice between two texts is no way around the observation.
//
// Attack: one of the texts is swapped after the person looked. Both are read again under the lock and have to be what they saw.

import { CredenceError } from "../../../memory/errors.ts";
import { rewriteFrontmatter } from "../../../memory/file/write-frontmatter.ts";
import { renderDay } from "../../../memory/instant.ts";
import type { StandingInput } from "../../../memory/law/evidence.ts";
import { approvalsOf, selectEvidence } from "../../../memory/law/evidence.ts";
import { extendId } from "../../../memory/memory.ts";
import { findFile } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { commitChanges } from "../change-root.ts";
import { planRetirement } from "../change-status.ts";
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
  // The second first: from then on the pair is decided, whatever becomes of the rest.
  if (keeps === "both") {
    if (second.root.format === 2) await saveApart(workspace, second, confirm);
    else await vouch(workspace, { base: second, from: second, confirm });
  }
  const isReplaced = keeps !== "both" || first.root.format === 2;
  await vouch(workspace, {
    base: first,
    from: keeps === "this" ? second : first,
    confirm,
    ...(isReplaced && { retires: second }),
  });
}

/** Both hold: the second becomes a memory of its own, under an id of its own. */
async function saveApart(workspace: Workspace, second: LoadedMemory, confirm: Confirm): Promise<void> {
  const { root, text, digest, input } = second;
  const isApproved = approvalsOf(digest, selectEvidence(input).all).length > 0;
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

type Vouched = {
  readonly base: LoadedMemory;
  /** Whose text it gets. */
  readonly from: LoadedMemory;
  readonly retires?: LoadedMemory;
  readonly confirm: Confirm;
};

async function vouch(workspace: Workspace, { base, from, retires, confirm }: Vouched): Promise<void> {
  const isApproved = approvalsOf(from.digest, selectEvidence(base.input).all).length > 0;
  // Whoever looks at the journal later is told what became of the text.
  const command = from !== base ? "update" : isApproved ? "reaffirm" : "keep";
  const marks = isApproved
    ? { "trust-level": "verified", "last-verified": renderDay(workspace.now) }
    : { "trust-level": "inferred" };
  const text = rewriteFrontmatter(from.text ?? "", marks) ?? "";
  const writing = {
    base,
    ...(retires === undefined ? {} : { beside: retires }),
    text,
    vouchedBy: isApproved ? ("person" as const) : ("machine" as const),
    ifDigest: null,
    confirm,
    command,
  };
  await writeText(workspace, writing, ({ judgement, base: now, beside }) => {
    const { file, root } = now;
    const retirement =
      beside === null || root.format === 2
        ? []
        : planRetirement(workspace, beside, { reason: REASON, signed: REASON });
    const changes: Change[] = [
      { kind: "write", path: `${file.directory}/${file.id}.md`, text: judgement.judged.text },
      ...retirement,
    ];
    const input = beside === null ? now.input : choosing(now.input);
    const vouching = { by: "person", keeps: !isApproved, input, command, changes } as const;
    commitChanges(workspace, root, planText(workspace, judgement.judged, vouching));
  });
}

/** One word replaces both texts, where words name what they replace. */
function choosing(input: StandingInput): StandingInput {
  return input.sets === undefined ? input : { ...input, sets: { ...input.sets, isChoice: true } };
}

const REASON = "another text of the same memory was kept";
