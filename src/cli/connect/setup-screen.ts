// The words of setup.

import type { Extra } from "../../agents/client-settings.ts";
import type { Connected } from "../../app/clients/connect-client.ts";
import type { ImportReport } from "../../app/transfer/import/run-import.ts";
import { OBSERVATION_DAYS_MAX } from "../../memory/limits.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { PROGRAM } from "../call/program.ts";
import type { Line } from "../report/report.ts";
import { item, row, sayTrust } from "./render-connections.ts";
import { type FoundNotes, sayLater, sayNotes, sayTaken } from "./setup-notes.ts";
import type { SetupAnswers, SetupSurvey } from "./setup-survey.ts";

export const CAPTURE_TEXT = says`Keep your prompts on this machine for 14 days, known secrets removed, so that
memories can be suggested? They are sent nowhere unless you later choose a
provider.`;

export const ROOTS_TEXT = says`Keep what agents learn in your home, for you alone: one place for what is about
you, and one for each git project, made with its first memory?`;

export const DAYS_TEXT = says`What an agent saved is used as advice, marked as such. After how many days does
review ask you whether it is a fact? 0 to ${OBSERVATION_DAYS_MAX}`;

export const KEY_TEXT = says`Agents run as you, so a click proves nothing: a passphrase protects what you
approve.`;

export function ownMemoryText(labels: readonly string[]): Shown {
  const [are, whose] =
    labels.length === 1 ? ["keeps notes of its own", "Its"] : ["keep notes of their own", "Their"];
  return says`${labels.join(" and ")} ${are}, past every check. Turn that off, so that there is one
memory and not two? ${whose} notes stay, and credence uninstall turns it on again.`;
}

export function statuslineText(label: string): Shown {
  return says`Show in ${label}'s status line how many memories were recalled, and how many wait?`;
}

/** What is here, and what was answered before. */
export function sayFound(survey: SetupSurvey): Line[] {
  const { clients, project, hasRoot, hasKey, capture, roots, days, notes } = survey;
  const where =
    project === null ? "no git project here" : `project ${project}${hasRoot ? ", with memory" : ""}`;
  const labels = clients.map(({ report }) => [report.label, report.version].filter(Boolean).join(" "));
  const connected = clients.filter(({ report }) => report.outcome === "unchanged");
  const answers = [
    ...connected.map(({ report }) => `${report.label} is connected`),
    ...(hasKey ? ["you have a person key"] : []),
    ...(roots.isAnswered ? [`memories in your home: ${roots.value ? "yes" : "no"}`] : []),
    ...(capture.isAnswered ? [`capture: ${capture.value ? "on" : "off"}`] : []),
    ...(days.isAnswered ? [`days before review asks: ${days.value}`] : []),
  ];
  const none = "no coding agent that Credence knows";
  return [
    `Credence ${PROGRAM.version}: memory for coding agents. You decide what counts as fact.`,
    "",
    row("Found", [...(labels.length === 0 ? [none] : labels), where].join(" · ")),
    ...sayNotes(notes).map((each) => row("", each)),
    ...(answers.length === 0 ? [] : [row("So far", answers.join(" · "))]),
  ];
}

/** What a yes would do. */
export function sayWill({ plan, replaced, clients, hasKey, proposed, roots, shown }: SetupSurvey): Line[] {
  const wanted = clients.filter(({ report }) => report.outcome === "changed");
  const refused = clients.filter(({ report }) => report.outcome === "failed");
  const names = wanted.map(({ report }) => report.label).join(", ");
  const will = [
    ...(plan.copy === null
      ? []
      : [`copy the program to ${shown(plan.copy.path)}, where your agents start it`]),
    ...(replaced === null
      ? []
      : [`let your agents start ${PROGRAM.version} instead of Credence ${replaced}`]),
    ...(wanted.length === 0
      ? []
      : [`connect ${names} (hooks, MCP server); credence uninstall restores their settings`]),
    ...(proposed.roots && !roots.isAnswered
      ? ["keep memories in ~/.claude/claude-memory, one folder per project; nothing goes into a repository"]
      : []),
    ...(hasKey ? [] : ["make your person key, with a passphrase: it signs what you approve"]),
  ];
  return [
    ...will.map((each, place) => row(place === 0 ? "Will" : "", each)),
    ...refused.map(({ report }) => row("Will not", `connect ${report.label}: ${report.why}; ${report.fix}`)),
    "",
  ];
}

const OPEN: Readonly<Record<Extra, (label: string) => string>> = {
  "own-memory-off": (label) => `${label}'s own memory stays on beside this one: credence setup, then details`,
  statusline: (label) => `nothing in ${label}'s status line: credence setup, then details`,
};

/** What the person said no to, and how to say yes later. */
export function listDeclined(survey: SetupSurvey, answers: SetupAnswers): string[] {
  const { clients, roots, capture, key, extras } = answers;
  const wanted = survey.proposed.clients.filter((name) => !clients.includes(name));
  const left = survey.clients.filter(({ report }) => wanted.includes(report.client));
  const needKey = [
    ...(roots && !survey.roots.value ? ["a root for each project"] : []),
    ...(capture && !survey.capture.value ? ["capture"] : []),
  ].join(" and ");
  const open = survey.offers.filter((offer) => clients.includes(offer.client) && !extras.includes(offer));
  return [
    ...open.map(({ label, extra }) => OPEN[extra](label)),
    ...left.map(({ report }) => `${report.label} is not connected: credence install ${report.client}`),
    ...(key
      ? []
      : [
          `no person key, so nothing can be approved${needKey === "" ? "" : `, and ${needKey} stays off`}: credence setup`,
        ]),
    ...(roots || survey.hasRoot ? [] : ["no memory in your home: credence init makes a root for a project"]),
    ...(capture || (survey.capture.isAnswered && !survey.capture.value)
      ? []
      : ["your prompts are not kept: credence setup changes that"]),
  ];
}

export function sayLeft(lines: readonly string[]): Line[] {
  return lines.map((each) => item("–", each));
}

/** What became of the notes; of those that were not looked at, where they are. */
export function sayNoted(notes: FoundNotes, reports: readonly ImportReport[] | null): Line[] {
  if (reports === null) return sayLeft(sayLater(notes, true));
  const { taken, leftOut, isStopped } = sayTaken(reports);
  return [
    item("✓", taken),
    ...leftOut.map((each) => item(" ", each)),
    ...sayLeft(isStopped ? ["stopped: credence setup goes on with the others"] : []),
    ...sayLeft(sayLater(notes, false)),
  ];
}

export function sayResult(connected: Connected): Line[] {
  const { label, outcome, proved, why, fix, untrusted } = connected.report;
  const isGood = outcome !== "failed" && proved !== false;
  const done = untrusted === 0 ? `${label} connected` : `${label} is prepared`;
  const head = isGood ? `${done}: the guard refused a test write` : `${label} is not connected: ${why}`;
  const more = isGood
    ? [...sayTrust(connected), ...connected.client.settings.notes]
    : [fix ?? ""].filter(Boolean);
  return [item(isGood ? "✓" : "✗", head), ...more.map((each) => item(" ", each))];
}

/** The first step is one that works as it stands: it names the program by its path where nothing else finds it. */
export function sayEnd(survey: SetupSurvey, answers: SetupAnswers, connected: number): string[] {
  const { clients, hasRoot, hasUserRoot, project, link, command } = survey;
  const isConnected = connected > 0 || clients.some(({ report }) => report.outcome === "unchanged");
  // A root of the project is made with its first memory, where the person allowed it and is known by a key.
  const hasPlace = hasRoot || (project !== null && answers.roots && answers.key);
  const hasOwn = hasUserRoot || answers.roots;
  const first = hasPlace ? "we deploy on Tuesdays" : "I deploy on Tuesdays";
  const save = hasPlace || hasOwn ? `${command} save '${first}'` : `${command} init --scope user`;
  const where = project === null ? "in a git project" : "here";
  return [
    "",
    ...(isConnected
      ? [
          `Start your agent ${where} and say:  remember that we deploy on Tuesdays`,
          "To begin with what a repository says itself:  learn this project with Credence",
        ]
      : ["No agent is connected: credence setup looks again. Meanwhile:", `  ${save}`]),
    ...(hasPlace || project === null || !answers.roots
      ? []
      : ["There is no memory root here: credence init creates one"]),
    // To be copied, so it is never wrapped.
    ...(link === null ? [] : ["To type credence anywhere:", `  ${link}`]),
    "Later:  credence review · credence status · credence import",
  ];
}
