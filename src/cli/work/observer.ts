// The Observer for a reader at the terminal. What a model wanted to do is hostile text as any other.

import type { SpoolStatus } from "../../app/capture/spool.ts";
import type { ObserverStatus, TestOutcome } from "../../app/observe/describe-observer.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type LabelledRow, labelled, type Table } from "../report/report.ts";

type Attempt = ReturnType<typeof import("../../app/observe/describe-observer.ts").listAttempts>[number];

const INPUT_CHARS_MAX = 200;

export function sayObserverStatus(status: ObserverStatus): Table {
  const { provider, model, limits, used, left, days, waiting, aside, tokensPerMemory } = status;
  const named = model === null ? provider : `${provider} (${model})`;
  const perDay = days.map(({ day, input, output, calls, kept }) => {
    const what = [pluralize(calls, "call", "calls"), pluralize(kept, "memory", "memories")];
    return `${day}: ${input + output} tokens, ${what.join(", ")} kept`;
  });
  return labelled(10, [
    ["provider", provider === "none" ? "none: the Observer is off" : named],
    ["reads", status.userTurnsOnly ? "your messages and the names of tools" : "all messages and tool output"],
    ["waiting", pluralize(waiting, "event", "events")],
    ["today", `${used} of ${limits.day} tokens used, ${left} left`],
    ["limits", `${limits.invocation} per call, ${limits.session} per session`],
    ["cost", tokensPerMemory === null ? null : `${tokensPerMemory} tokens per memory kept`],
    ...perDay.map((text, index): LabelledRow => [index === 0 ? "days" : "", text]),
    ["last run", renderLastRun(status)],
    ["aside", renderAside(aside)],
  ]);
}

function renderAside({ batches, events }: ObserverStatus["aside"]): string {
  if (batches === 0) return "";
  const where = pluralize(batches, "batch", "batches");
  return `${pluralize(events, "event", "events")} in ${where} could not be read`;
}

function renderLastRun({ lastRun }: ObserverStatus): string {
  if (lastRun === null) return "";
  const { at, end, excess, created, updated, refused } = lastRun;
  const over =
    excess === null
      ? ""
      : `; ${excess.code}: ${excess.which} ${excess.used[excess.which]} of ${excess.limits[excess.which]}`;
  return `${at} ${end}, ${created} created, ${updated} updated, ${refused} refused${over}`;
}

export function sayAttempt({ ts, source, session, tool_name, result, tool_input }: Attempt): string[] {
  const wanted = tool_input === undefined || tool_input === "" ? [] : [tool_input.slice(0, INPUT_CHARS_MAX)];
  return [
    `${ts} ${source} ${result} ${tool_name} in ${session ?? "no session"}`,
    ...wanted.map((text) => `    ${text}`),
  ];
}

export function sayTest({ provider, works, fault, message, milliseconds }: TestOutcome): string {
  if (works) return `${provider} answered after ${milliseconds} ms`;
  return `${provider} did not answer: ${fault}${message === null ? "" : `: ${message}`}`;
}

// The spool for a reader at the terminal.

/** As the use-case gives it: cli knows no engine. */
type Captured = Awaited<ReturnType<typeof import("../../app/capture/spool.ts").readCaptured>>[number];

export function sayGone({ files, bytes }: SpoolStatus["dropped"]): string {
  return `${pluralize(files, "file", "files")}, ${pluralize(bytes, "byte", "bytes")}`;
}

export function saySpoolStatus(status: SpoolStatus): Table {
  const { damaged, dropped, skipTools, excludedProjects } = status;
  return labelled(10, [
    ["capture", `${status.capture}${status.userTurnsOnly ? "; tool input and output are left out" : ""}`],
    [
      "kept",
      `${pluralize(status.lines, "line", "lines")} of ${pluralize(status.sessions, "session", "sessions")}, ${pluralize(status.bytes, "byte", "bytes")}, for ${pluralize(status.keptDays, "day", "days")}`,
    ],
    ["oldest", status.oldest],
    [
      "verified",
      damaged.length === 0
        ? "every line"
        : `all but ${pluralize(damaged.length, "line", "lines")}: ${nameDamaged(status)}`,
    ],
    ["dropped", dropped.files === 0 ? "" : `${sayGone(dropped)}: oldest first`],
    ["skipped", skipTools.join(", ")],
    ["excluded", excludedProjects.join(", ")],
  ]);
}

export function sayCaptured({ record }: Captured): string[] {
  const what = record.tool === null ? record.kind : `tool ${record.tool}`;
  const fields = [record.text, record.input, record.output].filter((field) => field !== null);
  const sources = [...record.paths, ...record.taint.map((name) => `(${name})`)].join(" ");
  const told = [...(sources === "" ? [] : [sources]), ...fields.flatMap((field) => field.split("\n"))];
  return [`${record.at} ${what} in ${record.session}`, ...told.map((line) => `    ${line}`)];
}

/** All that is said where no person is. */
export function countLine({ id, record }: Captured) {
  const { at, kind, session, text, input, output } = record;
  const chars = [text, input, output].reduce((sum, field) => sum + (field?.length ?? 0), 0);
  return { id, at, kind, session, chars };
}

function nameDamaged({ damaged }: SpoolStatus): string {
  const named = damaged.slice(0, 3).map(({ file, line }) => `${file}:${line}`);
  return `${named.join(", ")}${damaged.length > 3 ? " …" : ""}`;
}
