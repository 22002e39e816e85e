// What a reader of a memory is told about a file that the memory cites: it is gone, or it changed since the text was vouched for.
// A fact beside the text, never a reason to withhold it.

import { renderPath } from "./render-path.ts";

export type CitedFile = {
  readonly path: string;
  readonly kind: "gone" | "changed";
  /** How many commits have been made since it last changed. */
  readonly commits: number;
};

/** One is named: one that is gone, or the one that changed last. @returns null when there is none. */
export function renderCited(files: readonly CitedFile[]): string | null {
  const [first, ...more] = files.toSorted(byWeight);
  if (first === undefined) return null;
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return `cites ${renderPath(first.path, "project")}, ${sayFate(first)}${others}`;
}

function byWeight(a: CitedFile, b: CitedFile): number {
  return Number(b.kind === "gone") - Number(a.kind === "gone") || a.commits - b.commits;
}

function sayFate({ kind, commits }: CitedFile): string {
  if (kind === "gone") return "which is gone";
  if (commits === 0) return "changed in the last commit";
  return `changed ${commits} commit${commits === 1 ? "" : "s"} ago`;
}
