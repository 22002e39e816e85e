// Two files at the top of a shared root, for people who meet it in a repository or a pull request: what this is, and how git
// shows it. Written where there is none; a file of that name that a person wrote stays as it is.
//
// `attest/` is signed by the byte and named by content, so git never changes its line ends, never shows it as text, and never
// merges two of its files.

import { join } from "node:path";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { findEntry } from "../../store/paths.ts";
import { modesOf, type RootKind } from "../../store/root-files.ts";

const README = `# Memories of this project

Coding agents that work on this repository are given what is written here: decisions,
constraints, preferences, steps that worked. Each is one Markdown file in \`memories/\`.
Credence keeps them.

In a pull request, read a changed memory as you read code: is it true, and may everybody who
has the repository know it? Merging it brings it into use on nobody's machine. There it waits
until its reader has approved it, or trusts the person who did.

| here | what it is |
|---|---|
| \`memories/\` | one memory per file; \`credence edit ID\` changes one and signs it |
| \`quarantine/\` | memories that were taken out of use; no agent is shown them |
| \`attest/\` | signed statements about memories; nothing to read or to edit |
| \`team/\` | who works here, with the keys they sign with |

\`credence review\` shows what waits for you, and asks which text holds where git left conflict
markers; \`credence team\` shows whom you trust. \`credence help all\` lists the rest.
`;

const ATTRIBUTES = `# How git shows the memories here. Credence wrote this; a change of yours stays.
memories/*.md text eol=lf
quarantine/*.md text eol=lf
attest/** -text -diff linguist-generated gitlab-generated
team/** -text linguist-generated gitlab-generated
root.json -text -merge
`;

const PAPERS: Readonly<Record<string, string>> = { "README.md": README, ".gitattributes": ATTRIBUTES };

type Place = { readonly kind: RootKind; readonly path: string };

export type Papers = {
  readonly written: readonly string[];
  /** Somebody's own, in whose place nothing is written. */
  readonly others: readonly string[];
};

/** Whoever has no repository to share needs none. */
export function writePapers(place: Place): Papers {
  const missing = findMissing(place);
  for (const name of missing) {
    const path = join(place.path, name);
    writing(path, () => replaceFile(path, PAPERS[name] ?? "", modesOf(place).file));
  }
  const others = place.kind === "shared" ? Object.keys(PAPERS).filter((name) => !isOurs(place, name)) : [];
  return { written: missing, others };
}

function findMissing({ kind, path }: Place): string[] {
  if (kind !== "shared") return [];
  return Object.keys(PAPERS).filter((name) => findEntry(join(path, name)) === null);
}

function isOurs({ path }: Place, name: string): boolean {
  const content = readFileContent(join(path, name));
  return content.kind === "bytes" && Buffer.from(PAPERS[name] ?? "").equals(content.bytes);
}
