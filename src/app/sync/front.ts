// The branch `main` of a remote: a page for whoever opens the repository, and the root's id.

import type { OpenRoot } from "../workspace/workspace.ts";

const README = `# Memories, as they travel

This repository carries memories between machines. Each machine has a branch of its own, \`m/…\`, with the statements and texts that
it has; nothing here is meant to be read or edited by hand. \`credence sync --remote URL\` connects a machine, and
\`credence export\` writes memories as files to read.
`;

export function frontOf({ id }: Pick<OpenRoot, "id">): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ["README.md", Buffer.from(README)],
    ["root.json", Buffer.from(`${JSON.stringify({ v: 2, root: id })}\n`)],
  ]);
}
