// Which process answers a call, and how it finds and keeps its compiled form.
//
// Attack: compiled code that somebody changed in machine state runs in the process that reads the passphrase. So where a person
// may sit at a terminal, only commands that never ask for it start from code that was kept.

import { isAbsolute, join } from "node:path";
import { type HookProcess, processFor } from "../../agents/event-process.ts";
import { placeCompiled, readCompiled, writeCompiled } from "../../app/workspace/compiled.ts";

export { readCompiled, writeCompiled };

export type Start = {
  readonly args: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type Bundle = {
  readonly file: "cli" | "recall" | "mcp" | HookProcess;
  /** What it compiles depends on what it is asked. Null: nothing of it is kept. */
  readonly form: string | null;
};

type StartedCall = {
  readonly args: readonly string[];
  /** Whether standard input or output is a terminal, or another thing that no program reads along. */
  readonly isDevice: (descriptor: 0 | 1) => boolean;
  readonly isThere?: (path: string) => boolean;
};

export function chooseProcess(asked: StartedCall): Bundle {
  const { args, isDevice, isThere = () => false } = asked;
  const [command, client = "", event = ""] = args;
  const isHelp = args.some((word) => word === "--help" || word === "-h");
  if (!isHelp && (command === "mcp" || (command === "recall" && !isDevice(1))))
    return { file: command, form: command };
  if (isHelp || command !== "hook" || !/^[A-Za-z.]{1,40}$/.test(event))
    return { file: "cli", form: isHelp ? null : formOf(asked) };
  const at = args.indexOf("--only");
  const small = processFor({ client, event, only: at === -1 ? "" : args[at + 1] });
  // The smallest can answer a prompt, and cannot give what is due of a start.
  const isDue = (): boolean => isThere(join(args[args.indexOf("--state") + 1] ?? "", "starting"));
  const file = small === "hook-prompt" && isDue() ? "hook-recall" : small;
  return { file, form: `${file}-${event}` };
}

/** What people and agents ask often, and what never asks back. */
const LOOKS: ReadonlySet<string> = new Set(
  "completion doctor list log search show status statusline why".split(" "),
);
/** What programs run often. At a terminal these may ask for the passphrase. */
const ASKS: ReadonlySet<string> = new Set("review save sync update".split(" "));
/** With it even a command that looks may ask. */
const REPAIRS = /^--repair/;

/** @returns null where nothing is kept: the passphrase may be asked for, or it is seldom run. */
function formOf({ args, isDevice }: StartedCall): string | null {
  const name = args.find((word) => word !== "--json") ?? "";
  const isAlone = !(isDevice(0) && isDevice(1));
  if (!LOOKS.has(name) && !(isAlone && ASKS.has(name))) return null;
  return args.some((word) => REPAIRS.test(word)) ? null : `cli-${name}`;
}

/** For absolute places only: a relative one needs a working directory, which may be gone. */
export function findCompiled({ args, home, env }: Start, build: string): string | null {
  const at = args.lastIndexOf("--state");
  const joined = args.findLast((word) => word.startsWith("--state="))?.slice("--state=".length);
  // Both forms at once: which of them counts is not for us to guess.
  if (at !== -1 && joined !== undefined) return null;
  const state = at === -1 ? (joined ?? null) : (args[at + 1] ?? null);
  const given = state ?? env["CREDENCE_HOME"];
  if (given !== undefined && given !== "" && !isAbsolute(given)) return null;
  return placeCompiled({ cwd: "/", home, env, state, cache: null }, build);
}
