import type { DemoStep } from "../../app/demo/run-demo.ts";
import type { Command } from "../call/command.ts";
import { tell } from "../frames/answer.ts";
import { type GridRow, grid, type Line, line, type Report, toned } from "../report/report.ts";

const INDENT = "   ";

export const demo: Command = {
  name: "demo",
  summary: "Show a full demo on a scratch project",
  usage: ["demo"],
  options: {},
  async run(io, { json }) {
    const { runDemo } = await import("../../app/demo/run-demo.ts");
    const steps = await runDemo(io.now());
    return tell(io, { json }, { json: steps, says: sayDemo(steps) });
  },
};

function sayDemo(steps: readonly DemoStep[]): Report {
  const told = steps.filter(({ title }) => !title.startsWith("list: "));
  const listed = steps.filter(({ title }) => title.startsWith("list: "));
  return [
    "A scratch project, an agent with a memory, and everything that can go wrong.",
    ...told.flatMap((step, index) => ["", ...sayStep(step, index + 1)]),
    "",
    "What is left, as `credence list` shows it:",
    grid(
      [2, 11],
      listed.flatMap(({ title, outcome, mood }): GridRow[] => {
        const [standing = "", reason = ""] = outcome.split(": ", 2);
        const id = title.slice("list: ".length);
        return [
          ["  ", toned(mood, standing), id],
          ["", "", reason],
        ];
      }),
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
