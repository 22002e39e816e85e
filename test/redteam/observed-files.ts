// What an observed session left on disk, and what of it was sent.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedProvider } from "../fixture/scripted-provider.ts";

/** Everything below a directory, as one text. */
export function readAll(directory: string): string {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) =>
    join(directory, name),
  );
  const files = names.filter((path) => statSync(path).isFile());
  return files.map((path) => readFileSync(path, "latin1")).join("\n");
}

export function sentTo({ asked }: ScriptedProvider): string {
  return asked.map(({ system, prompt }) => `${system}\n${prompt}`).join("\n");
}
