import { idsOf } from "../memory/file/draft.ts";
import { parseFrontmatter } from "../memory/file/frontmatter.ts";
import { typeOfId } from "../memory/memory.ts";

/** The name of a file without its folder and its ending: the id of the memory in it, which is shown with it. */
export function stemOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
  return name.replace(/\.md$/i, "");
}

// The name of a memory is shown with it: as its id and in its path. Attack: a secret as an id, which is no part of the text.
// In an id words are joined by `_`, which most rules take for a part of the token, so each run of words stands by itself.

/** Of the tokens that could be an id, none has more than four words. */
const WORDS_MAX = 4;

/** The name without folder and ending, and behind it the runs of its words, in paragraphs: what the rules look at. */
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

/** Whether the name is made of the title of this text, as saving does it. It then says nothing that the title does not. */
export function isMadeOfTitle(file: string, text: string): boolean {
  const stem = stemOf(file);
  const type = typeOfId(stem);
  const frontmatter = parseFrontmatter(text);
  if (type === null || frontmatter.kind === "broken") return false;
  const name = frontmatter.entries.find(({ key }) => key === "name")?.value;
  return typeof name === "string" && Object.values(idsOf({ type, name })).includes(stem);
}
