// A question that is answered from memories, for a reader at the terminal.

import {
  type AskOutcome,
  type AskRefusal,
  askMemories,
  type Citation,
  openModel,
} from "../../app/knowledge/ask-memories.ts";
import { MEMORY_TYPES } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { renderTerminalLine, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { parseSince, textOf, wordOf } from "../call/values.ts";
import { type Answer, answerIn } from "../frames/answer.ts";
import { type GridRow, grid, type Report, toned, tonedStanding } from "../report/report.ts";
import { createProgress } from "../terminal/progress.ts";
import { wrapMarkedLine } from "../terminal/style.ts";

/** Every row of what a memory or a model says begins so; our own words begin at the edge. */
const TEXT = ["  ", "  "] as const;
const NAMES_MAX = 10;

export function answerQuestion(io: Io, call: Call): Promise<number> {
  return answerIn({ io, call, act: "ask a model" }, async (workspace) => {
    const request = {
      question: call.positionals.join(" "),
      filter: {
        query: textOf(call, "query"),
        type: wordOf(call, "type", MEMORY_TYPES),
        tag: textOf(call, "tag"),
        since: parseSince(call),
      },
      onProgress: createProgress(io, "indexing"),
    };
    const model = await openModel(workspace, { env: io.env, now: () => workspace.now });
    const outcome = await askMemories(workspace, request, model);
    if (outcome.kind === "refused") return refuse(io, outcome);
    const body = outcome.kind === "answer" ? sayAnswer(outcome, io) : sayExtracts(outcome, io);
    return { json: outcome, says: body };
  });
}

function refuse(io: Io, { code, message, hint }: AskRefusal): Answer {
  io.err(says`error: ${code}: ${message}\nhint: ${hint}\n`);
  return { json: { error: { code, message, hint } }, says: [], exit: 1 };
}

function sayAnswer(outcome: AskOutcome, io: Io): Report {
  const { answer, citations, dropped, provider, model, given, cut } = outcome;
  const named = model === null ? provider : `${provider} (${model})`;
  return [
    ...(answer === null ? ["the memories do not say"] : sayText(answer, io)),
    ...(citations.length === 0 ? [] : ["", "based on:"]),
    grid(
      [11],
      citations.map((each) => headOf(each, ` ${each.path}`)),
    ),
    ...(dropped.length === 0
      ? []
      : [`dropped, because they were not in the prompt: ${dropped.slice(0, NAMES_MAX).join(", ")}`]),
    `asked ${named} about ${pluralize(given, "memory", "memories")}${cut === 0 ? "" : `; ${cut} more did not fit`}`,
  ];
}

const WHY_NOT: Readonly<Record<NonNullable<AskOutcome["why"]>, string>> = {
  "no-provider": "no provider is chosen (credence config set observer.provider NAME)",
  "no-person": "a model costs tokens, so only a person at a terminal can ask one",
  "no-memories": "no usable memory is relevant",
};

function sayExtracts({ extracts, why }: AskOutcome, io: Io): Report {
  return [
    ...extracts.flatMap((each) => [
      grid([11], [headOf(each, each.date === null ? "" : ` ${each.date}`)]),
      ...sayText(each.excerpt, io),
    ]),
    ...(extracts.length === 0 && why !== "no-memories" ? ["no memory matches"] : []),
    `no model was asked: ${why === null ? "" : WHY_NOT[why]}`,
  ];
}

function headOf({ id, scope, standing }: Citation, more: string): GridRow {
  return [tonedStanding(standing), [toned("strong", id), scope === "user" ? " [user]" : "", more]];
}

function sayText(text: string, io: Io): string[] {
  const rows = text.split("\n").flatMap((each) => wrapMarkedLine(renderTerminalLine(each), io.columns, TEXT));
  return rows.map((row) => row.trimEnd());
}
