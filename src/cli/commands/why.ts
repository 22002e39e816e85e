import type { Explanation } from "../../app/recall/explain-recall.ts";
import { textOf } from "../call/values.ts";
import { defineIdCommand } from "../frames/id-command.ts";
import { grid, labelled, type Report } from "../report/report.ts";

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
    const { learnWordings } = await import("../../app/index/judge-unknown.ts");
    await learnWordings(workspace, [target]);
    const prompt = textOf(call, "prompt");
    const { renderSilences } = await import("../../app/recall/silences.ts");
    if (prompt !== null) io.err(renderSilences(workspace, null));
    const json =
      prompt === null
        ? explainByReceipts(workspace, target)
        : await explainForPrompt(workspace, target, prompt);
    return { json, says: sayExplanation(json) };
  },
});

function sayExplanation(explained: Explanation): Report {
  const { id, shown, why: reason, at, rank, score, best, confidence, terms, meaning, marks } = explained;
  const verb = `${at === null ? "is" : "was"}${shown ? "" : " not"} shown`;
  const place = rank === null ? "" : `place ${rank}, `;
  const of = `best ${best ?? "?"}${confidence === null ? "" : `, ${confidence}`}`;
  const pairs = meaning?.pairs.map(({ asked, said }) => (asked === said ? asked : `${asked} ~ ${said}`));
  return [
    `${id} ${verb}: ${reason}`,
    labelled(13, [
      ["standing", `${explained.standing} (${explained.reason})`],
      ["receipt", at],
      ["score", score === null ? null : `${place}${score} (${of})`],
      ...marks.map(({ mark, why: said }): [string, string] => ["marked", `${mark}: ${said}`]),
    ]),
    grid(
      [22],
      [
        ...terms.map(({ word, points }) => [`  ${word}`, `${points}`]),
        ...(meaning === null ? [] : [["  (meaning)", `${meaning.points}  ${pairs?.join(", ")}`]]),
      ],
    ),
  ];
}
