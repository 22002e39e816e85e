// Opens a text in the user's editor, in a temporary directory that only this user can read. The edit is never lost: its file exists
// before the editor starts, and it stays, with its path printed, until the caller is done with it.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { type Frontmatter, parseFrontmatter } from "../../memory/file/frontmatter.ts";
import { writing } from "../../store/fs-failure.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";

export type Edit = {
  readonly path: string;
  /** Runs the editor on the present file and returns its content; empty when the file is gone. */
  readonly open: (env: Readonly<Record<string, string | undefined>>) => string;
  readonly discard: () => void;
};

export function beginEdit({ file }: Pick<LoadedMemory, "file">, text: string): Edit {
  const directory = writing("a temporary directory", () => mkdtempSync(join(tmpdir(), "credence-edit-")));
  const path = join(directory, `${file.id}.md`);
  writeFileSync(path, text, { mode: 0o600 });
  return {
    path,
    open: (env) => {
      runEditor(path, env["VISUAL"] || env["EDITOR"] || "vi");
      const edited = existsSync(path) ? readFileSync(path, "utf8") : "";
      refuseFixedChanges(text, edited);
      return edited;
    },
    discard: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Extends a refusal with the path of the edit, if the file still exists. */
export function sayWhereKept(error: unknown, { path }: Edit): unknown {
  if (!(error instanceof CredenceError) || !existsSync(path)) return error;
  return new CredenceError(error.code, error.message, `${error.hint}; your text is in ${path}`);
}

/** Refuses an edit of fields that have commands of their own. */
export function refuseFixedChanges(before: string, after: string): void {
  const fixed = findFixedChanges(before, after);
  if (fixed.length === 0) return;
  throw new CredenceError(
    "USAGE",
    `an edit cannot change ${fixed.join(", ")}`,
    "you can edit name, description, category, tags, cues, contradicts, related-files and the body; nothing was changed",
  );
}

function runEditor(path: string, editor: string): void {
  // The variable holds a command line of the user's own, as every program that reads it assumes.
  const { status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], { stdio: "inherit" });
  if (status === 0) return;
  throw new CredenceError(
    "USAGE",
    `${editor} ended with ${status ?? "a signal"}`,
    "set EDITOR to your editor",
  );
}

// Fields that an edit of the whole text would change but cannot: an edit signs the words of a memory, while its type, dates
// and standing have commands of their own. They are named, so that no typed change is lost silently.

const OPEN_KEYS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "category",
  "tags",
  "cues",
  "contradicts",
  "related-files",
]);

/** The changed keys, and `a comment`. Broken frontmatter is refused elsewhere. */
function findFixedChanges(before: string, after: string): readonly string[] {
  const [old, edited] = [parseFrontmatter(before), parseFrontmatter(after)];
  if (old.kind === "broken" || edited.kind === "broken") return [];
  const [was, is] = [fixedValues(old), fixedValues(edited)];
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const kept = new Set(edited.entries.map(({ key }) => key));
  const isCommented = commentsOf(before, old, kept) !== commentsOf(after, edited, kept);
  return isCommented ? [...keys, "a comment"] : keys;
}

function fixedValues({ entries }: Frontmatter): ReadonlyMap<string, string> {
  const fixed = entries.filter(({ key }) => !OPEN_KEYS.has(key));
  return new Map(fixed.map(({ key, value }) => [key, JSON.stringify(value)]));
}

/** The text outside of the values. A comment behind a key that the edit removes goes together with the key. */
function commentsOf(text: string, { entries, closing }: Frontmatter, kept: ReadonlySet<string>): string {
  let rest = "";
  let at = 0;
  for (const { key, lineStart, valueEnd, lineEnd } of entries) {
    rest += text.slice(at, lineStart) + (kept.has(key) ? text.slice(valueEnd, lineEnd) : "");
    at = lineEnd;
  }
  const lines = `${rest}${text.slice(at, closing)}`.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line.startsWith("#"))
    .sort()
    .join("\n");
}
