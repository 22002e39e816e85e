// A machine's change to what a person approved: the target stays byte for byte, and a new inferred memory says what it
// would replace. It never hides its target.
//
// Attack: a text that was changed behind a person's back, proposed anew with one word added, and so signed by this machine.
// What nobody vouches for as it stands is not copied.

import { type DigestedContent, digestMemory } from "../memory/digest.ts";
import { CredenceError } from "../memory/errors.ts";
import { FILE_NAME_BYTES_MAX } from "../memory/limits.ts";
import { parseMemory } from "../memory/parse-memory.ts";
import type { LoadedMemory } from "./load-memory.ts";
import { type SaveOutcome, saveMemory } from "./save-memory.ts";
import type { Workspace } from "./workspace.ts";

const DIGEST_CHARS = 8;

/** `text` is the target's file as the change would make it. */
export async function proposeChange(
  workspace: Workspace,
  { root, file, standing }: LoadedMemory,
  text: string,
): Promise<SaveOutcome> {
  if (standing.standing !== "verified" && standing.standing !== "inferred") {
    throw new CredenceError(
      "NEEDS_PERSON",
      `nobody you trust vouched for ${file.id} as it stands, so only a person can edit it`,
    );
  }
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") {
    throw new CredenceError("INVALID_MEMORY", parsed.problems[0]?.message ?? "the text is no memory");
  }
  const { type, name, description, category, tags, body, relatedFiles, taint } = parsed.memory;
  return saveMemory(workspace, {
    root,
    id: nameProposal(file.id, parsed.memory),
    draft: {
      type,
      name,
      description,
      category,
      tags,
      body,
      origin: "inference",
      relatedFiles,
      session: null,
      taint,
      confidence: null,
      supersedes: file.id,
    },
  });
}

/** Made from the content: the same proposal twice is one memory, another one is another. */
export function nameProposal(target: string, memory: DigestedContent): string {
  const suffix = `_change_${digestMemory(memory).slice(0, DIGEST_CHARS)}`;
  const stem = `${memory.type}${target.slice(target.indexOf("_"))}`;
  return `${stem.slice(0, FILE_NAME_BYTES_MAX - ".md".length - suffix.length)}${suffix}`;
}
