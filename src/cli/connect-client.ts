// One client: is it there, what would become of its settings, is it done, does it work. A client that refuses is a result
// like any other; the next one is tried all the same.

import type { ClientSettings, SettingsRequest, Version } from "../agents/client-settings.ts";
import { isOlder, parseVersion } from "../agents/client-settings.ts";
import type { Launch } from "../agents/hook-words.ts";
import { sampleCall } from "../agents/sample-call.ts";
import { serverWords } from "../agents/server-words.ts";
import type { SettingsPlan } from "../app/change-settings.ts";
import { diffLines } from "../memory/diff-lines.ts";
import { CredenceError } from "../memory/errors.ts";
import type { Instant } from "../memory/instant.ts";
import type { Io } from "./command.ts";

export type ConnectSetting = {
  readonly launch: Launch;
  readonly userRoot: string;
  readonly project: string | null;
  readonly verb: "install" | "uninstall";
  readonly dryRun: boolean;
  readonly now: Instant;
};

/** The pinned JSON shape. */
export type Connection = {
  readonly client: string;
  readonly label: string;
  readonly version: string | null;
  readonly outcome: "changed" | "unchanged" | "absent" | "failed";
  readonly path: string;
  readonly backup: string | null;
  /** Null where nothing was tried. */
  readonly proved: boolean | null;
  readonly why: string | null;
  readonly fix: string | null;
  readonly plan: Pick<SettingsPlan, "before" | "after"> | null;
  /** In a dry run: the file that names the MCP server, and its lines that would change. No other: much else is in there. */
  readonly server: { readonly path: string; readonly lines: readonly string[] } | null;
};

export async function connectClient(
  io: Io,
  client: ClientSettings,
  setting: ConnectSetting,
): Promise<Connection> {
  const { findProgram, askVersion } = await import("../app/find-program.ts");
  const { isDirectory } = await import("../app/change-settings.ts");
  const { home, env } = io;
  const own = client.directory({ home, env, project: null });
  const program = findProgram(client.program, io);
  const version = program === null ? null : parseVersion(askVersion(program, io));
  const report: Connection = {
    client: client.name,
    label: client.label,
    version: version?.join(".") ?? null,
    outcome: "absent",
    path: client.file({ home, env, project: setting.project }),
    backup: null,
    proved: null,
    why: null,
    fix: null,
    plan: null,
    server: null,
  };
  if (program === null && !isDirectory(own)) {
    return { ...report, why: `neither the program ${client.program} nor ${own} is there` };
  }
  try {
    refuseOld(client, version, setting);
    return { ...report, ...(await change(io, client, { ...setting, version, path: report.path })) };
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    return { ...report, outcome: "failed", why: error.message, fix: error.hint };
  }
}

/** What was installed once can be taken out of any version. */
function refuseOld(
  { label, since }: ClientSettings,
  version: Version | null,
  { verb }: ConnectSetting,
): void {
  if (verb === "uninstall" || since === null || version === null || !isOlder(version, since)) return;
  throw new CredenceError(
    "NOT_READABLE",
    `its hooks are ready from version ${since.join(".")} on`,
    `update ${label}, then run the command again`,
  );
}

type Change = ConnectSetting & { readonly version: Version | null; readonly path: string };

async function change(io: Io, client: ClientSettings, wanted: Change): Promise<Partial<Connection>> {
  const { planSettings, writeSettings } = await import("../app/change-settings.ts");
  const { launch, userRoot, version, verb, now } = wanted;
  const serverProved = await isProved(client, wanted);
  const request: SettingsRequest = { launch, userRoot, version, serverProved };
  const server = planServer(io, client, { wanted, request, planSettings });
  const edit = verb === "install" ? client.merge : client.remove;
  const plan = planSettings(wanted.path, (text) => edit(text, request));
  const plans = [plan, ...(server === null ? [] : [server])];
  const outcome = plans.every(({ before, after }) => before === after) ? "unchanged" : "changed";
  if (wanted.dryRun) return { outcome, plan, server: server === null ? null : describePlan(server) };
  const name = `${client.name}${client.name === "opencode" ? ".js" : ".json"}`;
  const place = { state: launch.state, now };
  if (server !== null) writeSettings(server, { ...place, name: `${client.name}-servers.json` });
  const backup = writeSettings(plan, { ...place, name });
  if (verb === "uninstall") return { outcome, backup };
  const { proveHook } = await import("../app/prove-hook.ts");
  const off = client.inspect(plan.after, request)?.off ?? null;
  if (off !== null) {
    return { outcome, backup, proved: false, why: `${off} turns all its hooks off`, fix: `take ${off} out` };
  }
  const { works, why } = proveHook(sampleCall(client.name, launch, io.home), { cwd: io.home, env: io.env });
  return works
    ? { outcome, backup, proved: true }
    : { outcome, backup, proved: false, why, fix: "credence doctor looks for the reason" };
}

type ServerChange = {
  readonly wanted: Change;
  readonly request: SettingsRequest;
  readonly planSettings: typeof import("../app/change-settings.ts").planSettings;
};

/** What would become of the file that names the client's servers. One of a project would need its own consent. */
function planServer(
  { home, env }: Io,
  { server }: ClientSettings,
  { wanted, request, planSettings }: ServerChange,
): SettingsPlan | null {
  if (server === undefined || wanted.project !== null) return null;
  const edit = wanted.verb === "install" ? server.merge : server.remove;
  return planSettings(server.file({ home, env, project: null }), (text) => edit(text, request));
}

function describePlan({ path, before, after }: SettingsPlan): Connection["server"] {
  const changed = diffLines(before ?? "", after ?? "").filter(({ kind }) => kind !== "same");
  return { path, lines: changed.map(({ kind, line }) => `${kind === "added" ? "+" : "-"} ${line}`) };
}

/** Prompts ask the server only after doctor has seen it answer. */
async function isProved({ server }: ClientSettings, { launch, project }: Change): Promise<boolean> {
  if (server === undefined || project !== null) return false;
  const { isServerProved } = await import("../app/server-proof.ts");
  return isServerProved(launch.state, serverWords(launch));
}
