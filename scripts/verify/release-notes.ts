// What a release says about itself: the part of the changelog that is about it, and whether every place that names the version
// names the same.

import { readFileSync } from "node:fs";

/** The changelog as the package takes it along: what was `Unreleased (0.2.0)` is `0.2.0` from now on. */
export function nameRelease(version: string, changelog: string): string {
  return changelog
    .split("\n")
    .map((line) => (line.trim() === `## Unreleased (${version})` ? `## ${version}` : line))
    .join("\n");
}

/** @returns null when the changelog has no such part. */
export function readNotes(version: string, changelog: string): string | null {
  const own = partsOf(changelog).find(({ heading }) => heading === version);
  if (own === undefined || own.text === "") return null;
  return `# Credence ${version}\n\n${own.text}\n\nHow to upgrade, and how to go back: docs/upgrade.md\n`;
}

/** What is left to do before this version can be released. */
export function sayUnreleasable(version: string, changelog: string): string[] {
  const versionIn = (path: string): unknown => JSON.parse(readFileSync(path, "utf8")).version;
  const named = ["package.json", "package-lock.json", "plugin/.claude-plugin/plugin.json"];
  const parts = partsOf(changelog);
  const open = parts.filter(({ heading, text }) => heading.startsWith("Unreleased") && text !== "");
  const own = parts.filter(({ heading }) => heading === version);
  return [
    ...named.filter((path) => versionIn(path) !== version).map((path) => `${path} does not say ${version}`),
    ...(readNotes(version, changelog) === null ? [`CHANGELOG.md says nothing about ${version}`] : []),
    ...(own.length > 1 ? [`CHANGELOG.md has ${own.length} parts ${version}`] : []),
    ...open.map(({ heading }) => `CHANGELOG.md has changes under "${heading}", and this is ${version}`),
  ];
}

function partsOf(changelog: string): { readonly heading: string; readonly text: string }[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      return { heading: heading.trim(), text: lines.join("\n").trim() };
    });
}
