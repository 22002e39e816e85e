// A program in the browser's place: it notes what it was given, what every process was given, and what the file leads to.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScratchProject } from "../fixture/scratch-project.ts";
import { enterWith, type Tab } from "./started-page.ts";

export type PlantedBrowser = {
  /** To stand first in PATH. */
  readonly bin: string;
  /** By name: `given`, `arguments`, `modes`, `parent`, `page`. */
  readonly noted: (name: string) => string;
  /** Waits until the browser was opened, and gives the process that opened it. */
  readonly opener: () => Promise<number>;
  /** As the page does, once the browser was opened. */
  readonly enter: (tab: string) => Promise<Tab>;
};

export function plantBrowser({ base }: Pick<ScratchProject, "base">): PlantedBrowser {
  const bin = join(base, "browser");
  mkdirSync(bin);
  const lines = [
    "#!/bin/sh",
    `cd '${bin}'`,
    'printf "%s\\n" "$#" "$1" > given',
    "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' > arguments",
    'stat -c %a "$1" "$(dirname "$1")" > modes',
    'printf "%s" "$PPID" > parent',
    'cat "$1" > page.part && mv page.part page',
    "",
  ];
  writeFileSync(join(bin, "xdg-open"), lines.join("\n"));
  chmodSync(join(bin, "xdg-open"), 0o755);
  const noted = (name: string): string => readFileSync(join(bin, name), "utf8");
  const enter = async (tab: string): Promise<Tab> => {
    const page = await until(() => noted("page"));
    const [, port = "", token = ""] = /127\.0\.0\.1:(\d+)\/#([\w-]+)/.exec(page) ?? [];
    return enterWith(Number(port), token, tab);
  };
  const opener = async (): Promise<number> => {
    await until(() => noted("page"));
    return Number(noted("parent"));
  };
  return { bin, noted, opener, enter };
}

/** What a browser does takes a moment. */
async function until<Value>(look: () => Value): Promise<Value> {
  for (let left = 200; left > 0; left -= 1) {
    try {
      return look();
    } catch {
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  }
  return look();
}
