// A program of the person, and what it says about its version.

import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const ANSWER_MS = 10_000;

export type ProgramPlaces = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Where PATH leads, or where installers put programs that a shell finds by an alias. Null where there is none. */
export function findProgram(name: string, { home, env }: ProgramPlaces): string | null {
  const listed = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const usual = [join(home, ".local", "bin"), join(home, ".claude", "local"), join(home, `.${name}`, "bin")];
  const paths = [...listed, ...usual].map((directory) => join(directory, name));
  return paths.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not ours to run.
    return false;
  }
}

/** Nothing where it does not answer in time. */
export function askVersion(path: string, { home, env }: ProgramPlaces): string {
  const { stdout } = spawnSync(path, ["--version"], {
    cwd: home,
    env: { HOME: home, PATH: env["PATH"] ?? "" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: ANSWER_MS,
  });
  return stdout?.slice(0, 200) ?? "";
}
