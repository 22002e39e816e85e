// The page's own directory in machine state, for its owner alone. A redirect file in it carries the ticket of a launch from
// this process to the browser.
//
// Attack: the ticket is in an argument, which every user of the machine can read, or in an address, which a log or a
// history keeps. So the browser gets the path of a file that only its owner can read, and the file redirects to the address
// with the ticket behind `#`, which no browser sends.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { removeQuietly, writeNewFile } from "../../../store/durable.ts";
import { writing } from "../../../store/fs-failure.ts";
import { ensurePrivate, type StateDirectory } from "../../../store/state-directory.ts";

export function openPageDirectory(state: StateDirectory): string {
  return ensurePrivate(join(state.path, "page"));
}

export type Redirect = { readonly path: string; readonly remove: () => void };

/** `address` contains only characters without a meaning in HTML or a script. */
export function writeRedirect(state: StateDirectory, address: string): Redirect {
  if (!/^http:\/\/127\.0\.0\.1:\d{1,5}\/#[\w-]+$/.test(address))
    throw new TypeError("not an address of the page");
  const path = join(openPageDirectory(state), `open-${randomBytes(9).toString("hex")}.html`);
  writing("machine state", () => writeNewFile(path, renderRedirect(address), 0o600));
  return { path, remove: () => removeQuietly(path) };
}

function renderRedirect(address: string): string {
  return [
    "<!doctype html>",
    '<meta charset="utf-8">',
    '<meta name="referrer" content="no-referrer">',
    "<title>Credence</title>",
    `<script>location.replace(${JSON.stringify(address)});</script>`,
    "<p>Credence opens here. If it does not, press <b>o</b> at its terminal.</p>",
    "",
  ].join("\n");
}

/** Removes redirect files of killed processes: a file older than its ticket is useless. */
export function removeOldRedirects(
  state: StateDirectory,
  { now, ageMs }: { now: number; ageMs: number },
): void {
  const directory = openPageDirectory(state);
  for (const name of readdirSync(directory).filter((each) => /^open-[0-9a-f]+\.html$/.test(each))) {
    const path = join(directory, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now };
    if (now - mtimeMs > ageMs) removeQuietly(path);
  }
}

// Opens a file of ours in the user's browser. The only argument is its path, because every user of the machine can read
// arguments.

/** Calls `onFailure` only when the browser cannot be opened. */
export function openBrowser(path: string, env: NodeJS.ProcessEnv, onFailure: (why: string) => void): void {
  const program = platform() === "darwin" ? "/usr/bin/open" : "xdg-open";
  const child = spawn(program, [path], { stdio: "ignore", detached: true, env });
  child.on("error", () => onFailure(`${program} is not there`));
  child.on("exit", (code) => code !== 0 && onFailure(`${program} ended with ${code ?? "a signal"}`));
  child.unref();
}
