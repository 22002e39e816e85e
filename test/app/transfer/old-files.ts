// Memory files from the time before there were tiers, and what backfill makes of them.

import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { CallOptions } from "../../fixture/command-in-process.ts";
import type { InitProject } from "../../fixture/init-project.ts";

export const BODY =
  "A text from the time before there were tiers.\n\nWhy: it was so.\nHow to apply: know it.\n";
const MTIME = new Date("2026-02-03T04:05:06Z");
export const MACHINE = (hostname().split(".")[0] ?? "").replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63);

/** A file as S4's baseline has it: name, description and type, and nothing else. */
export function plant(project: InitProject, path: string, extra: readonly string[] = []): void {
  const type = /(user|feedback|project|reference)_/.exec(path)?.[1] ?? "";
  const head = [
    `name: About ${path.replaceAll(/[^a-z]/g, " ")}`,
    "description: Old",
    `type: ${type}`,
    ...extra,
  ];
  const file = join(project.root, path);
  writeFileSync(file, `---\n${head.join("\n")}\n---\n${BODY}`);
  utimesSync(file, MTIME, MTIME);
}

export function keysOf(project: InitProject, path: string): Record<string, string> {
  const [, head = ""] = readFileSync(join(project.root, path), "utf8").split("---\n");
  return Object.fromEntries(
    head
      .trimEnd()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
}

export const CONFIRM = ["backfill", "--execute", "--confirm", "--as-test-person"];

export async function tierAfter(project: InitProject, id: string, options?: CallOptions): Promise<string[]> {
  await project.done(options === undefined ? ["backfill", "--execute"] : CONFIRM, options);
  const { tier, standing } = JSON.parse(
    (await project.done(["show", id, "--json", "--as-test-person"])).stdout,
  );
  return [tier, standing];
}
