import type { Explanation } from "../../app/recall/explain-recall.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import { textOf } from "../call/values.ts";
import { defineIdCommand } from "../frames/id-command.ts";

export const why = defineIdCommand({
  name: "why",
  summary: "Explain why a memory was recalled, or why not",
  form: "ID [--prompt TEXT]",
  options: {
    prompt: {
      type: "string",
      value: "TEXT",
      help: "for this prompt; by default from the last receipt",
    },
  },
  async act({ io, workspace, target, call }) {
    const { explainByReceipts, explainForPrompt } = await import("../../app/recall/explain-recall.ts");
    const prompt = textOf(call, "prompt");
    if (prompt === null) return answerWith(explainByReceipts(workspace, target));
    const { renderSilences } = await import("../../app/recall/silences.ts");
    io.err(renderSilences(workspace, null));
    return answerWith(explainForPrompt(workspace, target, prompt));
  },
});

function answerWith(explained: Explanation): { readonly json: Explanation; readonly text: string } {
  return { json: explained, text: renderExplanation(explained) };
}

function renderExplanation(explained: Explanation): string {
  const { id, shown, why: reason, at, rank, score, best, confidence, terms } = explained;
  const verb = `${at === null ? "is" : "was"}${shown ? "" : " not"} shown`;
  const lines = [`${id} ${verb}: ${renderTerminalLine(reason)}`];
  lines.push(`standing     ${explained.standing} (${renderTerminalLine(explained.reason)})`);
  if (at !== null) lines.push(`receipt      ${at}`);
  if (score !== null) {
    const place = rank === null ? "" : `place ${rank}, `;
    lines.push(
      `score        ${place}${score} (best ${best ?? "?"}${confidence === null ? "" : `, ${confidence}`})`,
    );
  }
  for (const { word, points } of terms) lines.push(`  ${renderTerminalLine(word).padEnd(20)} ${points}`);
  if (explained.meaning !== null) {
    const { points, pairs } = explained.meaning;
    const said = pairs.map(({ asked, said: word }) => (asked === word ? asked : `${asked} ~ ${word}`));
    lines.push(`  ${"(meaning)".padEnd(20)} ${points}  ${renderTerminalLine(said.join(", "))}`.trimEnd());
  }
  return `${lines.join("\n")}\n`;
}
