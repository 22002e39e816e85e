// One of several processes that write to one root at the same time. It does its share of a mix of operations, each as the
// command line would, and prints one JSON line for each: what it called, how it ended and what it was told.
// Arguments: its number, how many operations.

import { inProcess } from "../fixture/command-in-process.ts";
import type { ScratchProject } from "../fixture/scratch-project.ts";
import { BODY, saving } from "./sample-calls.ts";

const [number = "0", operations = "0"] = process.argv.slice(2);
const project: ScratchProject = JSON.parse(process.env["SCRATCH_PROJECT"] ?? "null");
const run = inProcess(project);

/** What everybody wants to change. */
const SHARED = ["project_shared_a", "project_shared_b"];

export type Line = {
  readonly command: string;
  readonly id: string;
  readonly exit: number;
  readonly kind: string | null;
  readonly code: string | null;
  readonly mark: string | null;
};

type Told = { readonly kind?: string; readonly error?: { readonly code: string } };

/** Exit 75 says to try again, so it does. */
const TRY_AGAIN = 75;

async function call(id: string, args: readonly string[]): Promise<void> {
  let outcome = await run([...args, "--json"]);
  while (outcome.exit === TRY_AGAIN) outcome = await run([...args, "--json"]);
  const told: Told = JSON.parse(outcome.stdout);
  const line: Line = {
    command: args[0] ?? "",
    id,
    exit: outcome.exit,
    kind: told.kind ?? null,
    code: told.error?.code ?? null,
    mark: markIn(args),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** What the line adds, where it adds one. */
function markIn(args: readonly string[]): string | null {
  return /mark-\d+-\d+$/.exec(args.find((arg) => arg.includes("mark-")) ?? "")?.[0] ?? null;
}

/** Reads, adds a line of its own and writes what it read with it, on condition that nobody wrote in between. */
async function addLine(id: string, mark: string): Promise<void> {
  const { body, digest } = JSON.parse((await run(["show", id, "--json"])).stdout);
  await call(id, [
    "update",
    id,
    "--if-digest",
    String(digest),
    "--body",
    `${String(body).trimEnd()}\n${mark}`,
  ]);
}

/** No two have a text in common: what is nearly the same as something in quarantine would not be stored. */
function save(id: string): string[] {
  const name = id.replaceAll("_", "x");
  return saving(id, name, `${BODY} So it is with ${name}.`);
}

/** Ten steps, over and over: half of them on what everybody wants. */
async function step(index: number): Promise<void> {
  const own = `project_own_${number}_${Math.floor(index / 10)}`;
  const contested = `project_contested_${Math.floor(index / 10)}`;
  switch (index % 10) {
    case 0:
      return call(own, save(own));
    case 1:
      return call(contested, save(contested));
    case 3:
      return addLine(own, `mark-${number}-${index}`);
    case 5:
      return call(contested, ["demote", contested, "--reason", "wrong"]);
    case 7:
      return call(own, ["retire", own]);
    default:
      return addLine(SHARED[index % 2] ?? "", `mark-${number}-${index}`);
  }
}

for (let index = 0; index < Number(operations); index += 1) await step(index);
