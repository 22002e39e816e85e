// One client: is it there, what would become of its settings, is it done, does it work. A client that refuses is a result
// like any other; the next one is tried all the same.

import type { ClientSettings, SettingsRequest, Version } from "../agents/client-settings.ts";
import { isOlder, parseVersion } from "../agents/client-settings.ts";
import type { Launch } from "../agents/hook-words.ts";
import { sampleCall } from "../agents/sample-call.ts";
import type { SettingsPlan } from "../app/change-settings.ts";
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
  const request: SettingsRequest = { launch, userRoot, version };
  const edit = verb === "install" ? client.merge : client.remove;
  const plan = planSettings(wanted.path, (text) => edit(text, request));
  const outcome = plan.before === plan.after ? "unchanged" : "changed";
  if (wanted.dryRun) return { outcome, plan };
  const name = `${client.name}${client.name === "opencode" ? ".js" : ".json"}`;
  const backup = writeSettings(plan, { state: launch.state, name, now });
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
