// Opens a text in the person's editor. The edit is never lost: the file stays until the caller is done with it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CredenceError } from "../memory/errors.ts";

export type Edit = { readonly text: string; readonly path: string; readonly discard: () => void };

export function editText(
  name: string,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Edit {
  const directory = mkdtempSync(join(tmpdir(), "credence-edit-"));
  const path = join(directory, name);
  writeFileSync(path, text, { mode: 0o600 });
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  // The variable holds a command line of the person's own, as every program that reads it assumes.
  const { status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], { stdio: "inherit" });
  if (status !== 0) {
    throw new CredenceError(
      "USAGE",
      `${editor} ended with ${status ?? "a signal"}`,
      `your text is in ${path}`,
    );
  }
  const discard = (): void => rmSync(directory, { recursive: true });
  return { text: readFileSync(path, "utf8"), path, discard };
}
