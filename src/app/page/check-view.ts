// Checks an edit while the user types: findings, changes, and the digest that would be signed. Nothing is stored or
// recorded. Positions refer to the typed text, which is shown unmasked because it is the user's own.

import { CredenceError } from "../../memory/errors.ts";
import { renderContent } from "../../memory/file/digest.ts";
import { isMemoryId } from "../../memory/memory.ts";
import { maskSecret } from "../../validate/mask-secret.ts";
import { contextOf, judgeText } from "../change/judge-text.ts";
import { previewFromText } from "../change/update-memory.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { refuseFixedChanges } from "../review/edit-text.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { compareTexts } from "./shown/difference.ts";
import { describeFindings, findMasksIn } from "./shown/findings.ts";
import { coverIn, findMasks } from "./shown/text.ts";
import type { CheckView, FindingView, MemoryRef } from "./views.ts";

const AS_TYPED = { text: "", at: (offset: number): number => offset };

/** @returns null when there is no such memory, or its file is not text. */
export async function checkView(
  workspace: Workspace,
  { scope, id, text }: MemoryRef & { readonly text: string },
): Promise<CheckView | null> {
  if (!isMemoryId(id)) return null;
  const roots = workspace.roots.filter((root) => root.scope === scope);
  const target = roots.map((root) => loadMemory(workspace, root, id)).find((each) => each !== null);
  if (target === undefined || target.text === null) return null;
  const judgement = await judgeText(workspace, `${id}.md`, { text, vouchedBy: "person" });
  const findings = describeFindings({
    source: text,
    shown: AS_TYPED,
    masks: [],
    judgement,
    acknowledged: new Set(),
  });
  const { before, stored } = await showBefore(workspace, target);
  const edit = judgement.hardFails ? FAILED : await tryEdit(workspace, target, { text, before });
  const isClean = judgement.secrets.exit === 0;
  const masks = isClean ? [] : await findMasks(`${id}.md`, text, contextOf(workspace, true));
  const isParsed = target.memory !== null && judgement.judged !== null;
  return {
    findings: [...edit.refusals, ...findings],
    acknowledges: judgement.hardFails ? [] : judgement.flags,
    hardFails: judgement.hardFails || edit.refusals.length > 0,
    digest: edit.digest,
    lines: isParsed
      ? compareTexts(await showStored(workspace, target), renderContent(judgement.judged.memory))
      : compareTexts(stored, coverIn(text, masks)),
  };
}

type Edit = { readonly digest: string | null; readonly refusals: readonly FindingView[] };

const FAILED: Edit = { digest: null, refusals: [] };

/** Reads the edit as the editor of a review does. */
async function tryEdit(
  workspace: Workspace,
  target: LoadedMemory,
  { text, before }: { readonly text: string; readonly before: string },
): Promise<Edit> {
  try {
    refuseFixedChanges(before, text);
    const preview = await previewFromText(workspace, target, text);
    return preview === null ? FAILED : { digest: preview.digest, refusals: [] };
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
    const message = `${error.message}; ${error.hint}`;
    const finding = { tool: "validate", rule: "edit", severity: "error", message } as const;
    return { digest: null, refusals: [{ ...finding, line: 1, start: 0, end: 0, isAcknowledged: false }] };
  }
}

/** The text as the page gave it to the editor, and the text as it is on disk. */
async function showBefore(
  workspace: Workspace,
  target: LoadedMemory,
): Promise<{ readonly before: string; readonly stored: string }> {
  const text = target.text ?? "";
  const judgement = await judgeText(workspace, `${target.file.id}.md`, { text, vouchedBy: "machine" });
  const masks = await findMasksIn(workspace, target, judgement);
  return { before: coverIn(text, masks), stored: coverIn(text, masks, sayCovered) };
}

/** The text on disk with its secrets covered. The cover differs from the one in the editor, so that the removal of a secret
 * shows as a change. */
async function showStored(workspace: Workspace, { memory, file }: LoadedMemory): Promise<string> {
  const content = memory === null ? "" : renderContent(memory);
  const masks = await findMasks(`${file.id}.md`, content, contextOf(workspace, true));
  return coverIn(content, masks, sayCovered);
}

function sayCovered(value: string): string {
  return `[masked: ${maskSecret(value)}]`;
}
