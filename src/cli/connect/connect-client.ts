// One client: is it there, may it be connected, what became of it. A client that refuses is a result like any other; the next
// one is tried all the same.

import type { ClientSettings, Version } from "../../agents/client-settings.ts";
import { isOlder, parseVersion } from "../../agents/client-settings.ts";
import type { Launch } from "../../agents/hook-words.ts";
import type { SettingsPlan } from "../../app/clients/settings-file.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import type { Io } from "../call/command.ts";

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
  /** The file that names the MCP server. In a dry run its lines that would change, and no other: much else is in there. */
  readonly server: {
    readonly path: string;
    readonly backup: string | null;
    readonly lines: readonly string[];
  } | null;
  /** Where uninstall failed: the files that it took our entries out of all the same. */
  readonly done: readonly string[];
};

export async function connectClient(
  io: Io,
  client: ClientSettings,
  setting: ConnectSetting,
): Promise<Connection> {
  const { findProgram, askVersion } = await import("../../app/clients/find-program.ts");
  const { isDirectory } = await import("../../app/clients/is-directory.ts");
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
    done: [],
  };
  const isAbsent = program === null && !isDirectory(own);
  const absent = { ...report, why: `neither the program ${client.program} nor ${own} is there` };
  if (isAbsent && setting.verb === "install") return absent;
  const { changeClient } = await import("./change-client.ts");
  try {
    refuseOld(client, version, setting);
    const changed = changeClient(io, client, { ...setting, version, path: report.path });
    // A client that left may have left our entries behind.
    return isAbsent && changed.outcome === "unchanged" ? absent : { ...report, ...changed };
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
