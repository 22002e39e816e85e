// `credence ui` in this process, with somebody at its terminal and a page that does what a test says. The terminal's keys wait
// for the page: when the page is done, somebody presses q.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CallOptions, inProcess } from "../fixture/command-in-process.ts";
import type { Outcome } from "../fixture/scratch-project.ts";
import type { Place } from "../fixture/scripted-io.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import { enterWith, type Tab } from "./started-page.ts";

export type PlayedPage = {
  /** Where machine state keeps what is the page's own. */
  readonly directory: string;
  readonly port: number;
  readonly redirect: string;
  /** A tab by the redirect file. */
  readonly tab: Tab;
  /** Presses a key at the terminal, while the page goes on. */
  readonly press: (key: string) => void;
  readonly setClock: (now: string) => void;
  /** Another tab, by the key o. */
  readonly openAgain: (tab: string) => Promise<Tab>;
};

export type PagePlay = Omit<CallOptions, "answers" | "program"> & {
  readonly walk: (page: PlayedPage) => Promise<void>;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  /** What is typed at every question but the keys of the page. */
  readonly type?: (question: string) => string | undefined | Promise<string | undefined>;
};

/** Screens are those with the keys of the page; questions are all others. */
export type Played = Outcome & { readonly questions: readonly string[]; readonly screens: readonly string[] };

const KEYS = "[o] open it again";
const NOON = "2026-05-01T12:00:00Z";
const SURE = "q again drops them";

export async function playPage(
  owner: Owner,
  project: Place & { readonly state: string },
  { walk, args = [], command = ["ui", "--no-open"], type = () => undefined, ...options }: PagePlay,
): Promise<Played> {
  const [questions, screens]: [string[], string[]] = [[], []];
  const clock = { now: options.now ?? NOON };
  const keys = createKeys();
  const begin = createWalk(join(project.state, "page"), { walk, clock, press: keys.press });
  const outcome = await inProcess(project)([...command, ...args], {
    ...options,
    get now() {
      return clock.now;
    },
    program: { node: process.execPath, script: programWithPage(owner) },
    answers: async (question) => {
      if (question.includes(SURE)) return "q";
      const isKeys = question.includes(KEYS);
      (isKeys ? screens : questions).push(question);
      return isKeys ? Promise.race([begin().then(() => "q"), keys.next()]) : type(question);
    },
  });
  await begin().then((failure) => {
    if (failure !== null) throw failure;
  });
  return { ...outcome, questions, screens };
}

type Walking = Pick<PagePlay, "walk"> & {
  readonly clock: { now: string };
  readonly press: (key: string) => void;
};

/** @returns what begins the walk at its first call, and waits for its end: for a failure of it, or null. */
function createWalk(directory: string, { walk, clock, press }: Walking): () => Promise<unknown> {
  const openAgain = async (tab: string): Promise<Tab> => {
    press("o");
    return (await enterByFile(directory, tab)).tab;
  };
  const setClock = (now: string): void => {
    clock.now = now;
  };
  const run = async (): Promise<null> => {
    const entered = await enterByFile(directory, "tab-of-the-test-0001");
    await walk({ directory, press, setClock, openAgain, ...entered });
    return null;
  };
  let walking: Promise<unknown> | null = null;
  return () => {
    walking ??= run().catch((error: unknown) => error);
    return walking;
  };
}

/** Each key is taken once, in the order in which they were pressed, by whoever asked last. */
function createKeys(): { readonly press: (key: string) => void; readonly next: () => Promise<string> } {
  const pressed: string[] = [];
  let take: ((key: string) => void) | null = null;
  const hand = (): void => {
    const key = take === null ? undefined : pressed.shift();
    if (key === undefined) return;
    take?.(key);
    take = null;
  };
  return {
    press: (key) => {
      pressed.push(key);
      hand();
    },
    next: () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      take = resolve;
      hand();
      return promise;
    },
  };
}

type Entered = Pick<PlayedPage, "port" | "redirect" | "tab">;

/** As soon as the file is there. */
async function enterByFile(directory: string, name: string): Promise<Entered> {
  const file = (): string => readdirSync(directory).find((each) => each.startsWith("open-")) ?? "";
  for (let left = 200; left > 0 && file() === ""; left -= 1)
    await new Promise((resolve) => void setTimeout(resolve, 10));
  const redirect = join(directory, file());
  const [, port, token] = /127\.0\.0\.1:(\d+)\/#([\w-]+)/.exec(readFileSync(redirect, "utf8")) ?? [];
  return { port: Number(port), redirect, tab: await enterWith(Number(port), token ?? "", name) };
}

/** A program beside which a page was built. */
function programWithPage(owner: Owner): string {
  const directory = freshDir(owner);
  mkdirSync(join(directory, "page"));
  writeFileSync(join(directory, "page", "index.html"), "<!doctype html><title>Credence</title>\n");
  writeFileSync(join(directory, "page", "page.js"), "void 0;\n");
  writeFileSync(join(directory, "credence.cjs"), "");
  return join(directory, "credence.cjs");
}
