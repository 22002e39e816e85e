// One client: is it there, may it be connected, what became of it. A client that refuses is a result like any other; the next
// one is tried all the same.

import {
  type ClientSettings,
  isOlder,
  type NotedHook,
  type SettingsRequest,
  type Version,
} from "../../agents/client-settings.ts";
import type { Client } from "../../agents/clients.ts";
import { sampleCall } from "../../agents/sample-call.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { diffLines } from "../../memory/text/diff-lines.ts";
import { isDirectory } from "../workspace/locate-state.ts";
import { type Artefact, type Change, isChange, putAll, takeAll } from "./artefacts.ts";
import { type ClientWork, type ConnectSetting, listArtefacts, requestFor } from "./client-files.ts";
import { readSettingsOrNull } from "./examine-clients.ts";
import { findProgram, findVersion, readPackageVersion } from "./find-program.ts";
import type { ProgramPlaces } from "./launch.ts";
import { proveHook } from "./proofs.ts";
import type { SettingsPlan } from "./settings-file.ts";

/** The pinned JSON shape. */
export type Connection = {
  readonly client: string;
  readonly label: string;
  readonly version: string | null;
  readonly outcome: "changed" | "unchanged" | "absent" | "failed";
  readonly path: string;
  readonly backup: string | null;
  /** Null when nothing was tried. */
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
  /** How many hooks the client will not run before the person has trusted them. */
  readonly untrusted: number;
  /** Where uninstall failed: the files that it took our entries out of all the same. */
  readonly done: readonly string[];
};

/** Whose settings: the person's, or a project's. */
export type Owned = { readonly client: Client; readonly project: string | null };
export type Connected = Owned & { readonly report: Connection };

export function connectEach(
  places: ProgramPlaces,
  owned: readonly Owned[],
  setting: ConnectSetting,
): Connected[] {
  return owned.map(({ client, project }) => {
    return { client, project, report: connectClient(places, client, { ...setting, project }) };
  });
}

export function connectClient(
  { home, env }: ProgramPlaces,
  client: Client,
  setting: ConnectSetting,
): Connection {
  const places = { home, env };
  const { settings } = client;
  const own = settings.directory({ ...places, project: null });
  const program = findProgram(settings.program, places);
  // One that writes where it is only asked is not asked about what would be done.
  const isQuiet = setting.dryRun && settings.writesWhenAsked === true;
  const ask = isQuiet ? readPackageVersion : findVersion;
  const version = program === null ? null : ask(program, places);
  const path = settings.file({ ...places, project: setting.project });
  const report = untouched(settings, path, version);
  const isAbsent = program === null && !isDirectory(own);
  const absent = { ...report, why: `neither the program ${settings.program} nor ${own} was found` };
  if (isAbsent && setting.verb === "install") return absent;
  try {
    refuseOld(settings, version, setting);
    const work = { places, client, setting, version, path };
    const changed = setting.verb === "install" ? installClient(work) : uninstallClient(work);
    // A client that left may have left our entries behind.
    return isAbsent && changed.outcome === "unchanged" ? absent : { ...report, ...changed };
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    return { ...report, outcome: "failed", why: error.message, fix: error.hint };
  }
}

/** What is told of a client before anything was done to it. */
function untouched({ name, label }: ClientSettings, path: string, version: Version | null): Connection {
  return {
    client: name,
    label,
    version: version?.join(".") ?? null,
    outcome: "absent",
    path,
    backup: null,
    proved: null,
    why: null,
    fix: null,
    plan: null,
    server: null,
    untrusted: 0,
    done: [],
  };
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
    `its hooks work from version ${since.join(".")} on`,
    `update ${label}, then run the command again`,
  );
}

function installClient(work: ClientWork): Partial<Connection> {
  const { setting } = work;
  const request = requestFor(work);
  const changes = putAll(listArtefacts(work, request), setting);
  const settings = findChange("settings", changes);
  const outcome = changes.some(isChange) ? "changed" : "unchanged";
  const told = { outcome, ...tell(changes, setting) } as const;
  if (setting.dryRun || settings === undefined) return told;
  return { ...told, untrusted: countUntrusted(work, settings), ...prove(work, settings.plan.after, request) };
}

function uninstallClient(work: ClientWork): Partial<Connection> {
  const { setting } = work;
  const { changes, failures } = takeAll(listArtefacts(work, requestFor(work)), setting);
  const changed = changes.filter(isChange);
  const told = tell(changes, setting);
  if (failures.length === 0) return { outcome: changed.length === 0 ? "unchanged" : "changed", ...told };
  return {
    outcome: "failed",
    ...told,
    why: failures.map(({ error }) => error.message).join("; "),
    fix: [...new Set(failures.map(({ error }) => error.hint))].join("; "),
    done: setting.dryRun
      ? []
      : changed.flatMap(({ artefact: { role, path } }) => (role === "command" ? [] : [path])),
  };
}

/** By what the client has written down: of a text that was there before, whatever it trusts; of a new one only what it trusted
 * to the letter, as it does when we come back. */
function countUntrusted({ places, client, path }: ClientWork, { plan }: Change): number {
  const { trust } = client.settings;
  if (trust === undefined) return 0;
  const noted = readSettingsOrNull(trust.file({ ...places, project: null }));
  const settings = { paths: [path, plan.path], text: plan.after };
  if (plan.before === plan.after) return trust.judge(settings, noted).untrusted.length;
  const isNew = ({ hash, definition }: NotedHook): boolean => hash !== `sha256:${sha256Hex(definition)}`;
  return trust.listNoted(settings, noted).filter(isNew).length;
}

function findChange(role: Artefact["role"], changes: readonly Change[]): Change | undefined {
  return changes.find(({ artefact }) => artefact.role === role);
}

/** What was changed, or would be. */
function tell(changes: readonly Change[], { dryRun }: ConnectSetting): Partial<Connection> {
  const [settings, server] = [findChange("settings", changes), findChange("server", changes)];
  return {
    plan: dryRun ? (settings?.plan ?? null) : null,
    backup: settings?.copy ?? null,
    server:
      server === undefined
        ? null
        : { path: server.plan.path, backup: server.copy, lines: dryRun ? listChanges(server.plan) : [] },
  };
}

function listChanges({ before, after }: SettingsPlan): string[] {
  const changed = diffLines(before ?? "", after ?? "").filter(({ kind }) => kind !== "same");
  return changed.map(({ kind, line }) => `${kind === "added" ? "+" : "-"} ${line}`);
}

/** Are the client's hooks on, and does one answer as it should? */
function prove(
  { places, client, setting }: ClientWork,
  text: string | null,
  request: SettingsRequest,
): Partial<Connection> {
  const off = client.settings.inspect(text, request)?.off ?? null;
  if (off !== null) return { proved: false, why: `${off} turns off all its hooks`, fix: `remove ${off}` };
  const call = sampleCall(client, setting.launch, places.home);
  const { works, why } = proveHook(call, { cwd: places.home, env: places.env });
  return works ? { proved: true } : { proved: false, why, fix: "run credence doctor to find the reason" };
}
