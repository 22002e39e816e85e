import type { AskRefusal } from "../../app/knowledge/ask-errors.ts";
import type { AskOutcome, Citation } from "../../app/knowledge/ask-memories.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Command, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { textOf } from "../call/values.ts";
import { createProgress } from "../terminal/progress.ts";
import { createPaint, wrapMarkedLine } from "../terminal/style.ts";

/** Every row of what a memory or a model says begins so; our own words begin at the edge. */
const TEXT = ["  ", "  "] as const;
const NAMES_MAX = 10;

export const ask: Command = {
  name: "ask",
  summary: "Answer a question from your memories, and cite them",
  usage: ["ask [--corpus NAME] QUESTION…"],
  options: {
    corpus: { type: "string", value: "NAME", help: "only this corpus; otherwise the results of a search" },
  },
  exits: { 1: "no model answered, or its answer cannot be used" },
  examples: ["ask 'why do we deploy on Tuesdays?'", "ask --corpus deploys 'what may break a release?'"],
  async run(io, call) {
    const workspace = await openWorkspaceFor(io, call, "ask a model");
    try {
      const { openModel } = await import("../../app/knowledge/ask-memories.ts");
      const { askMemories } = await import("../../app/knowledge/ask-memories.ts");
      const request = {
        question: call.positionals.join(" "),
        corpus: textOf(call, "corpus"),
        onProgress: createProgress(io, "indexing"),
      };
      const model = await openModel(workspace, { env: io.env, now: () => workspace.now });
      const outcome = await askMemories(workspace, request, model);
      if (outcome.kind === "refused") return refuse(io, outcome, call.json);
      io.out(call.json ? renderJson(outcome) : renderOutcome(outcome, io));
      return 0;
    } finally {
      workspace.close();
    }
  },
};

function refuse(io: Io, { code, message, hint }: AskRefusal, json: boolean): number {
  if (json) io.out(renderJson({ error: { code, message, hint } }));
  io.err(`error: ${code}: ${renderTerminalLine(message)}\nhint: ${renderTerminalLine(hint)}\n`);
  return 1;
}

function renderOutcome(outcome: AskOutcome, io: Io): string {
  const body = outcome.kind === "answer" ? renderAnswer(outcome, io) : renderExtracts(outcome, io);
  return `${body}${renderLeft(outcome)}`;
}

function renderAnswer(outcome: AskOutcome, io: Io): string {
  const { answer, citations, dropped, provider, model, given, cut } = outcome;
  const named = model === null ? provider : `${provider} (${renderTerminalLine(model)})`;
  const shown = answer === null ? "the memories do not say\n" : renderText(answer, io);
  const rests = citations.map((each) => `${renderHead(each, io)} ${each.path}\n`);
  const others = dropped.slice(0, NAMES_MAX).map(renderTerminalLine).join(", ");
  return [
    shown,
    ...(rests.length === 0 ? [] : ["\nbased on:\n", ...rests]),
    ...(dropped.length === 0 ? [] : [`dropped, because they were not in the prompt: ${others}\n`]),
    `asked ${named} about ${pluralize(given, "memory", "memories")}`,
    cut === 0 ? "\n" : `; ${cut} more did not fit\n`,
  ].join("");
}

const WHY_NOT: Readonly<Record<NonNullable<AskOutcome["why"]>, string>> = {
  "no-provider": "no provider is chosen (credence config set observer.provider NAME)",
  "no-person": "a model costs tokens, so only a person at a terminal can ask one",
  "no-memories": "no usable memory is relevant",
};

function renderExtracts({ extracts, why }: AskOutcome, io: Io): string {
  const shown = extracts.map((each) => {
    const date = each.date === null ? "" : ` ${each.date}`;
    return `${renderHead(each, io)}${date}\n${renderText(each.excerpt, io)}`;
  });
  const reason = why === null ? "" : WHY_NOT[why];
  const nothing = extracts.length === 0 && why !== "no-memories" ? "no memory matches\n" : "";
  return `${shown.join("")}${nothing}no model was asked: ${reason}\n`;
}

function renderHead({ id, scope, standing }: Citation, io: Io): string {
  const paint = createPaint(io);
  const colour = standing === "verified" ? paint.good : paint.odd;
  return `${colour(standing.padEnd(11))} ${paint.strong(id)}${scope === "user" ? " [user]" : ""}`;
}

function renderText(text: string, io: Io): string {
  const rows = text.split("\n").flatMap((line) => wrapMarkedLine(renderTerminalLine(line), io.columns, TEXT));
  return rows.map((row) => `${row.trimEnd()}\n`).join("");
}

function renderLeft({ left }: AskOutcome): string {
  if (left.length === 0) return "";
  const named = left.slice(0, NAMES_MAX).map(({ id, why }) => `${id} (${why})`);
  const more = left.length > NAMES_MAX ? ` and ${left.length - NAMES_MAX} more` : "";
  return `left out of the corpus: ${named.join(", ")}${more}\n`;
}
