// A memory that is not there yet, as a person would sign it: what they see before they do.

import { digestMemory } from "../../memory/file/digest.ts";
import { deriveId, renderDraft, sanitizeDraft } from "../../memory/file/draft.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { judgeText } from "./judge-text.ts";
import { refuseHardFails } from "./refuse-hard-fails.ts";
import type { SaveRequest } from "./save-memory.ts";
import type { Showing } from "./showing.ts";

export async function describeDraft(
  workspace: Workspace,
  { root, draft: given, id: chosen }: SaveRequest,
): Promise<Showing> {
  const draft = sanitizeDraft(given);
  const id = chosen ?? deriveId(draft.type, draft.name);
  const text = renderDraft(draft, { tier: "verified", now: workspace.now, machine: workspace.machineName });
  const judgement = await judgeText(workspace, `${id}.md`, { text, redactionCounts: true });
  refuseHardFails(judgement);
  const parsed = parseMemory(text);
  const memory = parsed.kind === "memory" ? parsed.memory : null;
  return {
    id,
    path: `${root.shown}memories/${id}.md`,
    standing: null,
    age: null,
    memory,
    digest: memory === null ? null : digestMemory(memory),
    text,
    judgement,
    previous: null,
  };
}
