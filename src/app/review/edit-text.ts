// Opens a text in the person's editor. The edit is never lost: its file is there before the editor is, and stays until the
// caller is done with it.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { findFixedChanges } from "./find-fixed-changes.ts";

export type Edit = {
  readonly path: string;
  /** Runs the editor on the file as it is now, and says what is in it afterwards; empty where the file is gone. */
  readonly open: (env: Readonly<Record<string, string | undefined>>) => string;
  readonly discard: () => void;
};

export function beginEdit(name: string, text: string): Edit {
  const directory = mkdtempSync(join(tmpdir(), "credence-edit-"));
  const path = join(directory, name);
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

/** A refusal that also says where the edit is, if there still is one. */
export function sayWhereKept(error: unknown, { path }: Edit): unknown {
  if (!(error instanceof CredenceError) || !existsSync(path)) return error;
  return new CredenceError(error.code, error.message, `${error.hint}; your text is in ${path}`);
}

function refuseFixedChanges(before: string, after: string): void {
  const fixed = findFixedChanges(before, after);
  if (fixed.length === 0) return;
  throw new CredenceError(
    "USAGE",
    `an edit cannot change ${fixed.join(", ")}`,
    "it changes name, description, category, tags, related-files and the text below them; nothing was changed",
  );
}

function runEditor(path: string, editor: string): void {
  // The variable holds a command line of the person's own, as every program that reads it assumes.
  const { status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], { stdio: "inherit" });
  if (status === 0) return;
  throw new CredenceError(
    "USAGE",
    `${editor} ended with ${status ?? "a signal"}`,
    "set EDITOR to your editor",
  );
}
