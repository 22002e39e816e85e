// `credence ui` at a real terminal, and the page that it opens in a real browser: what a person has in front of them.

import type { Readable } from "node:stream";
import type { Page } from "playwright-core";
import { pressing, startTerminal } from "../fixture/at-terminal.ts";
import type { ScratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";

export type PageTerminal = {
  /** What is on the screen so far. */
  readonly text: () => string;
  /** Waits until this appears, behind what was waited for before. */
  readonly see: (wanted: string | RegExp) => Promise<string>;
  readonly type: (line: string) => void;
  /** A key alone, after a look at the screen, until this appears. */
  readonly press: (key: string, wanted: string | RegExp) => Promise<void>;
};

const GIVE_UP_MS = 30_000;

export function runPageAtTerminal(
  owner: Owner,
  project: ScratchProject,
  args: readonly string[] = [],
): PageTerminal {
  const { screen, keyboard } = startTerminal(project, ["ui", "--no-open", ...args]);
  owner.after(() => keyboard.end());
  const { text, see } = watchScreen(screen);
  return {
    text,
    see,
    type: (line) => keyboard.write(`${line}\r`),
    press: async (key, wanted) => {
      let waiting = 1;
      const keys = pressing(keyboard, () => waiting);
      keys.press(key);
      await see(wanted).finally(() => {
        waiting = 0;
        keys.stop();
      });
    },
  };
}

function watchScreen(screen: Readable): Pick<PageTerminal, "text" | "see"> {
  let text = "";
  let seen = 0;
  let look = (): void => undefined;
  screen.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    look();
  });
  const see = (wanted: string | RegExp): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const giveUp = setTimeout(
      () => reject(new Error(`${String(wanted)} did not appear:\n${text}`)),
      GIVE_UP_MS,
    );
    look = () => {
      const rest = text.slice(seen);
      const [from, length] = findIn(rest, wanted);
      if (from === -1) return;
      seen += from + length;
      clearTimeout(giveUp);
      look = () => undefined;
      resolve(rest.slice(from, from + length));
    };
    look();
    return promise;
  };
  return { text: () => text, see };
}

/** Where it begins and how long it is; it begins at -1 where it is not there. */
function findIn(text: string, wanted: string | RegExp): [number, number] {
  if (typeof wanted === "string") return [text.indexOf(wanted), wanted.length];
  const found = wanted.exec(text);
  return found === null ? [-1, 0] : [found.index, found[0].length];
}

/** Opens what the terminal names, as the browser of a person would. */
export async function openFrom(terminal: PageTerminal, page: Page): Promise<void> {
  const path = (await terminal.see(/\/\S+\.html/)).trim();
  await page.goto(`file://${path}`);
  await page.waitForSelector("header.top");
}
