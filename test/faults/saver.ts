// One of several agents that save into one root at the same time, as the command line does without a person.
// Arguments: its number, how many saves. Prints a JSON line for each.

import { inProcess } from "../fixture/command-in-process.ts";
import type { ScratchProject } from "../fixture/scratch-project.ts";
import { BODY, saving } from "./sample-calls.ts";

export type Saved = {
  readonly id: string;
  readonly exit: number;
  readonly isAccepted: boolean;
  readonly ms: number;
  readonly said: string;
};

const [number = "0", saves = "0"] = process.argv.slice(2);
const project: ScratchProject = JSON.parse(process.env["SCRATCH_PROJECT"] ?? "null");
const run = inProcess(project);

for (let index = 0; index < Number(saves); index += 1) {
  const id = `project_writer_${number}_${index}`;
  const name = id.replaceAll("_", "x");
  const began = performance.now();
  const { exit, stderr } = await run(saving(id, name, `${BODY} So it is with ${name}.`));
  const isAccepted = stderr.includes("is kept and will be filed shortly");
  const saved: Saved = {
    id,
    exit,
    isAccepted,
    ms: performance.now() - began,
    said: exit === 0 ? "" : stderr,
  };
  process.stdout.write(`${JSON.stringify(saved)}\n`);
}
