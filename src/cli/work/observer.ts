// The Observer for a reader at the terminal. What a model wanted to do is hostile text as any other.

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
