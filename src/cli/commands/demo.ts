import type { DemoStep } from "../../app/demo/run-demo.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Command, Io } from "../call/command.ts";
import { renderJson } from "../call/render-json.ts";
import { createPaint, wrapText } from "../terminal/style.ts";

const COLUMNS = 80;
const INDENT = "   ";

export const demo: Command = {
  name: "demo",
  summary: "Show a full demo on a scratch project",
  usage: ["demo"],
  options: {},
  async run(io, { json }) {
    const { runDemo } = await import("../../app/demo/run-demo.ts");
    const steps = await runDemo(io.now());
    io.out(json ? renderJson(steps) : renderDemo(steps, io));
    return 0;
  },
};

function renderDemo(steps: readonly DemoStep[], io: Io): string {
  const told = steps.filter(({ title }) => !title.startsWith("list: "));
  const listed = steps.filter(({ title }) => title.startsWith("list: "));
  const parts = told.map((step, index) => renderStep(step, index + 1, io));
  const rows = listed.map(({ title, outcome, mood }) => {
    const [standing = "", reason = ""] = outcome.split(": ", 2);
    return `   ${createPaint(io)[mood](standing.padEnd(12))}${title.slice("list: ".length)}\n               ${reason}\n`;
  });
  return `A scratch project, an agent with a memory, and everything that can go wrong.\n\n${parts.join("\n")}\nWhat is left, as \`credence list\` shows it:\n${rows.join("")}`;
}

function renderStep({ title, story, outcome, mood, file }: DemoStep, number: number, io: Io): string {
  const paint = createPaint(io);
  const text = (line: string): string => wrapText(renderTerminalLine(line), COLUMNS, INDENT);
  return [
    `${paint.strong(`${number}. ${renderTerminalLine(title)}`)}\n`,
    `${INDENT}${text(story)}\n`,
    `${INDENT}${paint[mood](text(`=> ${outcome}`))}\n`,
    file === null ? "" : `${INDENT}${paint.dim(renderTerminalLine(file))}\n`,
  ].join("");
}
