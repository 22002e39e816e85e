import { idsOf } from "../memory/file/draft.ts";
import { parseFrontmatter } from "../memory/file/frontmatter.ts";
import { typeOfId } from "../memory/memory.ts";

/** The name of a file without its folder and its extension: the id of its memory, which is shown with the memory. */
export function stemOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
  return name.replace(/\.md$/i, "");
}

// Secrets in the name of a memory, which is shown as its id and in its path.
//
// Attack: a secret as an id, outside of the text. In an id words are joined by `_`, which most rules take for a part of a
// token, so each run of words is scanned alone.

/** No token that could be an id has more than four words. */
const WORDS_MAX = 4;

/** The name without folder and extension, followed by the runs of its words in paragraphs, for the rules. */
export function renderNameRuns(file: string): string {
  const stem = stemOf(file);
  const words = stem.split("_");
  const runs = new Set([stem]);
  for (let at = 0; at < words.length; at += 1) {
    const last = Math.min(at + WORDS_MAX, words.length);
    for (let end = at + 1; end <= last; end += 1) runs.add(words.slice(at, end).join("_"));
  }
  return [...runs].join("\n\n");
}

/** True when the name is derived from the title of this text, as saving derives it. The name then says nothing that the
 * title does not. */
export function isMadeOfTitle(file: string, text: string): boolean {
  const stem = stemOf(file);
  const type = typeOfId(stem);
  const frontmatter = parseFrontmatter(text);
  if (type === null || frontmatter.kind === "broken") return false;
  const name = frontmatter.entries.find(({ key }) => key === "name")?.value;
  return typeof name === "string" && Object.values(idsOf({ type, name })).includes(stem);
}
