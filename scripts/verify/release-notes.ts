// What a release says about itself: the part of the changelog that is about it, and whether every place that names the version
// names the same.

import { readFileSync } from "node:fs";

/** @returns null when the changelog has no such part. */
export function readNotes(version: string, changelog: string): string | null {
  const parts = changelog.split(/^## /m).slice(1);
  const own = parts.find((part) => part.split("\n")[0]?.trim() === version);
  return own === undefined
    ? null
    : `# Credence ${own.trim()}\n\nHow to upgrade, and how to go back: docs/upgrade.md\n`;
}

/** What is left to do before this version can be released. */
export function sayUnreleasable(version: string, changelog: string): string[] {
  const versionIn = (path: string): unknown => JSON.parse(readFileSync(path, "utf8")).version;
  const named = ["package.json", "package-lock.json", "plugin/.claude-plugin/plugin.json"];
  const unreleased = changelog.split(/^## /m).find((part) => part.startsWith("Unreleased"));
  const rest = unreleased?.replace("Unreleased", "").trim() ?? "";
  return [
    ...named.filter((path) => versionIn(path) !== version).map((path) => `${path} does not say ${version}`),
    ...(readNotes(version, changelog) === null ? [`CHANGELOG.md has no part ${version}`] : []),
    ...(rest === "" ? [] : ["CHANGELOG.md has changes under Unreleased"]),
  ];
}
