// The words of setup.

import type { ClientSettings } from "../../agents/client-settings.ts";
import type { Connection } from "../../app/clients/connect-client.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import { PROGRAM } from "../call/program.ts";
import { wrapText } from "../terminal/style.ts";
import type { SetupAnswers, SetupSurvey } from "./setup-survey.ts";

export const CAPTURE_TEXT = `Keep your prompts on this machine for 14 days, known secrets removed, so that
memories can be suggested? They are sent nowhere unless you later choose a
provider.`;

export const ROOTS_TEXT = `Keep what agents learn in your home, for you alone: one place for what is about
you, and one for each git project, made with its first memory?`;

export const KEY_TEXT = `Agents run as you, so a click proves nothing: a passphrase protects what you
approve.`;

const LABEL = 9;

/** What is here, and what was answered before. */
export function renderFound(survey: SetupSurvey, columns: number): string {
  const { clients, project, hasRoot, hasKey, capture, roots } = survey;
  const where =
    project === null ? "no git project here" : `project ${project}${hasRoot ? ", with memory" : ""}`;
  const labels = clients.map(({ report }) => [report.label, report.version].filter(Boolean).join(" "));
  const connected = clients.filter(({ report }) => report.outcome === "unchanged");
  const answers = [
    ...connected.map(({ report }) => `${report.label} is connected`),
    ...(hasKey ? ["you have a person key"] : []),
    ...(roots.isAnswered ? [`memories in your home: ${roots.value ? "yes" : "no"}`] : []),
    ...(capture.isAnswered ? [`capture: ${capture.value ? "on" : "off"}`] : []),
  ];
  const none = "no coding agent that Credence knows";
  return [
    `Credence ${PROGRAM.version}: memory for coding agents. You decide what counts as fact.\n\n`,
    renderRow("Found", [...(labels.length === 0 ? [none] : labels), where].join(" · "), columns),
    ...(answers.length === 0 ? [] : [renderRow("So far", answers.join(" · "), columns)]),
  ].join("");
}

/** What a yes would do. */
export function renderWill({ plan, clients, hasKey, proposed, roots }: SetupSurvey, columns: number): string {
  const wanted = clients.filter(({ report }) => report.outcome === "changed");
  const refused = clients.filter(({ report }) => report.outcome === "failed");
  const names = wanted.map(({ report }) => report.label).join(", ");
  const will = [
    ...(plan.copy === null || wanted.length === 0
      ? []
      : [`copy the program to ${plan.copy.path}: ${plan.copy.why}`]),
    ...(wanted.length === 0 ? [] : [`connect ${names}; credence uninstall restores their settings`]),
    ...(proposed.roots && !roots.isAnswered
      ? ["keep what agents learn in ~/.claude/claude-memory, for you alone; share with a team later"]
      : []),
    ...(hasKey ? [] : ["make your person key, with a passphrase: it signs what you approve"]),
  ];
  return [
    ...will.map((line, place) => renderRow(place === 0 ? "Will" : "", line, columns)),
    ...refused.map(({ report }) =>
      renderRow("Will not", `connect ${report.label}: ${report.why}; ${report.fix}`, columns),
    ),
    "\n",
  ].join("");
}

function renderRow(label: string, text: string, columns: number): string {
  const indent = " ".repeat(LABEL);
  return `${label.padEnd(LABEL)}${wrapText(renderTerminalLine(text), Math.min(columns, 100), indent)}\n`;
}

/** What waits for a key that the person did not want yet. */
export function renderRest({ roots, capture }: SetupAnswers): string {
  const waiting = [...(roots ? ["a place for each project"] : []), ...(capture ? ["capture"] : [])];
  const needs = waiting.length === 0 ? "" : `, and ${waiting.join(" and ")} needs one`;
  return `no person key: nothing can be approved yet${needs}; credence setup asks again\n`;
}

export function renderResult({ notes }: ClientSettings, report: Connection): string {
  const { label, outcome, proved, why, fix } = report;
  const isGood = outcome !== "failed" && proved !== false;
  const told = isGood
    ? [` ✓ ${label} connected: the guard refused a test write`, ...notes.map((note) => `   ${note}`)]
    : [` ✗ ${label} is not connected: ${why}`, ...(fix === null ? [] : [`   ${fix}`])];
  return told.map((line) => `${renderTerminalLine(line)}\n`).join("");
}

export function renderEnd(
  { plan, clients, hasRoot, project }: SetupSurvey,
  answers: SetupAnswers,
  connected: number,
): string {
  const isConnected = connected > 0 || clients.some(({ report }) => report.outcome === "unchanged");
  const hasPlace = hasRoot || (answers.roots && answers.key && project !== null);
  return [
    ...(isConnected
      ? ["Start your agent here and say:  remember that we deploy on Tuesdays"]
      : ['No agent is connected: credence setup looks again. Meanwhile: credence save "…"']),
    ...(hasPlace || project === null ? [] : ["There is no memory root here: credence init creates one"]),
    ...(plan.command === null || connected === 0
      ? []
      : [`To type credence anywhere:  ln -s ${plan.command} ~/.local/bin/`]),
    "Later:  credence import (notes of other tools) · credence review · credence status",
  ]
    .map((line) => `${line}\n`)
    .join("");
}
