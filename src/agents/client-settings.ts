// What a client's settings file is to us: a text that gets our entries and loses them again. Pure; who reads and writes the
// file, and whether anybody may, is not decided here.

import { join, resolve } from "node:path";
import type { SettingsPaths } from "./hook-event.ts";
import type { HookEntry, Launch } from "./hook-words.ts";

export type SettingsRequest = {
  readonly launch: Launch;
  /** Where the memories about the person lie. */
  readonly userRoot: string;
  /** Of the client, where it is known. */
  readonly version: Version | null;
  /** The settings are the person's, and not a project's. */
  readonly isPersons?: boolean;
  /** The session's own server answers prompts: it was proved on this machine. */
  readonly serverProved?: boolean;
  /** What the person wants besides our hooks, now or before. */
  readonly extras?: readonly Extra[];
  /** Those to which they have just said yes. */
  readonly asked?: readonly Extra[];
  /** The text before our entries came, null when there was no file; absent where that is not known. */
  readonly before?: string | null;
};

/** What setup adds to a client's settings only after a question of its own. */
export const EXTRAS = ["own-memory-off", "statusline"] as const;
export type Extra = (typeof EXTRAS)[number];

/** Notes that a client keeps by itself, past every validator. */
export type OwnMemory = {
  /** The first version that keeps them unasked; null where the person has to turn it on. */
  readonly since: Version | null;
  /** Where that is set, if not in the settings file. */
  readonly file?: (surroundings: Surroundings) => string;
  /** What turns it off, as a person would write it. */
  readonly setting: string;
  readonly isOn: (text: string | null, env: Surroundings["env"]) => boolean;
  /** Without a question only what came from us and went: what says yes was the person's since. */
  readonly turnOff: (text: string, isAsked: boolean) => string;
  /** As the text had it before our entries came, where that is known. */
  readonly turnBack: (text: string, before?: string | null) => string | null;
};

export type Version = readonly [major: number, minor: number, patch: number];

export type Edited =
  /** Null: there is no such file, or it should go. */
  | { readonly kind: "edited"; readonly text: string | null }
  | { readonly kind: "refused"; readonly why: string; readonly fix: string };

export type Inspection = {
  readonly entries: readonly HookEntry[];
  /** What install would add, by event or rule. */
  readonly missing: readonly string[];
  /** Hooks of ours that are asked about other tools. */
  readonly rematched?: readonly string[];
  /** A setting with which the person turned all hooks off. */
  readonly off: string | null;
};

export type Surroundings = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The top of the project; null for settings of the person. */
  readonly project: string | null;
};

/** The file that install writes into. */
export function placeSettings({ user, moved, project }: SettingsPaths, at: Surroundings): string {
  if (at.project !== null) return join(at.project, project[0] ?? "");
  const elsewhere = moved === undefined ? undefined : at.env[moved.variable];
  return elsewhere ? join(resolve(elsewhere), moved?.paths[0] ?? "") : join(at.home, user[0] ?? "");
}

/** An event as the client would send it. */
export type SampleEvent = { readonly event: string; readonly input: unknown };

/** The session that a sample event comes from. */
export const SAMPLE_SESSION = "credence-install";

/** Where a client keeps the MCP servers of the person. */
export type ServerSettings = {
  readonly file: (surroundings: Surroundings) => string;
  readonly merge: (text: string | null, request: SettingsRequest) => Edited;
  readonly remove: (text: string | null, request: SettingsRequest) => Edited;
  /** The command line of our server in a text; null when there is none. */
  readonly find: (text: string | null) => readonly string[] | null;
};

/** Our server alone, which is found by its name: nothing has to be known to take it out. */
export type ServerEntries = ServerSettings & { readonly remove: (text: string | null) => Edited };

/** For a client that runs a hook only after the person has trusted it. Nobody but the client writes that down. */
export type HookTrust = {
  /** Where the client does. */
  readonly file: (surroundings: Surroundings) => string;
  /** Which of our hooks in a settings text the client would not run, by what that file says. */
  readonly judge: (settings: HookText, noted: string | null) => TrustVerdict;
  /** Of each of our hooks the SHA-256 that the client noted when the person trusted it, and of what it takes that now. */
  readonly listNoted: (settings: HookText, noted: string | null) => readonly NotedHook[];
  /** What a person does about it. */
  readonly fix: string;
};

/** The settings file has two names where a link leads to it. */
export type HookText = { readonly paths: readonly string[]; readonly text: string | null };

/** Without a hash it was never trusted. */
export type NotedHook = { readonly hash: string; readonly definition: string };

/** By event. */
export type TrustVerdict = {
  readonly hooks: readonly string[];
  /** Those that the person has not trusted, or not as they are now. */
  readonly untrusted: readonly string[];
  /** Those that the person turned off in the client. */
  readonly off: readonly string[];
};

/** How a client reads commands that a person types. */
export type CommandForm = {
  /** Below the client's directory, for the name of a command. */
  readonly path: (name: string) => string;
  readonly form: "markdown" | "toml";
};

export type ClientSettings = {
  /** As its codec has it. */
  readonly name: string;
  readonly label: string;
  /** What it is started with. */
  readonly program: string;
  /** It leaves files behind, or rewrites its settings, where it is only asked for its version. */
  readonly writesWhenAsked?: true;
  /** The oldest version whose hooks do what we need. */
  readonly since: Version | null;
  /** Where the client keeps its settings: if this is there, so is the client. */
  readonly directory: (surroundings: Surroundings) => string;
  /** Where install also puts an MCP server. */
  readonly server?: ServerSettings;
  readonly trust?: HookTrust;
  readonly ownMemory?: OwnMemory;
  /** Can setup offer our status line: has the person none? */
  readonly lacksStatusline?: (text: string | null) => boolean;
  /** Where it reads commands that a person types. */
  readonly commands?: CommandForm;
  readonly file: (surroundings: Surroundings) => string;
  readonly merge: (text: string | null, request: SettingsRequest) => Edited;
  readonly remove: (text: string | null, request: SettingsRequest) => Edited;
  /** Null for a text that cannot be read. */
  readonly inspect: (text: string | null, request: SettingsRequest) => Inspection | null;
  /** The client asks before it runs this shell command in this directory. */
  readonly sample: (command: string, cwd: string) => SampleEvent;
  /** What it is capable of, in a line. */
  readonly does: string;
  /** What a person still has to do, or should know. */
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

// The versions of the clients that our tests drive, and so the newest that is known to run our hooks as it should. `npm run
// verify` fetches these, and status, doctor and the start of a session name a client that is newer.

export const TESTED_VERSIONS: Readonly<Record<string, string>> = {
  "claude-code": "2.1.325",
  codex: "0.166.0",
  copilot: "1.0.102",
  gemini: "0.61.0",
  // One that both platforms have.
  opencode: "1.18.18",
  qwen: "0.24.4",
};

/** As people call them; a hook knows no settings. */
export const CLIENT_LABELS: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  copilot: "GitHub Copilot CLI",
  gemini: "Gemini CLI",
  opencode: "OpenCode",
  qwen: "Qwen Code",
};

/** Cursor's program is on no registry, so none is tested. @returns null where the version is unknown, or not newer. */
export function sayUntested(
  { name, label }: { readonly name: string; readonly label: string },
  version: string | null,
): string | null {
  const tested = TESTED_VERSIONS[name];
  const [theirs, ours] = [parseVersion(version ?? ""), parseVersion(tested ?? "")];
  if (theirs === null || ours === null || !isOlder(ours, theirs)) return null;
  return `${label} ${theirs.join(".")} is newer than what was tested (${tested})`;
}
