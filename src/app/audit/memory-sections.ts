// What memories point to and is not there: related files of the project, the memory that one replaces, links in a body.

import { existsInProject } from "../workspace/exists-in-project.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { BrokenReference } from "./report.ts";
import type { Surveyed } from "./survey-memory.ts";

/** Only of memories in use: what is withheld points nobody anywhere. */
export function findBrokenReferences(
  { presence }: Workspace,
  surveyed: readonly Surveyed[],
): BrokenReference[] {
  const ids = new Set(surveyed.map(({ item }) => item.id));
  return surveyed
    .filter(({ inUse }) => inUse)
    .flatMap(({ item: { id, scope }, root, relatedFiles, supersedes, links }) => {
      const files = relatedFiles.filter((file) => !existsInProject(root, file));
      const replaced = supersedes === null || ids.has(supersedes) ? [] : [supersedes];
      const linked = links.filter((link) => !ids.has(link));
      const name = (kind: BrokenReference["kind"], targets: readonly string[]): BrokenReference[] =>
        // No signature covers these words of a file, so anybody can have written them: they are for people.
        targets.map((target) => ({ id, scope, kind, target: presence.kind === "person" ? target : null }));
      return [...name("related file", files), ...name("supersedes", replaced), ...name("link", linked)];
    });
}
