// Upgrade: whatever clients start becomes this version. Nothing is downloaded. Each step leaves something that works: the
// program is copied whole before anything names it, the launcher changes in one rename, settings are written by install, and
// the record of the new version comes last. So a process that is killed leaves the old or the new version at work, and the
// next run does what is left.

import { resolve } from "node:path";
import { isOlder, parseVersion } from "../../agents/client-settings.ts";
import { hasCaptured } from "../../app/capture/spool.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { type Connected, connectEach } from "../../app/clients/connect-client.ts";
import { isRunning, startKept, withNamedPackage } from "../../app/clients/hand-over.ts";
import { type Package, type ProgramPlan, planProgram } from "../../app/clients/program-home.ts";
import { type RemainingRoot, surveyRemains } from "../../app/clients/remains.ts";
import {
  copyState,
  findReplaced,
  isThere,
  removeHalfWritten,
  type Started,
} from "../../app/clients/started-program.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import { makeState } from "../../app/workspace/made-directories.ts";
import { refuseNewerState } from "../../app/workspace/newer-state.ts";
import { readUnopenedConfig } from "../../app/workspace/read-config.ts";
import {
  isOfOldVersion,
  readVersionRecord,
  type VersionRecord,
  writeVersionRecord,
} from "../../app/workspace/version-record.ts";
import { CredenceError } from "../../memory/errors.ts";
import { RULE_SET_VERSION, STATE_FORMAT } from "../../memory/formats.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { placeHints } from "../call/open-workspace.ts";
import { PROGRAM } from "../call/program.ts";
import { showReport } from "../report/render-terminal.ts";
import type { Line } from "../report/report.ts";
import { askYes } from "../terminal/pager.ts";
import { findStartedHere, isFault, listConnected, settingOf } from "./connect.ts";
import { row, saySteps } from "./render-connections.ts";
import { bringRootsAlong, offerPapers } from "./upgrade-roots.ts";

export type UpgradeSurvey = {
  readonly setting: ConnectSetting;
  readonly plan: ProgramPlan;
  readonly record: VersionRecord | null;
  /** What clients start now; null where none is connected. */
  readonly started: Started | null;
  /** Nothing but 0.1.0 was ever at work here. */
  readonly isFromOld: boolean;
  readonly clients: readonly Connected[];
  readonly roots: readonly RemainingRoot[];
};

export async function upgrade(io: Io, call: Call): Promise<number> {
  refuseAgent(io, "upgrade Credence");
  if (call.json) throw new CredenceError("USAGE", "upgrade has no --json");
  const [path] = call.positionals;
  if (path !== undefined) return handOver(io, call, path);
  const survey = surveyUpgrade(io, call);
  if (isDone(survey)) {
    io.out(says`your agents start Credence ${PROGRAM.version} already, and everything is as it needs it\n`);
    return 0;
  }
  io.out(showReport(saySurvey(survey), io));
  return (await isWanted(io, call)) ? carryOut(io, call, survey) : 0;
}

/** On the way to another command. An older program than the one at work says so, and changes nothing. */
export async function offerUpgrade(io: Io, call: Call): Promise<"done" | "declined"> {
  const survey = surveyUpgrade(io, call);
  if (isDone(survey)) return "done";
  const atWork = survey.started?.version ?? survey.record?.version ?? null;
  if (atWork !== null && isOlderThan(PROGRAM.version, atWork)) {
    const script = survey.started?.script ?? "";
    io.err(says`note: this is Credence ${PROGRAM.version}, and your agents start ${atWork}: ${script}\n`);
    return "done";
  }
  // Nothing would change for anybody.
  if (survey.clients.length === 0) return "done";
  io.out(showReport(saySurvey(survey), io));
  if (!(await askYes(io, says`Upgrade now? [Y/n] `, true))) {
    io.out(says`credence upgrade does it later\n\n`);
    return "declined";
  }
  await carryOut(io, call, survey);
  io.out(says`\n`);
  return "done";
}

export function isOlderThan(version: string, than: string): boolean {
  const [ours, theirs] = [parseVersion(version), parseVersion(than)];
  return ours !== null && theirs !== null && isOlder(ours, theirs);
}

/** Without a yes it says that nothing was changed. */
export async function isWanted(io: Io, call: Call, other?: { readonly then: string }): Promise<boolean> {
  const isDry = call.values["dry-run"] === true;
  if (!isDry && (call.values["yes"] === true || (await askToGoOn(io, other === undefined)))) return true;
  io.out(says`nothing was changed${other?.then ?? ""}\n`);
  return false;
}

/** What this program does itself is a yes by Enter; running one that nobody signed is not. */
async function askToGoOn(io: Io, isOurs: boolean): Promise<boolean> {
  if (!io.terminal.in || !io.terminal.out)
    throw new CredenceError(
      "NEEDS_PERSON",
      "it asks before it changes anything, and there is no terminal",
      "add --yes in a script of your own",
    );
  return askYes(io, isOurs ? says`Go on? [Y/n] ` : says`Go on? [y/N] `, isOurs);
}

export function surveyUpgrade(io: Io, call: Call): UpgradeSurvey {
  const plan = planProgram(io.program, io);
  const setting = settingOf(io, call, { verb: "install", plan });
  const { state } = setting.launch;
  refuseNewerState(state);
  const clients = connectEach(io, listConnected(io, setting), { ...setting, dryRun: true });
  return {
    setting,
    plan,
    record: readVersionRecord(state),
    started: findStartedHere(io, setting.launch),
    isFromOld: isOfOldVersion(state),
    clients,
    roots: surveyRemains(placeHints(io, call)).roots,
  };
}

/** Also for what an interrupted run has left to do. */
export function isDone({ record, clients }: UpgradeSurvey): boolean {
  const isRecorded =
    record !== null &&
    record.version === PROGRAM.version &&
    record.state === STATE_FORMAT &&
    record.ruleSet >= RULE_SET_VERSION;
  return isRecorded && clients.every(({ report }) => report.outcome === "unchanged");
}

/** What a yes would do. */
export function saySurvey(survey: UpgradeSurvey): Line[] {
  const { plan, started, record, clients, roots, isFromOld } = survey;
  const from = started?.version ?? record?.version ?? null;
  const isSame = from === PROGRAM.version;
  // Where npm put this version into the place of the other, only the notes of the other are left.
  const was = isSame ? (record?.version ?? (isFromOld ? "0.1.0" : PROGRAM.version)) : from;
  const title =
    was === null || was === PROGRAM.version
      ? `Credence ${PROGRAM.version}`
      : `Credence ${was} → ${PROGRAM.version}`;
  const replaced = findReplaced(survey);
  const kept =
    replaced === null ? "" : `; ${replaced} is kept beside it, and credence rollback goes back to it`;
  const place = plan.copy?.path ?? plan.program.script;
  const count = roots.reduce((sum, { memories }) => sum + memories, 0);
  const rules =
    (record?.ruleSet ?? 1) < RULE_SET_VERSION
      ? [`every approved memory is judged again, by rule set ${RULE_SET_VERSION}; what fails now is listed`]
      : [];
  return [
    title,
    "",
    row("Program", `${place}${kept}`),
    ...(kept === "" && was !== null && was !== PROGRAM.version ? [row("Back", sayNoWay(survey, was))] : []),
    ...clients.map((each, at) => row(at === 0 ? "Agents" : "", sayPlanned(each))),
    ...(clients.length === 0 ? [row("Agents", "none is connected: credence install connects them")] : []),
    row(
      "Roots",
      `${pluralize(roots.length, "root", "roots")} with ${pluralize(count, "memory", "memories")}: files stay as they are, the search index is brought up to date`,
    ),
    ...rules.map((each) => row("Rules", each)),
    "",
  ];
}

/** Before the question: whoever wants to be able to go back can still fetch the other version. */
function sayNoWay({ record }: UpgradeSurvey, was: string): string {
  const gone = `nothing of ${was} is left here to keep`;
  const before = record?.before ?? null;
  return before !== null && isThere(before)
    ? `${gone}; credence rollback would go to ${before.version}`
    : `${gone}, so there will be no way back by credence rollback, only by npm install -g credence-${was}.tgz`;
}

function sayPlanned({ client, report }: Connected): string {
  const { label, outcome, why, renewed, plan } = report;
  if (outcome === "failed") return `${label}: cannot be brought along: ${why}`;
  if (plan === null || plan.before === plan.after) return `${label}: its entries stay as they are`;
  const asks = renewed && client.settings.trust !== undefined;
  return `${label}: its entries are renewed${asks ? ", and it asks once more whether you trust its hooks" : ""}`;
}

async function carryOut(io: Io, call: Call, survey: UpgradeSurvey): Promise<number> {
  const { setting, plan, record, started, clients } = survey;
  const { launch } = setting;
  makeState(launch);
  removeHalfWritten(launch.state, io);
  const copy = copyState(launch.state, record?.version ?? started?.version ?? "0", setting.now);
  setting.settle();
  const reports = connectEach(io, clients, setting);
  const brought = await bringRootsAlong(io, call, {
    roots: survey.roots,
    judges: (record?.ruleSet ?? 1) < RULE_SET_VERSION,
  });
  writeVersionRecord(launch.state, {
    version: PROGRAM.version,
    program: { version: PROGRAM.version, ...plan.program },
    declined: null,
    ...(brought.isJudged ? { ruleSet: RULE_SET_VERSION, lowered: brought.lowered.length } : {}),
  });
  const before = readVersionRecord(launch.state)?.before ?? null;
  const capture = survey.isFromOld ? sayCapture(launch.state) : null;
  io.out(showReport(saySteps({ reports, brought, capture, copy, before, link: plan.command }), io));
  if (call.values["yes"] !== true) await offerPapers(io, survey.roots);
  const isFaulty = reports.some(({ report }) => isFault(report, true));
  return isFaulty || brought.failed.length > 0 ? 1 : 0;
}

/** 0.1.0 captured unless a person said no. @returns null where a person said yes, and it goes on. */
function sayCapture(state: string): string | null {
  if (readUnopenedConfig(state).config["capture.enabled"]) return null;
  const left = hasCaptured(state)
    ? "; what 0.1.0 captured is still there, and credence spool clear erases it, project by project"
    : "";
  return `capture is off now, until you ask for it: credence setup${left}`;
}

// `upgrade PATH`: the package is put into its place whole, and then its own program goes on, because only that one knows what
// it needs. Nothing of it runs before the person has seen what it is.

async function handOver(io: Io, call: Call, named: string): Promise<number> {
  const path = resolve(io.cwd, named);
  return withNamedPackage(path, async (found) => {
    refuseOlder(found);
    if (isRunning(found, io.program, io.cwd)) return upgrade(io, { ...call, positionals: [] });
    const rows = [
      row("Found", `Credence ${found.version} in ${path}`),
      row("", `sha256 of its program ${found.digest}`),
      row("", "nobody signed it: run it only if you know who made it"),
    ];
    io.out(showReport(rows, io));
    const then = "; the upgrade itself would be done by that version";
    if (!(await isWanted(io, call, { then }))) return 0;
    const { cwd, home, env } = io;
    const places = { cwd, home, env, node: io.program.node };
    return startKept(found, ["upgrade", "--yes", ...placeWords(call)], places);
  });
}

/** What is older than this one does not know what is here. */
function refuseOlder({ version }: Package): void {
  if (!isOlderThan(version, PROGRAM.version)) return;
  throw new CredenceError(
    "PATH_ERROR",
    `Credence ${version} is older than this one, ${PROGRAM.version}`,
    "credence rollback goes back to the version before",
  );
}

function placeWords(call: Call): string[] {
  return ["state", "cache"].flatMap((name) => {
    const value = call.values[name];
    return typeof value === "string" ? [`--${name}`, value] : [];
  });
}
