// What a command is and what it may touch. A command never sees `process`: everything comes through Io, so that a
// test can hand it anything.

import type { ParseArgsOptionDescriptor } from "node:util";
import type { Instant } from "../../memory/instant.ts";
import type { Shown } from "../../memory/text/render-terminal.ts";

export type Io = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly columns: number;
  /** What does not fit is shown page by page. */
  readonly rows: number;
  /** Which streams are a terminal. */
  readonly terminal: { readonly in: boolean; readonly out: boolean };
  /** As `/dev/pts/3`. */
  readonly terminalName?: () => string | null;
  readonly now: () => Instant;
  readonly parentProcess: number;
  /** What this process runs, as it was started: the interpreter and the program. */
  readonly program: { readonly node: string; readonly script: string };
  /** Asks at the terminal itself, without echo; standard input may be something else. */
  readonly askSecret: (question: Shown) => Promise<string>;
  /**
   * The same, and what is typed is seen. The question may be a whole screen; it ends where the answer begins. Where it has a
   * few answers, nothing else is shown: it may be the passphrase, typed at the wrong question.
   */
  readonly ask: (question: Shown, answers?: readonly string[]) => Promise<string>;
  /** Shows a screen and hands over what is typed, as it comes; what was typed before it stood there is gone. */
  readonly readKeys?: <Result>(
    screen: Shown,
    read: (nextTyped: NextTyped) => Promise<Result>,
  ) => Promise<Result>;
  /** Until a question or the end, what is typed is not shown: a person types ahead, and it may be the passphrase. */
  readonly setEcho?: (on: boolean) => void;
  /**
   * What is to be done, and at once, when the terminal is closed or the process is told to end. It ends all the same.
   * @returns what takes that back.
   */
  readonly onHangUp?: (work: () => void) => Promise<() => void>;
  readonly readStdin: (bytesMax: number) => Promise<Uint8Array>;
  /** Ends this process and those that it started; only a real process can. */
  readonly endAll?: () => void;
  /** The command ran to its end, whatever it answered. */
  readonly onRan?: () => void;
  /** stdout is for answers, stderr is for talk. */
  readonly out: (text: Shown) => void;
  readonly err: (text: Shown) => void;
};

/** What is typed next; null when so many milliseconds pass without anything. Fails where nobody is left to type. */
export type NextTyped = (waitMs: number | null) => Promise<string | null>;

export type Option = ParseArgsOptionDescriptor & {
  readonly help: string;
  /** What stands for the value in help texts, e.g. `DIR`. */
  readonly value?: string;
  /** Neither help texts nor completion show it. */
  readonly isHidden?: boolean;
};

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export type Call = {
  readonly values: Values;
  readonly positionals: readonly string[];
  /** `--json`: one JSON value on stdout and nothing else. */
  readonly json: boolean;
};

export type Command = {
  readonly name: string;
  /** Other words for it, of people who learned them elsewhere. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The forms of the call, without `credence`. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** What the exit codes of this command mean, where they are not the common ones. */
  readonly exits?: Readonly<Record<number, string>>;
  readonly examples?: readonly string[];
  readonly run: (io: Io, call: Call) => Promise<number>;
};

/** Options that every command takes. */
export const GLOBAL_OPTIONS: Readonly<Record<string, Option>> = {
  help: { type: "boolean", short: "h", help: "show this text" },
  json: { type: "boolean", help: "answer with one JSON value" },
  root: { type: "string", value: "PATH", help: "the memory root to use" },
  scope: { type: "string", value: "SCOPE", help: "project or user" },
  state: { type: "string", value: "DIR", help: "machine state directory" },
  cache: { type: "string", value: "DIR", help: "search index directory" },
  now: { type: "string", value: "TIME", help: "the time, only in a test state", isHidden: true },
  "as-test-person": { type: "boolean", help: "act as a person, only in a test state", isHidden: true },
};

/** What help texts and completion show of the options, by name. */
export function listShownOptions({ options }: Pick<Command, "options">): [string, Option][] {
  return Object.entries({ ...options, ...GLOBAL_OPTIONS }).filter(([, option]) => option.isHidden !== true);
}
