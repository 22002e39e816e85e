// The interface of a client's settings file: a text into which our entries are added and from which they are removed. Pure;
// reading, writing and permission are decided elsewhere.

import { join, resolve } from "node:path";
import type { SettingsPaths } from "./hook-event.ts";
import type { HookEntry, Launch } from "./hook-words.ts";

export type SettingsRequest = {
  readonly launch: Launch;
  /** The root of the memories about the user. */
  readonly userRoot: string;
  /** The client's version; null when it is unknown. */
  readonly version: Version | null;
  /** True for the user's settings, false for a project's. */
  readonly isPersons?: boolean;
  /** True when the session's own server was proved on this machine to answer prompts. */
  readonly serverProved?: boolean;
  /** The extras that the user wants besides our hooks, now or before. */
  readonly extras?: readonly Extra[];
  /** The extras that the user has just agreed to. */
  readonly asked?: readonly Extra[];
  /** The text before our entries were added, null without a file; absent when it is unknown. */
  readonly before?: string | null;
};

/** Additions to a client's settings that setup makes only after a separate question. */
export const EXTRAS = ["own-memory-off", "statusline"] as const;
export type Extra = (typeof EXTRAS)[number];

/** Notes that a client keeps by itself, past every validator. */
export type OwnMemory = {
  /** The first version that keeps them by default; null when the user has to turn them on. */
  readonly since: Version | null;
  /** The file with the setting, if it is not the settings file. */
  readonly file?: (surroundings: Surroundings) => string;
  /** The setting that turns them off, as a user would write it. */
  readonly setting: string;
  readonly isOn: (text: string | null, env: Surroundings["env"]) => boolean;
  /** Without `isAsked` only a value of ours that was lost is written again, because a value that turns them on is the
   * user's later choice. */
  readonly turnOff: (text: string, isAsked: boolean) => string;
  /** Restores the setting from the text before our entries, if that is known. */
  readonly turnBack: (text: string, before?: string | null) => string | null;
};

export type Version = readonly [major: number, minor: number, patch: number];

export type EditResult =
  /** Null when there is no such file, or when it should be deleted. */
  | { readonly kind: "edited"; readonly text: string | null }
  | { readonly kind: "refused"; readonly why: string; readonly fix: string };

export type Inspection = {
  readonly entries: readonly HookEntry[];
  /** The entries that install would add, by event or rule. */
  readonly missing: readonly string[];
  /** Hooks of ours with an outdated list of tools. */
  readonly rematched?: readonly string[];
  /** The setting with which the user turned all hooks off. */
  readonly off: string | null;
};

export type Surroundings = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The top of the project; null for the user's own settings. */
  readonly project: string | null;
};

/** The file into which install writes. */
export function placeSettings({ user, moved, project }: SettingsPaths, at: Surroundings): string {
  if (at.project !== null) return join(at.project, project[0] ?? "");
  const elsewhere = moved === undefined ? undefined : at.env[moved.variable];
  return elsewhere ? join(resolve(elsewhere), moved?.paths[0] ?? "") : join(at.home, user[0] ?? "");
}

/** An event as the client would send it. */
export type SampleEvent = { readonly event: string; readonly input: unknown };

/** The session named in a sample event. */
export const SAMPLE_SESSION = "credence-install";

/** The file in which a client keeps the user's MCP servers. */
export type ServerSettings = {
  readonly file: (surroundings: Surroundings) => string;
  readonly merge: (text: string | null, request: SettingsRequest) => EditResult;
  readonly remove: (text: string | null, request: SettingsRequest) => EditResult;
  /** The command line of our server in a text; null when there is none. */
  readonly find: (text: string | null) => readonly string[] | null;
};

/** Our server alone, which is found by its name, so that removing it needs no request. */
export type ServerEntries = ServerSettings & { readonly remove: (text: string | null) => EditResult };

/** For a client that runs a hook only after the user has trusted it. Only the client records that trust. */
export type HookTrust = {
  /** The file in which the client records it. */
  readonly file: (surroundings: Surroundings) => string;
  /** Judges which of our hooks in a settings text the client would not run, by the content of that file. */
  readonly judge: (settings: HookText, noted: string | null) => TrustVerdict;
  /** For each of our hooks: the SHA-256 that the client recorded when the user trusted the hook, and the text from which it
   * computes the hash now. */
  readonly listNoted: (settings: HookText, noted: string | null) => readonly NotedHook[];
  /** The user's remedy. */
  readonly fix: string;
};

/** The settings file has two names if a link leads to it. */
export type HookText = { readonly paths: readonly string[]; readonly text: string | null };

/** An empty hash means that the hook was never trusted. */
export type NotedHook = { readonly hash: string; readonly definition: string };

/** By event. */
export type TrustVerdict = {
  readonly hooks: readonly string[];
  /** Hooks that the user has not trusted in their present form. */
  readonly untrusted: readonly string[];
  /** Hooks that the user turned off in the client. */
  readonly off: readonly string[];
};

/** The form in which a client reads commands that the user types. */
export type CommandForm = {
  /** The path below the client's directory, by the name of a command. */
  readonly path: (name: string) => string;
  readonly form: "markdown" | "toml";
};

export type ClientSettings = {
  /** As in its codec. */
  readonly name: string;
  readonly label: string;
  /** The program that starts it. */
  readonly program: string;
  /** True when asking for its version makes it leave files behind or rewrite its settings. */
  readonly writesWhenAsked?: true;
  /** The oldest version whose hooks meet our needs. */
  readonly since: Version | null;
  /** The directory of the client's settings; if it exists, the client is installed. */
  readonly directory: (surroundings: Surroundings) => string;
  /** The file in which install also sets up an MCP server. */
  readonly server?: ServerSettings;
  readonly trust?: HookTrust;
  readonly ownMemory?: OwnMemory;
  /** True when the user has no status line, so that setup can offer ours. */
  readonly lacksStatusline?: (text: string | null) => boolean;
  /** The files from which it reads commands that the user types. */
  readonly commands?: CommandForm;
  readonly file: (surroundings: Surroundings) => string;
  readonly merge: (text: string | null, request: SettingsRequest) => EditResult;
  readonly remove: (text: string | null, request: SettingsRequest) => EditResult;
  /** Null for a text that cannot be read. */
  readonly inspect: (text: string | null, request: SettingsRequest) => Inspection | null;
  /** The event with which the client asks before it runs this shell command in this directory. */
  readonly sample: (command: string, cwd: string) => SampleEvent;
  /** Its capabilities, in a line. */
  readonly does: string;
  /** Remaining steps for the user, and other notes. */
  readonly notes: readonly string[];
};

export function parseVersion(text: string): Version | null {
  const found = /(\d{1,5})\.(\d{1,5})\.(\d{1,5})/.exec(text);
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])];
}

export function isOlder(version: Version, since: Version): boolean {
  const at = version.findIndex((number, index) => number !== since[index]);
  return at !== -1 && (version[at] ?? 0) < (since[at] ?? 0);
}

// The versions of the clients that our tests drive, which are the newest ones known to run our hooks correctly. `npm run
// verify` fetches them; status, doctor and the start of a session name a client that is newer.

export const TESTED_VERSIONS: Readonly<Record<string, string>> = {
  "claude-code": "2.1.325",
  codex: "0.166.0",
  copilot: "1.0.102",
  gemini: "0.61.0",
  // A version that exists for both platforms.
  opencode: "1.18.18",
  qwen: "0.24.4",
};

/** The names that people use. Kept here, because a hook loads no settings. */
export const CLIENT_LABELS: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  copilot: "GitHub Copilot CLI",
  gemini: "Gemini CLI",
  opencode: "OpenCode",
  qwen: "Qwen Code",
};

/** Cursor's program is on no registry, so no version of it is tested. @returns null when the version is unknown, or not
 * newer. */
export function sayUntested(
  { name, label }: { readonly name: string; readonly label: string },
  version: string | null,
): string | null {
  const tested = TESTED_VERSIONS[name];
  const [theirs, ours] = [parseVersion(version ?? ""), parseVersion(tested ?? "")];
  if (theirs === null || ours === null || !isOlder(ours, theirs)) return null;
  return `${label} ${theirs.join(".")} is newer than what was tested (${tested})`;
}
