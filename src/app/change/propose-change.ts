// A machine's change to what a person approved: the target stays byte for byte, and a new inferred memory says what it
// would replace. It never hides its target.
//
// Attack: a text that was changed behind a person's back, proposed anew with one word added, and so signed by this machine.
// What nobody vouches for as it stands is not copied. Neither is what a person redacted: the copy would be a machine's, and
// the validators would tell it the beginning of the secret.

import { CredenceError } from "../../memory/errors.ts";
import { type DigestedContent, digestMemory } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import type { Memory } from "../../memory/memory.ts";
import { extendId } from "../../memory/memory-id.ts";
import { hideRedacted } from "../../memory/text/redacted.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type SaveOutcome, saveMemory } from "./save-memory.ts";

const DIGEST_CHARS = 8;

/** `text` is the target's file as the change would make it. */
export async function proposeChange(
  workspace: Workspace,
  { root, file, standing, memory }: LoadedMemory,
  text: string,
): Promise<SaveOutcome> {
  if (standing.standing !== "verified" && standing.standing !== "inferred") {
    const why = `nobody you trust vouched for ${file.id} as it stands, so only a person can edit it`;
    throw new CredenceError("NEEDS_PERSON", why);
  }
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") {
    throw new CredenceError("INVALID_MEMORY", parsed.problems[0]?.message ?? "the text is no memory");
  }
  if (memory !== null && keepsRedacted(memory, parsed.memory)) {
    const why = `${file.id} holds what a person redacted, so only a person can edit it`;
    throw new CredenceError("NEEDS_PERSON", why);
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

function keepsRedacted(from: Memory, to: Memory): boolean {
  const wordsOf = ({ name, description, tags, body }: Memory) => [name, description, ...tags, body];
  const words = new Set(wordsOf(to));
  return wordsOf(from).some((each) => hideRedacted(each) !== each && words.has(each));
}

/** Made from the content: the same proposal twice is one memory, another one is another. */
export function nameProposal(target: string, memory: DigestedContent): string {
  const stem = `${memory.type}${target.slice(target.indexOf("_"))}`;
  return extendId(stem, `_change_${digestMemory(memory).slice(0, DIGEST_CHARS)}`);
}
