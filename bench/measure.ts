// Time and memory, measured the same way in every benchmark: what is compared runs in the same run, each task in a
// process of its own, so that the largest memory of one is not that of another.

import { spawnSync } from "node:child_process";

export type Measured = {
  /** The middle one of the times. */
  readonly ms: number;
  /** The most memory the process ever held, in MB. */
  readonly rssMb: number;
};

/** Called in the process that does the work. `rounds` above one repeat the work and keep the middle time. */
export async function measure(work: (round: number) => unknown, rounds: number): Promise<Measured> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work(round);
    times.push(performance.now() - start);
  }
  return { ms: median(times), rssMb: process.resourceUsage().maxRSS / 1024 };
}

/** Runs a file of ours with these arguments; its last line of output is a JSON value. */
export function runTask<Result>(file: string, args: readonly string[]): Result {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}: ${stderr}`);
  const result: Result = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  return result;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Columns as wide as their widest cell; numbers to the right. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  "),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

export function renderMs(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
}
