// From a call to what its use-case works in. The one place where options and environment become hints.

import type { Workspace, WorkspaceHints } from "../app/workspace.ts";
import type { ParsedConfig } from "../memory/config.ts";
import { CredenceError } from "../memory/errors.ts";
import { parseInstant } from "../memory/instant.ts";
import { SCOPES, type Scope } from "../memory/memory.ts";
import { renderTerminalLine } from "../memory/render-terminal.ts";
import type { Call, Io } from "./command.ts";

/** As a test person where the call says so, else as whoever is there. */
export async function openFor(io: Io, call: Call, act = "read"): Promise<Workspace> {
  return call.values["as-test-person"] === true ? openAsPerson(io, call, act) : openAsIs(io, call);
}

async function openAsIs(io: Io, call: Call): Promise<Workspace> {
  const { openWorkspace } = await import("../app/workspace.ts");
  const workspace = openWorkspace(await hintsFor(io, call));
  warn(io, workspace.config);
  return workspace;
}

/** The same, as a person: at the terminal, with the passphrase of the person key. */
export async function openAsPerson(io: Io, call: Call, act: string): Promise<Workspace> {
  const { unlockPerson } = await import("../app/unlock-person.ts");
  const asTestPerson = call.values["as-test-person"] === true;
  return unlockPerson(await openAsIs(io, call), { act, ask: io.askSecret, env: io.env, asTestPerson });
}

export async function hintsFor(io: Io, call: Call): Promise<WorkspaceHints> {
  const { findPresence } = await import("../app/find-presence.ts");
  const now = textOf(call, "now");
  const instant = now === null ? io.now() : parseInstant(now);
  if (instant === null) throw new CredenceError("USAGE", "--now takes YYYY-MM-DDTHH:MM:SSZ");
  return {
    ...placeHints(io, call),
    root: textOf(call, "root"),
    scope: scopeOf(call),
    presence: findPresence(io),
    now: instant,
    nowIsGiven: now !== null,
  };
}

/** The config alone, for commands that need no root and no keys. */
export async function readConfigFor(io: Io, call: Call): Promise<ParsedConfig> {
  const { locateState } = await import("../app/locate-state.ts");
  const { readUnopenedConfig } = await import("../app/read-config.ts");
  const read = readUnopenedConfig(locateState(placeHints(io, call)).state);
  warn(io, read);
  return read;
}

export function textOf(call: Call, name: string): string | null {
  const value = call.values[name];
  return typeof value === "string" ? value : null;
}

export function scopeOf(call: Call): Scope | null {
  const given = textOf(call, "scope");
  const scope = SCOPES.find((each) => each === given) ?? null;
  if (given !== null && scope === null) throw new CredenceError("USAGE", "--scope is project or user");
  return scope;
}

/** A list on the command line: `--tags a,b`. */
export function listOf(call: Call, name: string): string[] {
  return (textOf(call, name) ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function placeHints(io: Io, call: Call): Pick<WorkspaceHints, "cwd" | "home" | "env" | "state" | "cache"> {
  return {
    cwd: io.cwd,
    home: io.home,
    env: io.env,
    state: textOf(call, "state"),
    cache: textOf(call, "cache"),
  };
}

function warn(io: Io, { warnings }: ParsedConfig): void {
  for (const warning of warnings) io.err(`warning: ${renderTerminalLine(warning.message)}\n`);
}
