// From a call to where its use-case works. The one place where options and environment become hints.

import type { WorkspaceHints } from "../../app/workspace/workspace.ts";
import type { ParsedConfig } from "../../memory/config/parse-config.ts";
import { CredenceError } from "../../memory/errors.ts";
import { parseInstant } from "../../memory/instant.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "./command.ts";
import { scopeOf, textOf } from "./values.ts";

/** All but who is there, which takes a look around. */
export function hintsOf(io: Io, call: Call): Omit<WorkspaceHints, "presence"> {
  const now = textOf(call, "now");
  const instant = now === null ? io.now() : parseInstant(now);
  if (instant === null) throw new CredenceError("USAGE", "--now takes YYYY-MM-DDTHH:MM:SSZ");
  return {
    ...placeHints(io, call),
    root: textOf(call, "root"),
    scope: scopeOf(call),
    now: instant,
    nowIsGiven: now !== null,
  };
}

export function placeHints(
  io: Io,
  call: Call,
): Pick<WorkspaceHints, "cwd" | "home" | "env" | "state" | "cache"> {
  return {
    cwd: io.cwd,
    home: io.home,
    env: io.env,
    state: textOf(call, "state"),
    cache: textOf(call, "cache"),
  };
}

export function warnOf(io: Io, { warnings }: ParsedConfig): void {
  for (const warning of warnings) io.err(`warning: ${renderTerminalLine(warning.message)}\n`);
}
