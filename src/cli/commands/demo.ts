import type { Demo, DemoStep } from "../../app/demo/run-demo.ts";
import type { Command } from "../call/command.ts";
import { tell } from "../frames/answer.ts";
import { type GridRow, grid, type Line, line, type Report, toned } from "../report/report.ts";

const INDENT = "   ";

type Listed = Demo["listed"][number];

export const demo: Command = {
  name: "demo",
  summary: "Show a full demo on a scratch project",
  usage: ["demo"],
  options: {},
  async run(io, { json }) {
    const { runDemo } = await import("../../app/demo/run-demo.ts");
    const { steps, listed } = await runDemo(io.now());
    const shown = [...steps, ...listed.map(toStep)];
    return tell(io, { json }, { json: shown, says: sayDemo({ steps, listed }) });
  },
};

function toStep({ id, standing, reason, name, path }: Listed): DemoStep {
  const outcome = `${standing}: ${reason}`;
  return { title: `list: ${id}`, story: name ?? "(withheld)", outcome, mood: moodOf(standing), file: path };
}

function moodOf(standing: Listed["standing"]): DemoStep["mood"] {
  return standing === "inferred" ? "good" : "bad";
}

function sayDemo({ steps, listed }: Demo): Report {
  return [
    "A scratch project, an agent with a memory, and everything that can go wrong.",
    ...steps.flatMap((step, index) => ["", ...sayStep(step, index + 1)]),
    "",
    "What is left, as `credence list` shows it:",
    grid(
      [2, 11],
      listed.flatMap(({ id, standing, reason }): GridRow[] => [
        ["  ", toned(moodOf(standing), standing), id],
        ["", "", reason],
      ]),
    ),
  ];
}

function sayStep({ title, story, outcome, mood, file }: DemoStep, number: number): Line[] {
  return [
    line(3, toned("strong", `${number}. ${title}`)),
    line(3, INDENT, story),
    line(3, INDENT, toned(mood, `=> ${outcome}`)),
    ...(file === null ? [] : [line(3, INDENT, toned("dim", file))]),
  ];
}
