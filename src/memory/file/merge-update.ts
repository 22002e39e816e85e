// What an update may change. Id, type and created-at never change; tags and related files grow, so that a change of one
// sentence cannot lose what others found out. Cues that are given replace the old ones: more than six help nobody.

import { textsIn } from "../json.ts";
import { TAINTS_MAX } from "../limits.ts";
import type { Memory } from "../memory.ts";
import type { Draft } from "./draft.ts";
import { FIELDS, type Field, listSettable, toFileValue, type UpdatedFields } from "./fields.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { type FrontmatterChanges, rewriteFrontmatter } from "./write-frontmatter.ts";

export type Update = UpdatedFields & {
  readonly body: string | null;
  /** The whole text was edited: tags and files are what it says, not what it adds. */
  readonly isWhole: boolean;
};

export const BLANK_UPDATE: Update = {
  name: null,
  description: null,
  category: null,
  tags: [],
  cues: [],
  contradicts: [],
  relatedFiles: [],
  body: null,
  isWhole: false,
};

/** All that an update may change, as this memory or draft has it. */
export function contentUpdate(
  from: Memory | Draft,
): Omit<Update, "isWhole"> & Pick<Draft, "name" | "description" | "body"> {
  const { name, description, category, tags, cues, contradicts, relatedFiles, body } = from;
  return { name, description, category, tags, cues, contradicts, relatedFiles, body };
}

/** Keys to rewrite; an absent field of the update leaves the file's alone. */
export function mergeUpdate(
  memory: Memory,
  update: Update,
  exists: (relatedFile: string) => boolean,
): FrontmatterChanges {
  const held: Readonly<Record<string, unknown>> = memory;
  const given: Readonly<Record<string, unknown>> = update;
  const changes = listSettable(FIELDS).map(([key, field]): FrontmatterChanges => {
    const [before, now] = [held[field.property], given[field.property]];
    if (field.update === "replaced") {
      // An edit of the whole text may also take away what need not be there.
      const isTaken = update.isWhole && field.absent !== "fails";
      return now === null && !isTaken ? {} : { [key]: toFileValue(field, now) };
    }
    const [old, more] = [textsIn(before), textsIn(now)];
    if (field.update === "replaced where given" && more.length === 0 && !update.isWhole) return {};
    const items = mergeItems(field, { old, more, isWhole: update.isWhole }, exists);
    return items.length === 0 && old.length === 0 ? {} : { [key]: toFileValue(field, items) };
  });
  return Object.assign({}, ...changes);
}

type Items = { readonly old: readonly string[]; readonly more: readonly string[]; readonly isWhole: boolean };

function mergeItems(
  field: Field,
  { old, more, isWhole }: Items,
  exists: (relatedFile: string) => boolean,
): readonly string[] {
  if (isWhole || field.update === "replaced where given") return unique(more);
  const kept = field.update === "grows while it exists" ? old.filter(exists) : old;
  const grown = unique([...kept, ...more]);
  // Files that are too many are refused, for each of them may be the one that matters; tags are cut.
  return field.kind === "tags" ? grown.slice(0, field.itemsMax) : grown;
}

/** @returns the file with some keys changed and, if one is given, another body; null when its frontmatter is broken. */
export function rewriteFile(text: string, changes: FrontmatterChanges, body: string | null): string | null {
  const rewritten = rewriteFrontmatter(text, changes);
  if (rewritten === null || body === null) return rewritten;
  const frontmatter = parseFrontmatter(rewritten);
  return frontmatter.kind === "broken" ? null : `${rewritten.slice(0, frontmatter.bodyStart)}${body}`;
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}

// What a text came from, where other words than the person's were in the context.

/** Stands for those that are more than a memory can name. */
const MORE_TAINTS = "others";

/** Every source that is known so far and every further one, as many as a memory can name. */
export function addTaint(known: readonly string[], more: readonly string[]): string[] {
  const all = [...new Set([...known, ...more])];
  if (all.length <= TAINTS_MAX) return all;
  return [...all.filter((name) => name !== MORE_TAINTS).slice(0, TAINTS_MAX - 1), MORE_TAINTS];
}
