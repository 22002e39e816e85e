// One check of `npm run verify`. A step never throws: whatever goes wrong in it is its failure, with the reason shown.

import { spawn } from "node:child_process";

export type StepResult = {
  readonly passed: number;
  readonly failed: number;
  /** A few words beside the name. */
  readonly note: string;
  /** Shown only when the step failed. */
  readonly output: string;
  /** What was not done, and why: always shown. */
  readonly skips?: readonly string[];
};

export type Step = { readonly name: string; run(): Promise<StepResult> };

export function stepOfCommand(name: string, argv: readonly string[]): Step {
  return stepOfProblems(name, async () => {
    const { code, output } = await runCommand(argv);
    return code === 0 ? [] : [output, `${argv.join(" ")} ended with exit code ${code}`];
  });
}

/** A step that passes when it finds no problem. */
export function stepOfProblems(name: string, findProblems: () => Promise<readonly string[]>): Step {
  const run = async (): Promise<StepResult> => {
    const problems = await findProblems().catch((error: unknown) => [
      error instanceof Error ? error.message : String(error),
    ]);
    const failed = problems.length === 0 ? 0 : 1;
    return { passed: 1 - failed, failed, note: "", output: problems.join("\n") };
  };
  return { name, run };
}

/** stdout and stderr in one stream, as a person would have seen them. */
export function runCommand(argv: readonly string[], cwd = "."): Promise<{ code: number; output: string }> {
  const [command = "", ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
