// Install and uninstall: which clients, with what, and what became of each.

import { CLIENTS, type Client, findClient } from "../../agents/clients.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { type Connection, connectClient } from "../../app/clients/connect-client.ts";
import { findLaunch, findProjectTop, type RunningProgram, refusePassing } from "../../app/clients/launch.ts";
import { removeProgram } from "../../app/clients/program-home.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import { findUserRoot } from "../../app/workspace/open-roots.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor, placeHints } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { scopeOf } from "../call/values.ts";
import { renderConnections } from "./render-connections.ts";

export async function connect(io: Io, call: Call, wanted: Wanted): Promise<number> {
  const { verb } = wanted;
  const clients = clientsOf(call, verb);
  refuseAgent(io, `${verb} hooks`);
  const setting = settingOf(io, call, wanted);
  const hasRoot = setting.dryRun || (await prepareState(io, call));
  const connections = clients.map((client) => ({
    client: client.settings,
    report: connectClient(io, client, setting),
  }));
  const reports = connections.map(({ report }) => report);
  io.out(
    call.json
      ? renderJson(reports)
      : renderConnections(connections, { setting, hasRoot, verbose: call.values["verbose"] === true }),
  );
  // Of all clients some are not there; one that was named had to be.
  const mustBeThere = verb === "install" && call.positionals.length > 0;
  const isFaulty = reports.some((report) => isFault(report, mustBeThere));
  // Last: this very process may run from there.
  if (verb === "uninstall" && !isFaulty && isWhole(call)) removeCopies(io, call);
  return isFaulty ? 1 : 0;
}

/** Nothing that was left out could still start the program. */
function isWhole(call: Call): boolean {
  return call.positionals.length === 0 && scopeOf(call) === null && call.values["dry-run"] !== true;
}

function removeCopies(io: Io, call: Call): void {
  const removed = removeProgram(io);
  if (removed !== null && !call.json) io.out(`removed the program from ${renderTerminalLine(removed)}\n`);
}

function isFault({ outcome, proved }: Connection, mustBeThere: boolean): boolean {
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

/** One client, named by whoever calls, with machine state made ready for it. */
export async function connectOne(
  io: Io,
  call: Call,
  { client, program }: { readonly client: Client; readonly program: RunningProgram },
): Promise<Connection> {
  await prepareState(io, call);
  return connectClient(io, client, settingOf(io, call, { verb: "install", program }));
}

type Wanted = {
  readonly verb: ConnectSetting["verb"];
  /** Instead of the one that runs. */
  readonly program?: RunningProgram;
};

export function settingOf(io: Io, call: Call, { verb, program }: Wanted): ConnectSetting {
  const launch = { ...findLaunch(placeHints(io, call), io.program), ...program };
  if (verb === "install") refusePassing(launch);
  return {
    launch,
    userRoot: findUserRoot(io),
    project: scopeOf(call) === "project" ? findProjectTop(io.cwd) : null,
    verb,
    dryRun: call.values["dry-run"] === true,
    now: io.now(),
  };
}

/** Machine state and its keys are made where they are missing: hooks make nothing. Says whether there is a root here. */
async function prepareState(io: Io, call: Call): Promise<boolean> {
  const workspace = await openWorkspaceFor(io, call);
  workspace.close();
  return workspace.roots.length > 0;
}
