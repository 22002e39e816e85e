// One client: is it there, may it be connected, what became of it. A client that refuses is a result like any other; the next
// one is tried all the same.

import { type ClientSettings, isOlder, type NotedHook, type Version } from "../../agents/client-settings.ts";
import type { Client } from "../../agents/clients.ts";
import { serverWords } from "../../agents/hook-words.ts";
import { sampleCall } from "../../agents/sample-call.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { diffLines } from "../../memory/text/diff-lines.ts";
import { isDirectory } from "../workspace/locate-state.ts";
import { makeState } from "../workspace/made-directories.ts";
import {
  type ClientChange,
  type ClientFile,
  type ClientWork,
  type ConnectSetting,
  extrasFor,
  listClientFiles,
} from "./client-files.ts";
import { readSettingsOrNull } from "./examine-clients.ts";
import { findProgram, findVersion, type ProgramPlaces, readPackageVersion } from "./launch.ts";
import { isServerProved, proveHook } from "./proofs.ts";
import { planSettings, type SettingsPlan, writeSettings } from "./settings-file.ts";

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
  /** Entries of an earlier version were replaced: their lines are new to the client. */
  readonly renewed: boolean;
  /** How many hooks the client will not run before the person has trusted them. */
  readonly untrusted: number;
  /** Where uninstall failed: the files that it took our entries out of all the same. */
  readonly done: readonly string[];
};

export function connectClient(
  { home, env }: ProgramPlaces,
  { codec, settings: client }: Client,
  setting: ConnectSetting,
): Connection {
  const places = { home, env };
  const own = client.directory({ ...places, project: null });
  const program = findProgram(client.program, places);
  const version = program === null ? null : versionOf(client, program, { places, ...setting });
  const report: Connection = {
    client: client.name,
    label: client.label,
    version: version?.join(".") ?? null,
    outcome: "absent",
    path: client.file({ ...places, project: setting.project }),
    backup: null,
    proved: null,
    why: null,
    fix: null,
    plan: null,
    server: null,
    renewed: false,
    untrusted: 0,
    done: [],
  };
  const isAbsent = program === null && !isDirectory(own);
  const absent = { ...report, why: `neither the program ${client.program} nor ${own} was found` };
  if (isAbsent && setting.verb === "install") return absent;
  try {
    refuseOld(client, version, setting);
    const wanted = { ...setting, version, path: report.path };
    const changed = changeClient(places, { codec, settings: client }, wanted);
    // A client that left may have left our entries behind.
    return isAbsent && changed.outcome === "unchanged" ? absent : { ...report, ...changed };
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    return { ...report, outcome: "failed", why: error.message, fix: error.hint };
  }
}

type Asking = Pick<ConnectSetting, "dryRun"> & { readonly places: ProgramPlaces };

/** A client that writes where it is only asked is not asked about what would be done. */
function versionOf(
  { writesWhenAsked }: ClientSettings,
  program: string,
  { dryRun, places }: Asking,
): Version | null {
  return dryRun && writesWhenAsked === true ? readPackageVersion(program) : findVersion(program, places);
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

// The files of one client, changed. Installing changes all of them or none; when our entries are taken out, a file that
// cannot be changed keeps no other from losing them.

type Planned = { readonly file: ClientFile; readonly plan: SettingsPlan };

/** Where the copies of what was in the files are, by what each file is for. */
type Copies = Partial<Record<ClientFile["role"], string | null>>;

function changeClient(
  places: ProgramPlaces,
  { codec, settings: client }: Client,
  wanted: ClientChange,
): Partial<Connection> {
  const { launch, userRoot, version, project } = wanted;
  // Prompts ask the server only after doctor has seen it answer.
  const hasServer = client.server !== undefined && project === null;
  const serverProved = hasServer && isServerProved(launch.state, serverWords(launch));
  const [extras, asked] = [extrasFor(wanted), wanted.extras ?? []];
  const request = { launch, userRoot, version, serverProved, isPersons: project === null, extras, asked };
  const work = { places, codec, client, wanted, request };
  return wanted.verb === "install" ? installClient(work) : uninstallClient(work);
}

function installClient(work: ClientWork): Partial<Connection> {
  const { wanted } = work;
  const planned = listClientFiles(work).map((file) => ({ file, plan: planSettings(file.path, file.edit) }));
  const outcome = planned.some(isChange) ? "changed" : "unchanged";
  const renewed = isRenewal(work, planOf("settings", planned));
  if (wanted.dryRun) return { outcome, renewed, ...sayPlanned(planned) };
  // The launcher lies in there. Made by anybody else, machine state would be open to others, and refused from then on.
  makeState(wanted.launch);
  wanted.settle();
  const undo: (() => void)[] = [];
  const copies: Copies = {};
  try {
    for (const each of planned) {
      const { file, plan } = each;
      // First: a process killed between the two leaves a record too many, not one too few.
      const takeBack = file.keep?.(plan);
      if (takeBack !== undefined) undo.unshift(takeBack);
      copies[file.role] = write(each, wanted);
      undo.unshift(() => write({ file, plan: { ...plan, before: plan.after, after: plan.before } }, wanted));
    }
  } catch (error) {
    // Half of an install would be hooks without their server, or a server that nobody asks.
    for (const each of undo) each();
    throw error;
  }
  return {
    ...{ outcome, renewed, untrusted: countUntrusted(work, planOf("settings", planned)) },
    ...sayDone(planned, copies),
    ...prove(work, planOf("settings", planned)),
  };
}

function uninstallClient(work: ClientWork): Partial<Connection> {
  const { wanted } = work;
  const planned: Planned[] = [];
  const failures: CredenceError[] = [];
  const copies: Copies = {};
  for (const file of listClientFiles(work)) {
    try {
      const plan = planSettings(file.path, file.edit);
      if (!wanted.dryRun) copies[file.role] = write({ file, plan }, wanted);
      planned.push({ file, plan });
      if (!wanted.dryRun) file.forget?.();
    } catch (error) {
      if (!(error instanceof CredenceError)) throw error;
      failures.push(error);
    }
  }
  const changed = planned.filter(isChange);
  const told = wanted.dryRun ? sayPlanned(planned) : sayDone(planned, copies);
  if (failures.length === 0) return { outcome: changed.length === 0 ? "unchanged" : "changed", ...told };
  return {
    outcome: "failed",
    ...told,
    why: failures.map(({ message }) => message).join("; "),
    fix: [...new Set(failures.map(({ hint }) => hint))].join("; "),
    done: wanted.dryRun ? [] : changed.flatMap(({ file }) => (file.role === "command" ? [] : [file.path])),
  };
}

/** By what the client has written down: of a text that was there before, whatever it trusts; of a new one only what it trusted
 * to the letter, as it does when we come back. */
function countUntrusted({ places, client, wanted }: ClientWork, plan: SettingsPlan | null): number {
  if (client.trust === undefined || plan === null) return 0;
  const noted = readSettingsOrNull(client.trust.file({ ...places, project: null }));
  const settings = { paths: [wanted.path, plan.path], text: plan.after };
  const { judge, listNoted } = client.trust;
  if (plan.before === plan.after) return judge(settings, noted).untrusted.length;
  const isNew = ({ hash, definition }: NotedHook): boolean => hash !== `sha256:${sha256Hex(definition)}`;
  return listNoted(settings, noted).filter(isNew).length;
}

function isRenewal({ client, request }: ClientWork, plan: SettingsPlan | null): boolean {
  const found = plan === null || plan.before === plan.after ? null : client.inspect(plan.before, request);
  return found?.entries.some(({ isOld }) => isOld) === true;
}

function isChange({ plan }: Planned): boolean {
  return plan.before !== plan.after;
}

/** Says where the copy of what was there is. */
function write({ file, plan }: Planned, { launch, now }: ClientChange): string | null {
  const { mode } = file;
  const place = { state: launch.state, name: file.backupName, now };
  return writeSettings(mode === undefined ? plan : { ...plan, mode }, place);
}

function planOf(role: ClientFile["role"], planned: readonly Planned[]): SettingsPlan | null {
  return planned.find(({ file }) => file.role === role)?.plan ?? null;
}

/** What would change. */
function sayPlanned(planned: readonly Planned[]): Partial<Connection> {
  const server = planOf("server", planned);
  const lines = server === null ? [] : listChanges(server);
  return {
    plan: planOf("settings", planned),
    server: server === null ? null : { path: server.path, backup: null, lines },
  };
}

function listChanges({ before, after }: SettingsPlan): string[] {
  const changed = diffLines(before ?? "", after ?? "").filter(({ kind }) => kind !== "same");
  return changed.map(({ kind, line }) => `${kind === "added" ? "+" : "-"} ${line}`);
}

/** What was changed. */
function sayDone(planned: readonly Planned[], copies: Copies): Partial<Connection> {
  const server = planOf("server", planned);
  const backup = copies.server ?? null;
  return {
    backup: copies.settings ?? null,
    server: server === null ? null : { path: server.path, backup, lines: [] },
  };
}

/** Are the client's hooks on, and does one answer as it should? */
function prove(
  { places, codec, client, wanted, request }: ClientWork,
  settings: SettingsPlan | null,
): Partial<Connection> {
  const off = client.inspect(settings?.after ?? null, request)?.off ?? null;
  if (off !== null) return { proved: false, why: `${off} turns off all its hooks`, fix: `remove ${off}` };
  const call = sampleCall({ codec, settings: client }, wanted.launch, places.home);
  const { works, why } = proveHook(call, { cwd: places.home, env: places.env });
  return works ? { proved: true } : { proved: false, why, fix: "run credence doctor to find the reason" };
}
