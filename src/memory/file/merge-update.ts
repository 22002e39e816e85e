// What an update may change. Id, type and created-at never change; tags and related files grow, so that a change of one
// sentence cannot lose what others found out.

import { TAGS_MAX } from "../limits.ts";
import type { Category, Memory } from "../memory.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { type FrontmatterChanges, rewriteFrontmatter } from "./write-frontmatter.ts";

export type Update = {
  readonly name: string | null;
  readonly description: string | null;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly relatedFiles: readonly string[];
  readonly body: string | null;
  /** The whole text was edited: tags and files are what it says, not what it adds. */
  readonly isWhole: boolean;
};

/** Keys to rewrite; an absent field of the update leaves the file's alone. */
export function mergeUpdate(
  memory: Memory,
  update: Update,
  exists: (relatedFile: string) => boolean,
): FrontmatterChanges {
  const tags = unique([...(update.isWhole ? [] : memory.tags), ...update.tags]).slice(0, TAGS_MAX);
  const kept = update.isWhole ? [] : memory.relatedFiles.filter(exists);
  const relatedFiles = unique([...kept, ...update.relatedFiles]);
  return {
    ...(update.name === null ? {} : { name: update.name }),
    ...(update.description === null ? {} : { description: update.description }),
    // An edit of the whole text may also take the category away.
    ...(update.category === null && !update.isWhole ? {} : { category: update.category }),
    ...(tags.length === 0 && memory.tags.length === 0 ? {} : { tags: tags.length === 0 ? null : tags }),
    ...(relatedFiles.length === 0 && memory.relatedFiles.length === 0
      ? {}
      : { "related-files": relatedFiles.length === 0 ? null : relatedFiles }),
  };
}

/** The file with some keys changed and, where one is given, another body. Null where its frontmatter is broken. */
export function rewriteFile(text: string, changes: FrontmatterChanges, body: string | null): string | null {
  const rewritten = rewriteFrontmatter(text, changes);
  if (rewritten === null || body === null) return rewritten;
  const frontmatter = parseFrontmatter(rewritten);
  return frontmatter.kind === "broken" ? null : `${rewritten.slice(0, frontmatter.bodyStart)}${body}`;
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
