// Memories to take away. Attack: an agent exports what nobody vouched for, to read it past recall; or a line of frontmatter
// that no signature covers travels on under the good name of its memory. So only what describeMemory shows is exported: of
// a memory in use the signed text and its dates, and of a withheld one nothing, unless a person asks for all.

import { renderFile } from "../../memory/file/write-frontmatter.ts";
import type { ExportFormat } from "../../memory/import-source.ts";
import { judgeText } from "../change/judge-text.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { walkMemories } from "../memories/list-memories.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { recordOf } from "./export-record.ts";

export type ExportedFile = { readonly path: string; readonly text: string };

export type Export = {
  readonly memories: readonly DescribedMemory[];
  /** Held back, and why. */
  readonly left: readonly { readonly id: string; readonly why: string }[];
};

export async function gatherExport(workspace: Workspace, all: boolean): Promise<Export> {
  const memories: DescribedMemory[] = [];
  const left: { id: string; why: string }[] = [];
  for (const loaded of walkMemories(workspace, workspace.roots)) {
    const memory = describeMemory(workspace, loaded);
    const why = await findReason(workspace, memory, all);
    if (why === null) memories.push(memory);
    else left.push({ id: memory.id, why });
  }
  return { memories, left };
}

async function findReason(
  workspace: Workspace,
  memory: DescribedMemory,
  all: boolean,
): Promise<string | null> {
  const { standing, body, id } = memory;
  if (!all && standing !== "verified" && standing !== "inferred") return `it is ${standing}`;
  if (body === null) return "it is broken";
  // A rule that came after it was stored may know better: what leaves this machine is looked at once more.
  const text = renderMarkdown(memory);
  const { secrets } = await judgeText(workspace, `${id}.md`, {
    text,
    redactionCounts: standing === "verified",
  });
  return secrets.exit === 0 ? null : "SECRET_DETECTED: it holds a secret";
}

function renderMarkdown(memory: DescribedMemory): string {
  const { name, description, type, category, tags, tier, status } = memory;
  return renderFile(
    {
      name,
      description,
      type,
      category,
      tags: tags.length === 0 ? null : tags,
      "trust-level": tier,
      "last-verified": memory.lastVerified,
      "created-at": memory.createdAt,
      status: status === "active" ? null : status,
      origin: memory.origin,
    },
    memory.body ?? "",
  );
}

/** The files of a folder, in the form that the format has on disk. */
export function toFiles(
  memories: readonly DescribedMemory[],
  format: Exclude<ExportFormat, "json">,
): ExportedFile[] {
  if (format === "markdown") {
    return memories.map((memory) => ({
      path: `${memory.scope}/${memory.id}.md`,
      text: renderMarkdown(memory),
    }));
  }
  const taken = new Set<string>();
  return memories.map((memory) => {
    const { folder, record } = recordOf(memory);
    const id = String(record["id"]);
    // Two types may share a slug; there the name of the file is the identity.
    let unique = id;
    for (let number = 2; taken.has(`${memory.scope}/${folder}/${unique}`); number += 1)
      unique = `${id}-${number}`;
    taken.add(`${memory.scope}/${folder}/${unique}`);
    return {
      path: `${memory.scope}/${folder}/${unique}.json`,
      text: `${JSON.stringify({ ...record, id: unique }, null, 2)}\n`,
    };
  });
}
