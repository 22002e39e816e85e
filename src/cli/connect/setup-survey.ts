// What setup finds: the agents, the project, the key, notes of other tools, and what the person answered before.

import { basename, join } from "node:path";
import { type Extra, isOlder, parseVersion } from "../../agents/client-settings.ts";
import { CLIENTS, type Client } from "../../agents/clients.ts";
import { quoteWords } from "../../agents/hook-words.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { type Connected, type Connection, connectEach } from "../../app/clients/connect-client.ts";
import { readSettingsOrNull } from "../../app/clients/examine-clients.ts";
import { findProgram, isSameFile } from "../../app/clients/find-program.ts";
import {
  findStartedVersion,
  isPassing,
  type ProgramPlan,
  planProgram,
  startsOther,
} from "../../app/clients/program-home.ts";
import { findTreeOf } from "../../app/workspace/auto-root.ts";
import { hasProjectRoot } from "../../app/workspace/init-root.ts";
import { isDirectory } from "../../app/workspace/locate-state.ts";
import { findUserRoot } from "../../app/workspace/open-roots.ts";
import { isConfigured } from "../../app/workspace/read-config.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Config } from "../../memory/config/config-keys.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openWorkspaceFor } from "../call/open-workspace.ts";
import { shortenHome } from "../terminal/style.ts";
import { settingOf } from "./connect.ts";
import { type FoundNotes, findNotes } from "./setup-notes.ts";

/** What the person answered, or would answer with Enter. */
export type SetupAnswers = {
  /** Those to connect, by name. */
  readonly clients: readonly string[];
  /** A user root, and a personal root for each project at its first memory. */
  readonly roots: boolean;
  readonly capture: boolean;
  /** How long a memory of an agent is observed. */
  readonly days: number;
  /** There is a person key, or one is to be made. */
  readonly key: boolean;
  /** What comes into the clients' settings besides our hooks. */
  readonly extras: readonly Offer[];
};

type Answered<Value> = { readonly value: Value; readonly isAnswered: boolean };

export type Offer = { readonly client: string; readonly label: string; readonly extra: Extra };

export type SetupSurvey = {
  /** Where the program will be when clients start it. */
  readonly plan: ProgramPlan;
  /** The version that agents start until now, where that is another copy; null elsewhere. */
  readonly replaced: string | null;
  readonly setting: ConnectSetting;
  /** Those on this machine, and what connecting each would change. */
  readonly clients: readonly Connected[];
  /** What they can be asked about each, besides. */
  readonly offers: readonly Offer[];
  /** The name of the git project here; null outside of one. */
  readonly project: string | null;
  readonly hasRoot: boolean;
  readonly hasUserRoot: boolean;
  readonly hasKey: boolean;
  readonly capture: Answered<boolean>;
  readonly roots: Answered<boolean>;
  readonly days: Answered<number>;
  readonly notes: FoundNotes;
  /** What a person types for the program, once setup is through. */
  readonly command: string;
  /** The command that puts the program on PATH; null where it is there. */
  readonly link: string | null;
  /** A path as a person writes it. */
  readonly shown: (path: string) => string;
  readonly proposed: SetupAnswers;
};

export async function surveySetup(io: Io, call: Call): Promise<SetupSurvey> {
  const plan = planProgram(io.program, io);
  const setting = settingOf(io, call, { verb: "install", plan });
  const hints = await hintsFor(io, call);
  const { keys, state, config, notes } = await lookAround(io, call);
  const owned = CLIENTS.map((client) => ({ client, project: setting.project }));
  const connected = connectEach(io, owned, { ...setting, dryRun: true });
  const clients = connected.filter(({ report }) => report.outcome !== "absent");
  const answered = <Key extends AskedKey>(key: Key): Answered<Config[Key]> => ({
    value: config.config[key],
    isAnswered: isConfigured(state.path, key),
  });
  const [capture, roots] = [answered("capture.enabled"), answered("roots.auto")];
  const days = answered("trust.observation_days");
  const tree = findTreeOf(io.cwd);
  return {
    ...{ plan, setting, clients, capture, roots, days, notes },
    replaced: startsOther(state.path, setting.launch) ? findStartedVersion(state.path) : null,
    offers: clients.flatMap(({ client, report }) => listOffers(io, client, report)),
    project: tree === null ? null : basename(tree.top),
    hasRoot: hasProjectRoot(hints),
    hasUserRoot: isDirectory(findUserRoot(hints)),
    hasKey: keys.personFile !== null,
    command: findCommand(io, plan),
    link: findLink(io, plan),
    shown: (path) => shortenHome(path, io.home),
    proposed: {
      clients: clients.flatMap(({ report }) => (report.outcome === "changed" ? [report.client] : [])),
      // Nobody asked yet: it is proposed, and named before the yes.
      roots: roots.isAnswered ? roots.value : true,
      capture: capture.value,
      days: days.value,
      key: true,
      extras: [],
    },
  };
}

/** What is asked about each client: whether its own memory goes, where it is on, and whether it shows our line, if it shows none. */
function listOffers({ home, env }: Io, { settings }: Client, report: Connection): Offer[] {
  const { label, plan } = report;
  const { name, ownMemory, lacksStatusline } = settings;
  if (plan === null) return [];
  const file = ownMemory?.file?.({ home, env, project: null });
  const text = file === undefined ? plan.before : readSettingsOrNull(file);
  const version = parseVersion(report.version ?? "");
  const since = ownMemory?.since ?? null;
  const isOfAge = since === null || (version !== null && !isOlder(version, since));
  const offer = (extra: Extra): Offer => ({ client: name, label, extra });
  return [
    ...(isOfAge && ownMemory?.isOn(text, env) === true ? [offer("own-memory-off")] : []),
    ...(version !== null && lacksStatusline?.(plan.before) === true ? [offer("statusline")] : []),
  ];
}

// As somebody at a shell would type it.

function findCommand(io: Io, plan: ProgramPlan): string {
  return findLink(io, plan) === null ? "credence" : shellWord(io, plan.command ?? "credence");
}

function findLink(io: Io, { command }: ProgramPlan): string | null {
  const found = findProgram("credence", io);
  // The one that npm put on PATH for this call alone goes with its cache.
  const goes = found !== null && isSameFile(found, io.program.script) && isPassing(found);
  if (command === null || (found !== null && !goes)) return null;
  const bin = join(io.home, ".local", "bin");
  const make = isDirectory(bin) ? "" : "mkdir -p ~/.local/bin && ";
  return `${make}ln -s ${shellWord(io, command)} ~/.local/bin/`;
}

function shellWord({ home }: Io, command: string): string {
  return shortenHome(quoteWords([command]), home);
}

type AskedKey = "capture.enabled" | "roots.auto" | "trust.observation_days";

async function lookAround(
  io: Io,
  call: Call,
): Promise<Pick<Workspace, "keys" | "state" | "config"> & { readonly notes: FoundNotes }> {
  const workspace = await openWorkspaceFor(io, call);
  try {
    const { keys, state, config } = workspace;
    if (keys.failure !== null) throw keys.failure;
    return { keys, state, config, notes: await findNotes(io, call, workspace) };
  } finally {
    workspace.close();
  }
}

/** Nothing is left to do, and every question has its answer. */
export function isAllDone({ clients, hasKey, capture, roots }: SetupSurvey): boolean {
  const isConnected = clients.every(({ report }) => report.outcome === "unchanged");
  return isConnected && hasKey && capture.isAnswered && roots.isAnswered;
}
