// The command that a message prints, and a person who types it.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import { type OldHome, startSession } from "./old-home.ts";

/** What the person reads when the next session begins. */
export function readSession(project: OldHome, session: string): string {
  return String(JSON.parse(startSession(project, session)).systemMessage);
}

/** The one that a message ends with. */
export function commandIn(message: string): string {
  const command = /\b(credence (?:install|upgrade)(?: \/\S+)?)$/m.exec(message)?.[1];
  assert.ok(command !== undefined, message);
  return command;
}

/** In a shell that finds this package's `credence`, as npm puts it on PATH. */
export function typeCommand(project: OldHome, path: string, command: string): string {
  const directory = join(project.base, "bin");
  mkdirSync(directory, { recursive: true });
  const text = `#!/bin/sh\nexec ${process.execPath} ${join(path, "dist/credence.cjs")} "$@"\n`;
  writeFileSync(join(directory, "credence"), text, { mode: 0o700 });
  const env = { ...project.env, PATH: `${directory}:/usr/bin:/bin` };
  return expectDone(runProcess(["/bin/sh", "-c", command], { cwd: project.top, env })).stdout;
}

/** The program that the launcher names. */
export function namedProgram({ state }: OldHome): string {
  return /\nprogram=(.*)\n/.exec(readFileSync(join(state, "launch"), "utf8"))?.[1] ?? "";
}
