// `credence ui` at a real terminal, and the page that it opens in a real browser: what a person has in front of them.

import type { Page } from "playwright-core";
import { startTerminal } from "../fixture/at-terminal.ts";
import type { ScratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";

export type PageTerminal = {
  /** What is on the screen so far. */
  readonly text: () => string;
  /** Waits until this appears, behind what was waited for before. */
  readonly see: (wanted: string | RegExp) => Promise<string>;
  readonly type: (line: string) => void;
  /** A key alone, after a look at the screen. */
  readonly press: (key: string) => Promise<void>;
};

const GIVE_UP_MS = 30_000;
/** Longer than a screen has to stand there before a key counts. */
const LOOK_MS = 600;

export function runPageAtTerminal(
  owner: Owner,
  project: ScratchProject,
  args: readonly string[] = [],
): PageTerminal {
  const { screen, keyboard } = startTerminal(project, ["ui", "--no-open", ...args]);
  let text = "";
  let seen = 0;
  let look = (): void => undefined;
  screen.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    look();
  });
  owner.after(() => keyboard.end());
  const see = (wanted: string | RegExp): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const giveUp = setTimeout(
      () => reject(new Error(`${String(wanted)} did not appear:\n${text}`)),
      GIVE_UP_MS,
    );
    look = () => {
      const rest = text.slice(seen);
      const found =
        typeof wanted === "string" ? (rest.includes(wanted) ? wanted : null) : rest.match(wanted)?.[0];
      if (found === null || found === undefined) return;
      seen += rest.indexOf(found) + found.length;
      clearTimeout(giveUp);
      look = () => undefined;
      resolve(found);
    };
    look();
    return promise;
  };
  return {
    text: () => text,
    see,
    type: (line) => keyboard.write(`${line}\r`),
    press: async (key) => {
      await new Promise((resume) => setTimeout(resume, LOOK_MS));
      keyboard.write(key);
    },
  };
}

/** Opens what the terminal names, as the browser of a person would. */
export async function openFrom(terminal: PageTerminal, page: Page): Promise<void> {
  const path = (await terminal.see(/\/\S+\.html/)).trim();
  await page.goto(`file://${path}`);
  await page.waitForSelector("header.top");
}
