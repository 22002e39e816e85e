// Install and uninstall: which clients, with what, and what became of each. Install of another copy, newer or older, is the way to
// that copy: one launcher starts the program for all clients, so every connected one comes along.

import { dirname } from "node:path";
import type { Extra } from "../../agents/client-settings.ts";
import { CLIENTS, type Client, findClient } from "../../agents/clients.ts";
import { quoteWords } from "../../agents/hook-words.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { noteClientVersion } from "../../app/clients/client-versions.ts";
import { type Connection, connectClient, connectEach, type Owned } from "../../app/clients/connect-client.ts";
import { findLaunch, findLine, findProjectTop } from "../../app/clients/launch.ts";
import { removeLauncher } from "../../app/clients/launcher.ts";
import {
  findLeavingProgram,
  findStartedVersion,
  type ProgramPlan,
  planProgram,
  removeProgram,
  startsOther,
} from "../../app/clients/program-home.ts";
import { describeRemains, type Remains, surveyRemains } from "../../app/clients/purge.ts";
import { listInstalled } from "../../app/clients/settings-file.ts";
import { surveyConnected } from "../../app/clients/survey-clients.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import { findUserRoot } from "../../app/workspace/open-roots.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor, placeHints } from "../call/open-workspace.ts";
import { PROGRAM } from "../call/program.ts";
import { scopeOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { sayConnections } from "./render-connections.ts";

export async function connect(io: Io, call: Call, verb: ConnectSetting["verb"]): Promise<number> {
  if (verb === "uninstall" && call.values["purge"] === true) {
    refuseAgent(io, "purge Credence");
    return (await import("./purge.ts")).purgeAll(io, call);
  }
  if (call.values["memories"] === true) throw new CredenceError("USAGE", "--memories goes with --purge");
  const clients = clientsOf(call, verb);
  refuseAgent(io, `${verb} hooks`);
  const setting = settingOf(io, call, { verb });
  // What leaves needs no machine state, and makes none.
  const hasRoot = setting.dryRun || verb === "uninstall" || (await prepareState(io, call));
  const named = clients.map((client) => ({ client, project: setting.project }));
  const { state } = setting.launch;
  const isSwitch = verb === "install" && startsOther(state, setting.launch);
  const before = isSwitch ? findStartedVersion(state) : null;
  const connections = connectEach(io, isSwitch ? withConnected(io, setting, named) : named, setting);
  const reports = connections.map(({ report }) => report);
  if (verb === "install" && !setting.dryRun) finishInstall(setting, reports);
  // Of all clients some are not there; one that was named had to be.
  const mustBeThere = verb === "install" && call.positionals.length > 0;
  const isFaulty = reports.some((report) => isFault(report, mustBeThere));
  const said = [
    ...sayConnections(connections, { setting, hasRoot, verbose: call.values["verbose"] === true }),
    ...(before === null ? [] : saySwitch(setting, before)),
  ];
  // Told before the program itself goes.
  const exit = tell(io, call, { json: reports, says: said, exit: isFaulty ? 1 : 0 });
  const remains = verb === "uninstall" ? leave(io, call, { setting, isFaulty }) : [];
  if (!call.json) io.out(showReport(remains, io));
  return exit;
}

/** One launcher serves all clients, so every connected one comes along to another copy, with the entries that it needs. */
function withConnected(io: Io, setting: ConnectSetting, named: readonly Owned[]): Owned[] {
  const isNamed = ({ client, project }: Owned): boolean =>
    named.some((each) => each.client === client && each.project === project);
  return [...named, ...listConnected(io, setting).filter((each) => !isNamed(each))];
}

function saySwitch({ launch, dryRun }: ConnectSetting, before: string): string[] {
  const version = dryRun ? PROGRAM.version : findStartedVersion(launch.state);
  const after = version === before ? "another build" : version;
  if (dryRun) return [`your agents would start ${after} instead of Credence ${before}`];
  return startsOther(launch.state, launch)
    ? [`your agents go on with Credence ${before}`]
    : [`your agents start ${after} instead of Credence ${before}: begin new sessions`];
}

function finishInstall({ launch, removeOthers }: ConnectSetting, reports: readonly Connection[]): void {
  for (const { client, version, outcome } of reports)
    if (outcome === "changed" || outcome === "unchanged") noteClientVersion(launch.state, client, version);
  removeOthers();
}

type Leaving = { readonly setting: ConnectSetting; readonly isFaulty: boolean };

/** The program goes with the last entry that could start it. Last: this very process may run from there. */
function leave(io: Io, call: Call, { setting, isFaulty }: Leaving): string[] {
  const { launch, dryRun, project } = setting;
  const clients = clientsOf(call, "uninstall");
  const isLeaving = (each: Owned): boolean => clients.includes(each.client) && each.project === project;
  const connected = listConnected(io, setting);
  const ours = dryRun ? connected.filter((each) => !isLeaving(each)) : connected;
  const isLast = !isFaulty && ours.length === 0 && (dryRun || listInstalled(launch.state).length === 0);
  const leaving = isLast ? findLeavingProgram(io) : null;
  if (dryRun) return (leaving?.goes ?? []).map((path) => `would remove ${path}`);
  if (isLast) {
    removeProgram(io);
    removeLauncher(launch.state);
  }
  const remains = surveyRemains(placeHints(io, call));
  const stays = [
    ...ours.map(({ client, project }) => `our entries in ${client.settings.file({ ...io, project })}`),
    ...describeRemains(remains),
  ];
  return [
    ...(leaving === null ? [] : [`removed the program from ${leaving.base}`]),
    ...stays.map((each) => `stays     ${each}`),
    ...(stays.length === 0 ? [] : [sayPurge(io, remains, isLast)]),
  ];
}

/** A person without the program removes the two directories by hand. */
function sayPurge({ program, cwd }: Io, { state, cache }: Remains, isGone: boolean): string {
  if (!isGone) return "credence uninstall --purge removes that, and leaves your memories";
  const byHand = quoteWords(["rm", "-r", ...[state, cache].filter((each) => each !== null)]);
  const line = findLine(program, cwd, ["uninstall", "--purge"]) ?? byHand;
  return `to remove that too: ${line}; your memories stay`;
}

/** Every client, and every project with entries of its own. */
export function listEverywhere(io: Io, setting: Pick<ConnectSetting, "launch">): Owned[] {
  return [...CLIENTS.map((client) => ({ client, project: null })), ...listProjects(io, setting)];
}

/** Where our entries are now: the person's clients, and projects with entries of their own. */
export function listConnected(io: Io, setting: Pick<ConnectSetting, "launch">): Owned[] {
  const { state, cache } = setting.launch;
  const own = surveyConnected(io, { state: { path: state, isTest: false }, cache });
  return [...own.map(({ client }) => ({ client, project: null })), ...listProjects(io, setting)];
}

function listProjects(io: Io, { launch }: Pick<ConnectSetting, "launch">): Owned[] {
  const owned = listInstalled(launch.state).flatMap((file) => findOwner(io, file));
  return owned.filter(({ project }) => project !== null);
}

/** Whose settings a file has; none of anybody's where something else is in it. */
function findOwner(io: Io, file: string): Owned[] {
  const owners = [null, ...listAbove(file)].flatMap((project) =>
    CLIENTS.filter(({ settings }) => settings.file({ ...io, project }) === file).map((client) => {
      return { client, project };
    }),
  );
  return owners.slice(0, 1);
}

/** The directories above a path, the nearest first. */
function listAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...listAbove(above)];
}

export function isFault({ outcome, proved }: Connection, mustBeThere: boolean): boolean {
  return outcome === "failed" || proved === false || (mustBeThere && outcome === "absent");
}

function clientsOf({ positionals }: Call, verb: string): readonly Client[] {
  const [name] = positionals;
  if (name === undefined) return CLIENTS;
  const found = findClient(name);
  if (found !== null) return [found];
  const names = CLIENTS.map(({ codec }) => codec.name).join(", ");
  throw new CredenceError("USAGE", `${verb} takes one of ${names}, or nothing for all of them`);
}

type ConnectedOne = {
  readonly client: Client;
  readonly plan: ProgramPlan;
  /** Besides our hooks. */
  readonly extras: readonly Extra[];
};

/** One client, named by whoever calls, with machine state made ready for it. */
export async function connectOne(
  io: Io,
  call: Call,
  { client, plan, extras }: ConnectedOne,
): Promise<Connection> {
  const setting = { ...settingOf(io, call, { verb: "install", plan }), extras };
  await prepareState(io, call);
  const report = connectClient(io, client, setting);
  noteClientVersion(setting.launch.state, report.client, report.version);
  return report;
}

type Wanted = {
  readonly verb: ConnectSetting["verb"];
  /** Where somebody has asked already where the program goes. */
  readonly plan?: ProgramPlan;
};

export function settingOf(io: Io, call: Call, { verb, plan: given }: Wanted): ConnectSetting {
  const found = findLaunch(placeHints(io, call), io.program);
  const plan = verb === "install" ? (given ?? planProgram(io.program, io)) : null;
  return {
    launch: { ...found, ...plan?.program },
    userRoot: findUserRoot(io),
    project: scopeOf(call) === "project" ? findProjectTop(io.cwd) : null,
    verb,
    dryRun: call.values["dry-run"] === true,
    now: io.now(),
    settle: () => plan?.settle(found.state, found.cache),
    removeOthers: () => plan?.removeOthers(found.state),
  };
}

/** Machine state and its keys are made where they are missing: hooks make nothing. Says whether there is a root here. */
async function prepareState(io: Io, call: Call): Promise<boolean> {
  const workspace = await openWorkspaceFor(io, call);
  workspace.close();
  return workspace.roots.length > 0;
}
