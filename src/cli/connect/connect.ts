// Install and uninstall: which clients, with what, and what became of each.

import type { Extra } from "../../agents/client-settings.ts";
import { CLIENTS, type Client, findClient } from "../../agents/clients.ts";
import type { Launch } from "../../agents/hook-words.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { noteClientVersion } from "../../app/clients/client-versions.ts";
import { type Connection, connectClient, connectEach, type Owned } from "../../app/clients/connect-client.ts";
import { disconnectGit } from "../../app/clients/git/connect-git.ts";
import { findLaunch, findLine, findProjectTop } from "../../app/clients/launch.ts";
import { removeLauncher } from "../../app/clients/launcher.ts";
import {
  findLeavingProgram,
  type ProgramPlan,
  planProgram,
  removeProgram,
} from "../../app/clients/program-home.ts";
import { describeRemains, listAbove, surveyRemains } from "../../app/clients/remains.ts";
import { listInstalled } from "../../app/clients/settings-file.ts";
import {
  findMovedFrom,
  findStarted,
  type Started,
  settleProgram,
} from "../../app/clients/started-program.ts";
import { surveyClients, surveyConnected } from "../../app/clients/survey-clients.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import { findUserRoot } from "../../app/workspace/open-roots.ts";
import { isOfOldVersion, readVersionRecord, writeVersionRecord } from "../../app/workspace/version-record.ts";
import { CredenceError } from "../../memory/errors.ts";
import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openWorkspaceFor, placeHints } from "../call/open-workspace.ts";
import { PROGRAM } from "../call/program.ts";
import { scopeOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { askYes } from "../terminal/pager.ts";
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
  const isOld = isOfOldVersion(setting.launch.state);
  // What leaves needs no machine state, and makes none.
  const hasRoot = setting.dryRun || verb === "uninstall" || (await prepareState(io, call));
  const owned = clients.map((client) => ({ client, project: setting.project }));
  const connections = connectEach(io, owned, setting);
  const reports = connections.map(({ report }) => report);
  // Without a name everything of ours goes, out of every clone.
  if (verb === "uninstall" && call.positionals.length === 0) disconnectGit(null, setting);
  if (verb === "install" && !setting.dryRun) recordVersion(setting, reports, isOld);
  // Of all clients some are not there; one that was named had to be.
  const mustBeThere = verb === "install" && call.positionals.length > 0;
  const isFaulty = reports.some((report) => isFault(report, mustBeThere));
  const said = sayConnections(connections, { setting, hasRoot, verbose: call.values["verbose"] === true });
  // Told before the program itself goes.
  const exit = tell(io, call, { json: reports, says: said, exit: isFaulty ? 1 : 0 });
  const remains = verb === "uninstall" ? leave(io, call, { setting, isFaulty }) : [];
  if (!call.json) io.out(showReport(remains, io));
  return exit;
}

/** From here on this version looks after what is here. By which rules memories were judged before is another matter. */
function recordVersion({ launch }: ConnectSetting, reports: readonly Connection[], isOld: boolean): void {
  if (!reports.some(({ outcome }) => outcome === "changed" || outcome === "unchanged")) return;
  const { node, script, state } = launch;
  const { version } = PROGRAM;
  for (const report of reports) noteClientVersion(state, report.client, report.version);
  const isNew = readVersionRecord(state) === null && !isOld;
  const rules = isNew ? { ruleSet: RULE_SET_VERSION } : {};
  writeVersionRecord(state, { version, program: { version, node, script }, ...rules });
}

type Leaving = { readonly setting: ConnectSetting; readonly isFaulty: boolean };

/** The program goes where nothing that was left out could still start it. Last: this very process may run from there. */
function leave(io: Io, call: Call, { setting, isFaulty }: Leaving): string[] {
  const { state } = setting.launch;
  const installed = isFaulty ? [] : listInstalled(state);
  // Where nothing was taken out yet, only those of projects would be left.
  const ours = installed.flatMap((file) => findOwner(io, file));
  const others = setting.dryRun ? ours.filter(({ project }) => project !== null) : installed;
  const isWhole = call.positionals.length === 0 && scopeOf(call) === null && others.length === 0;
  const leaving = isWhole && !isFaulty ? findLeavingProgram(io) : null;
  if (setting.dryRun) return (leaving?.goes ?? []).map((path) => `would remove ${path}`);
  if (isWhole && !isFaulty) {
    removeProgram(io);
    removeLauncher(state);
  }
  const remains = describeRemains(surveyRemains(placeHints(io, call)));
  return [
    ...(leaving === null ? [] : [`removed the program from ${leaving.base}`]),
    ...(leaving?.stays ?? []).map((path) => `stays     ${path}: no part of the program`),
    ...ours.map(({ file }) => `stays     our entries in ${file}`),
    ...remains,
    ...(remains.length === 0 ? [] : [sayPurge(io, leaving !== null)]),
  ];
}

/** Whoever has no program any more cannot run it. */
function sayPurge({ program, cwd }: Io, isGone: boolean): string {
  if (!isGone) return "credence uninstall --purge removes that, and leaves your memories";
  const again = `npm install -g credence-${PROGRAM.version}.tgz, then credence uninstall --purge`;
  const line = findLine(program, cwd, ["uninstall", "--purge"]) ?? again;
  return `to remove that too: ${line}; your memories stay`;
}

/** Every client, and every project with entries of its own. */
export function listEverywhere(io: Io, setting: Pick<ConnectSetting, "launch">): Owned[] {
  return [...CLIENTS.map((client) => ({ client, project: null })), ...listProjects(io, setting)];
}

/** What a home that was moved left behind in agents' settings. They are the person's, who is asked; without one, doctor names the
 * command. @returns a sentence for each client. */
export async function repairMoved(io: Io, call: Call): Promise<string[]> {
  const from = findMovedFrom(findLaunch(placeHints(io, call), io.program).state);
  const { presence } = await hintsFor(io, call);
  if (from === null || presence.kind !== "person") return [];
  const question = says`Agents' settings name ${from}, and your home is ${io.home} now. Bring our entries along? [Y/n] `;
  if (!(await askYes(io, question, true))) return [];
  const setting = settingOf(io, call, { verb: "install" });
  return connectEach(io, listConnected(io, setting), setting).map(({ report }) => {
    const { label, outcome, why } = report;
    return `${label}: ${outcome === "failed" ? `its entries still name ${from}: ${why}` : `its entries name ${io.home} instead of ${from}`}`;
  });
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
function findOwner(io: Io, file: string): (Owned & { readonly file: string })[] {
  const owners = [null, ...listAbove(file)].flatMap((project) =>
    CLIENTS.filter(({ settings }) => settings.file({ ...io, project }) === file).map((client) => {
      return { client, project, file };
    }),
  );
  return owners.slice(0, 1);
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
  const isOld = isOfOldVersion(setting.launch.state);
  await prepareState(io, call);
  const report = connectClient(io, client, setting);
  recordVersion(setting, [report], isOld);
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
    settle: () => {
      if (plan !== null) settleProgram(found.state, { plan, started: findStartedHere(io, found) }, io);
    },
  };
}

/** @returns what clients start now; null where none is connected. */
export function findStartedHere(io: Io, { state, cache }: Pick<Launch, "state" | "cache">): Started | null {
  return findStarted(state, surveyClients(io, { state: { path: state, isTest: false }, cache }));
}

/** Machine state and its keys are made where they are missing: hooks make nothing. Says whether there is a root here. */
async function prepareState(io: Io, call: Call): Promise<boolean> {
  const workspace = await openWorkspaceFor(io, call);
  workspace.close();
  return workspace.roots.length > 0;
}
