// A memory as a person left it in their editor: what of the file is theirs to change, and nothing else of it.

import { CredenceError } from "../../memory/errors.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Confirm } from "./showing.ts";
import { type UpdateOutcome, updateMemory } from "./update-memory.ts";

export async function updateFromText(
  workspace: Workspace,
  target: LoadedMemory,
  { text, confirm }: { readonly text: string; readonly confirm: Confirm },
): Promise<UpdateOutcome> {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") {
    throw new CredenceError("INVALID_MEMORY", parsed.problems[0]?.message ?? "the text is no memory");
  }
  const { name, description, category, tags, relatedFiles, body } = parsed.memory;
  return updateMemory(workspace, target, {
    ifDigest: target.digest,
    update: { name, description, category, tags, relatedFiles, body, isWhole: true },
    confirm,
  });
}
