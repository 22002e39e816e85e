// Setup: what is here, what would be done, the questions, and then the work. Every question comes before the first change, the
// passphrase's last, so an interrupt leaves nothing half done; only notes of other tools are looked at after it, one by one. Each
// step looks at what is there first: setup can be run again at any time, to go on or to answer otherwise.

import { refuseNoRoom } from "../../app/clients/room.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import { changeConfig } from "../../app/settings/change-config.ts";
import { initRoot } from "../../app/workspace/init-root.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { OBSERVATION_DAYS_MAX } from "../../memory/limits.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openAsPerson } from "../call/open-workspace.ts";
import { showReport } from "../report/render-terminal.ts";
import { askPerson, askYes } from "../terminal/pager.ts";
import { exitOf } from "../work/import.ts";
import { connect, connectOne, isFault } from "./connect.ts";
import { sayPlanned } from "./render-connections.ts";
import { lookAtNotes, openAgain } from "./setup-notes.ts";
import {
  CAPTURE_TEXT,
  DAYS_TEXT,
  KEY_TEXT,
  listDeclined,
  ownMemoryText,
  ROOTS_TEXT,
  sayEnd,
  sayFound,
  sayLeft,
  sayNoted,
  sayResult,
  sayWill,
  statuslineText,
} from "./setup-screen.ts";
import { isAllDone, type Offer, type SetupAnswers, type SetupSurvey, surveySetup } from "./setup-survey.ts";

export async function setUp(io: Io, call: Call): Promise<number> {
  refuseAgent(io, "set up Credence");
  // A script connects agents; a key, a setting or a root is a person's.
  if (call.values["yes"] === true) return connect(io, call, "install");
  if (call.json) throw new CredenceError("USAGE", "setup asks questions; --json goes with --yes");
  const { presence } = await hintsFor(io, call);
  if (presence.kind === "nobody")
    throw new CredenceError(
      "NEEDS_PERSON",
      `setup asks a person: ${presence.why}`,
      "credence setup --yes connects the agents on this machine, and does nothing else",
    );
  const survey = await surveySetup(io, call);
  io.out(showReport(sayFound(survey), io));
  const answers = await askAll(io, survey);
  if (answers !== null) return carryOut(io, call, { survey, answers });
  io.out(says`nothing was changed\n`);
  return 0;
}

/** @returns null when the person wants nothing of it. */
async function askAll(io: Io, survey: SetupSurvey): Promise<SetupAnswers | null> {
  const { proposed } = survey;
  if (isAllDone(survey)) {
    const changes = await askYes(io, says`Everything is set up. Change an answer? [y/N] `, false);
    if (changes) return askDetails(io, survey, proposed);
    return survey.notes.count > 0 ? proposed : null;
  }
  io.out(showReport(sayWill(survey), io));
  const first = survey.capture.isAnswered
    ? proposed
    : { ...proposed, capture: await askCapture(io, proposed) };
  const offers = survey.offers.filter((each) => proposed.clients.includes(each.client));
  const own = offers.filter(({ extra }) => extra === "own-memory-off");
  // One question for all; the details ask about each.
  return askToGoOn(io, survey, { ...first, extras: await askExtras(io, [own], first) });
}

async function askToGoOn(io: Io, survey: SetupSurvey, first: SetupAnswers): Promise<SetupAnswers | null> {
  let answers = first;
  for (;;) {
    const typed = await askWord(io, says`Go on? [Y/n/details] `, ["yes", "no", "details"]);
    if (["", "y", "yes"].includes(typed)) return answers;
    if (["n", "no"].includes(typed)) return null;
    if (["d", "details"].includes(typed)) answers = await askDetails(io, survey, answers);
  }
}

/** Step by step, with what each would do. */
async function askDetails(io: Io, survey: SetupSurvey, given: SetupAnswers): Promise<SetupAnswers> {
  const { clients, setting, hasKey } = survey;
  const chosen: string[] = [];
  for (const each of clients) {
    const { report } = each;
    if (report.outcome !== "changed") continue;
    io.out(showReport(sayPlanned(each, setting), io));
    if (await askYes(io, says`Connect ${report.label}? [Y/n] `, true)) chosen.push(report.client);
  }
  const roots = await askYes(io, says`${[ROOTS_TEXT]} ${choiceOf(given.roots)} `, given.roots);
  const capture = await askCapture(io, given);
  const days = await askDays(io, given);
  const key = hasKey || (await askYes(io, says`${[KEY_TEXT]} Choose one now? [Y/n] `, true));
  const connected = clients.filter(({ report }) => report.outcome === "unchanged");
  const here = [...chosen, ...connected.map(({ report }) => report.client)];
  const offers = survey.offers.filter(({ client }) => here.includes(client));
  const extras = await askExtras(
    io,
    offers.map((each) => [each]),
    { roots, key },
  );
  return { clients: chosen, roots, capture, days, key, extras };
}

/** A client's own memory goes only where this one is in every project: else a project would be left without any. */
async function askExtras(
  io: Io,
  questions: readonly (readonly Offer[])[],
  { roots, key }: Pick<SetupAnswers, "roots" | "key">,
): Promise<Offer[]> {
  const extras: Offer[] = [];
  for (const offers of questions) {
    const [first] = offers;
    const isMemory = first?.extra === "own-memory-off";
    if (first === undefined || (isMemory && !(roots && key))) continue;
    const text = isMemory ? ownMemoryText(offers.map(({ label }) => label)) : statuslineText(first.label);
    if (await askYes(io, says`${[text]} [Y/n] `, true)) extras.push(...offers);
  }
  return extras;
}

async function askCapture(io: Io, { capture }: SetupAnswers): Promise<boolean> {
  return askYes(io, says`${[CAPTURE_TEXT]} ${choiceOf(capture)} `, capture);
}

async function askDays(io: Io, { days }: SetupAnswers): Promise<number> {
  const allowed = Array.from({ length: OBSERVATION_DAYS_MAX + 1 }, (_, day) => String(day));
  for (;;) {
    const typed = await askWord(io, says`${[DAYS_TEXT]} [${days}] `, allowed);
    if (typed === "") return days;
    if (allowed.includes(typed)) return Number(typed);
  }
}

async function askWord(io: Io, question: Shown, words: readonly string[]): Promise<string> {
  return (await askPerson(io, question, words)).trim().toLowerCase();
}

function choiceOf(isYes: boolean): string {
  return isYes ? "[Y/n]" : "[y/N]";
}

type Work = { readonly survey: SetupSurvey; readonly answers: SetupAnswers };

/** Keys, settings, a root, copies of agents' settings: far less than this. */
const STATE_BYTES = 4 * 1024 * 1024;

async function carryOut(io: Io, call: Call, work: Work): Promise<number> {
  const { survey, answers } = work;
  const { state } = survey.setting.launch;
  const { copy } = survey.plan;
  refuseNoRoom([{ path: state, bytes: STATE_BYTES }, ...(copy === null ? [] : [copy])]);
  // First, because it asks: until there is a key nothing has changed.
  const person = answers.key ? await storeAnswers(io, call, work) : null;
  if (answers.roots) initRoot(await hintsFor(io, call), { kind: "user", testState: false });
  // Also without an agent: the next command is typed, and the clone or the npx cache may go.
  survey.setting.settle();
  // Their settings cannot be changed, and that was said before the yes.
  const refused = survey.clients.filter(({ report }) => report.outcome === "failed");
  for (const each of refused) io.out(showReport(sayResult(each), io));
  let [connected, failed] = [0, refused.length];
  for (const { client, extras } of listWork(work)) {
    const report = await connectOne(io, call, { client, plan: survey.plan, extras });
    if (isFault(report, false)) failed += 1;
    else connected += 1;
    io.out(showReport(sayResult({ client, project: null, report }), io));
  }
  survey.setting.removeOthers();
  io.out(showReport(sayLeft(listDeclined(survey, answers)), io));
  const exit = await takeNotes(io, call, { ...work, person });
  io.out(showReport(sayEnd(survey, answers, connected), io));
  return failed === 0 ? exit : 1;
}

/** Those to connect, and those that are connected and get more. */
function listWork({ survey, answers }: Work) {
  return survey.clients.flatMap(({ client, report }) => {
    const extras = answers.extras.filter((each) => each.client === report.client).map(({ extra }) => extra);
    return answers.clients.includes(report.client) || extras.length > 0 ? [{ client, extras }] : [];
  });
}

/** Last, because it takes as long as the person likes. */
async function takeNotes(
  io: Io,
  call: Call,
  { survey: { notes, hasRoot, project }, answers, person }: Work & { readonly person: Workspace | null },
): Promise<number> {
  const open = (): Promise<Workspace> =>
    person === null ? openAsPerson(io, call, "import memories") : openAgain(io, call, person);
  try {
    const hasPlace = hasRoot || (answers.roots && project !== null);
    const canLook = notes.count > 0 && answers.key && hasPlace;
    const reports = canLook ? await lookAtNotes(io, call, { notes, open }) : null;
    io.out(showReport(sayNoted(notes, reports), io));
    return exitOf(reports ?? []);
  } catch (error) {
    // Nobody is there any more, or we are at fault; all else concerns the notes alone.
    if (!(error instanceof CredenceError) || ["NEEDS_PERSON", "INTERNAL"].includes(error.code)) throw error;
    io.out(showReport(sayLeft([`the notes stay where they are: ${error.message}; ${error.hint}`]), io));
    return 1;
  }
}

/**
 * Also an answer that is the default: it was asked for, and is not asked again.
 * @returns a workspace of the person; null when there was nothing to ask them for.
 */
async function storeAnswers(io: Io, call: Call, { survey, answers }: Work): Promise<Workspace | null> {
  const asked = [
    { key: "capture.enabled", before: survey.capture, after: answers.capture },
    { key: "roots.auto", before: survey.roots, after: answers.roots },
  ].filter(({ before, after }) => !before.isAnswered || before.value !== after);
  const days = { key: "trust.observation_days", after: answers.days };
  const settings = answers.days === survey.days.value ? asked : [...asked, days];
  if (survey.hasKey && settings.length === 0) return null;
  const workspace = await openAsPerson(io, call, "set up Credence");
  try {
    for (const { key, after } of settings)
      await changeConfig(workspace, { key, value: String(after), root: null });
    return workspace;
  } finally {
    workspace.close();
    // What follows takes a while, and an interrupt has to reach it.
    io.setEcho?.(true);
  }
}
