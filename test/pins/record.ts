// Writes what each command of a pin really prints, and its exit code, into the pin: node test/pins/record.ts FILE…
// Other expectations stay as they are. It never decides that a change is right; the person reading the difference does.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBuiltCommand } from "../scenarios/built-command.ts";
import { playCommand, prepareStage, type Stage, writeInside } from "../scenarios/run-scenario.ts";

/** The file's text with every recorded answer replaced by today's. */
function recordPin(text: string, stage: Stage): string {
  const recorded: string[] = [];
  let written: { path: string; content: string } | null = null;
  let afterCommand = false;
  for (const line of text.split("\n")) {
    if (written !== null && !line.startsWith("|")) {
      writeInside(stage, written.path, written.content);
      written = null;
    }
    if (afterCommand && /^(\||! exit |no stdout$)/.test(line)) continue;
    recorded.push(line);
    afterCommand = line.startsWith("$ ");
    if (afterCommand) recorded.push(...renderAnswer(playCommand(line.slice(2), stage)));
    if (line.startsWith("> ")) written = { path: line.slice(2).trim(), content: "" };
    else if (written !== null) written.content += `${line.slice(2)}\n`;
  }
  return recorded.join("\n");
}

function renderAnswer({ exit, stdout }: { exit: number | null; stdout: string }): string[] {
  const lines = stdout
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => (line === "" ? "|" : `| ${line}`));
  return [...(stdout === "" ? ["no stdout"] : lines), ...(exit === 0 ? [] : [`! exit ${exit}`])];
}

const scratch = mkdtempSync(join(tmpdir(), "credence-record-"));
try {
  const binDir = await installBuiltCommand(scratch);
  for (const [index, file] of process.argv.slice(2).entries()) {
    const stage = prepareStage({ binDir, dir: join(scratch, `pin-${index}`) });
    writeFileSync(file, recordPin(readFileSync(file, "utf8"), stage));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
