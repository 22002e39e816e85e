// Opens what a use-case works in.

import type { LoadedMemory } from "../../app/memories/load-memory.ts";
import type { Workspace, WorkspaceHints } from "../../app/workspace/workspace.ts";
import type { ParsedConfig } from "../../memory/config/parse-config.ts";
import { CredenceError } from "../../memory/errors.ts";
import { parseInstant } from "../../memory/instant.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "./command.ts";
import { scopeOf, textOf } from "./values.ts";

/** As a test person if the call says so, else as whoever is present. */
export async function openWorkspaceFor(io: Io, call: Call, act = "read"): Promise<Workspace> {
  // Whoever acts may be asked for the passphrase.
  if (act !== "read") io.setEcho?.(false);
  if (call.values["as-test-person"] === true) return openAsPerson(io, call, act);
  return openAsIs(io, call);
}

async function openAsIs(io: Io, call: Call): Promise<Workspace> {
  const { openWorkspace } = await import("../../app/workspace/workspace.ts");
  const { takeStateTroubles } = await import("../../app/workspace/open-records.ts");
  const { lookForLostRoots } = await import("../../app/workspace/lost-roots.ts");
  const { noteGitOf } = await import("../../app/workspace/note-git.ts");
  const { rememberState } = await import("../../app/workspace/made-directories.ts");
  const hints = await hintsFor(io, call);
  const workspace = rememberState(hints, () => openWorkspace(hints));
  noteGitOf(workspace.state.path);
  warnOf(io, workspace.config);
  lookForLostRoots(workspace);
  const { troubles, roots } = workspace;
  return {
    ...workspace,
    // Only then it is known what could not be remembered.
    close: () => {
      workspace.close();
      for (const each of takeStateTroubles(troubles, roots))
        io.err(says`warning: ${each}: credence doctor\n`);
    },
  };
}

/** The same, as a person: at the terminal, with the passphrase of the person key. */
export async function openAsPerson(io: Io, call: Call, act: string): Promise<Workspace> {
  io.setEcho?.(false);
  const { unlockPerson } = await import("../../app/people/unlock-person.ts");
  const asTestPerson = call.values["as-test-person"] === true;
  return unlockPerson(await openAsIs(io, call), { act, io, asTestPerson });
}

/** Refuses where no person is; one who is there is asked later, by unlockFor. */
export async function openForPerson(io: Io, call: Call, act: string): Promise<Workspace> {
  const workspace = await openWorkspaceFor(io, call, act);
  return workspace.presence.kind === "nobody" ? unlockFor(io, workspace, act) : workspace;
}

/** As a person from here on, where a person is there and a person once approved the memory: then only they may change it. */
export async function unlockIfApproved(
  io: Io,
  workspace: Workspace,
  change: WantedChange,
): Promise<Workspace> {
  if (workspace.presence.kind !== "person" || workspace.keys.person !== null) return workspace;
  const { wasEverApproved } = await import("../../memory/law/standing.ts");
  const isTheirs = change.personOnly || change.targets.some(({ input }) => wasEverApproved(input));
  if (!isTheirs) return workspace;
  await change.foresee?.();
  return unlockFor(io, workspace, change.act);
}

/** Refuses where there is no root to ask, with what is wrong with the one that is there. */
export async function requireRootFor(workspace: Workspace): Promise<void> {
  const { requireRoot } = await import("../../app/workspace/workspace.ts");
  requireRoot(workspace);
}

export type WantedChange = {
  readonly targets: readonly LoadedMemory[];
  readonly act: string;
  /** Whoever approved it. */
  readonly personOnly?: boolean;
  /** Refuses what can be refused without the key. */
  readonly foresee?: () => Promise<void>;
};

/** A workspace that is open already, from here on as a person. */
export async function unlockFor(io: Io, workspace: Workspace, act: string): Promise<Workspace> {
  if (workspace.keys.person !== null) return workspace;
  const { unlockPerson } = await import("../../app/people/unlock-person.ts");
  return unlockPerson(workspace, { act, io, asTestPerson: false });
}

/** As a person where one sits at the terminal, who then proves it; else as the machine. */
export async function openAsWhoIsThere(io: Io, call: Call, act: string): Promise<Workspace> {
  const workspace = await openWorkspaceFor(io, call, act);
  const opened = workspace.presence.kind === "nobody" ? workspace : await unlockFor(io, workspace, act);
  // What follows takes long, and an interrupt has to reach it.
  io.setEcho?.(true);
  return opened;
}

export async function hintsFor(io: Io, call: Call): Promise<WorkspaceHints> {
  const { findPresence } = await import("../../app/people/presence.ts");
  return { ...callContext(io, call), presence: findPresence(io) };
}

/** The config alone, for commands that need no root and no keys. */
export async function readConfigFor(io: Io, call: Call): Promise<ParsedConfig> {
  const { locateState } = await import("../../app/workspace/locate-state.ts");
  const { readUnopenedConfig } = await import("../../app/workspace/read-config.ts");
  const read = readUnopenedConfig(locateState(placeHints(io, call)).state);
  warnOf(io, read);
  return read;
}

// From a call to where its use-case works. The one place where options and environment become hints.

/** All but who is there, which takes a look around. */
export function callContext(io: Io, call: Call): Omit<WorkspaceHints, "presence"> {
  const now = textOf(call, "now");
  const instant = now === null ? io.now() : parseInstant(now);
  if (instant === null) throw new CredenceError("USAGE", "--now takes YYYY-MM-DDTHH:MM:SSZ");
  return {
    ...placeHints(io, call),
    root: textOf(call, "root"),
    scope: scopeOf(call),
    now: instant,
    nowIsGiven: now !== null,
    onRemark: (remark) => io.err(says`warning: ${remark.message}: ${remark.hint}\n`),
    onWait: (holder) => io.err(says`waiting: this root is being written to by ${holder}\n`),
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
  for (const warning of warnings) io.err(says`warning: ${warning.message}\n`);
}
