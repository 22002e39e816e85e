// One event of an agent: read, handled, answered. Fails open, always: memory trouble never blocks a prompt, so nothing in
// here throws, and what went wrong is written down for the next session start. Time decides what is begun, not what is said: an
// answer is never dropped that a client still waits for.

import { existsSync, realpathSync } from "node:fs";
import { basename, isAbsolute, join, parse } from "node:path";
import { findCodec } from "../agents/clients.ts";
import type { ClientCodec, HookAnswer, HookEvent } from "../agents/hook-event.ts";
import { parseJson } from "../memory/json.ts";
import { type Handlers, HOOK_PARTS, type HookPart, type HookPlace } from "./hook.ts";

export type HookIo = {
  readonly args: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly now: () => number;
  readonly node: string;
  readonly script: string;
  /** Names of files that differ in case alone are one file here. */
  readonly ignoresCase: boolean;
  /** Milliseconds since this process began. */
  readonly elapsed: () => number;
  /** The text on stdin; null when it is too long or does not come in time. */
  readonly readInput: (limits: InputLimits) => Promise<string | null>;
  /** False where nobody reads any more. */
  readonly write: (text: string) => boolean | undefined;
};

export type InputLimits = {
  readonly bytesMax: number;
  /** From when it is read, however long this process took to begin; null waits as long as whoever sends it. */
  readonly waitMs: number | null;
};

/** A tool's output is in there, or the file that it is to write, which can be long. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;
const BUDGET_MS: Readonly<Record<HookEvent["kind"], number>> = {
  "session-start": 1_000,
  prompt: 1_500,
  "before-tool": 500,
  "after-tool": 5_000,
  "turn-end": 2_000,
  "before-compact": 2_000,
  "session-end": 1_400,
};
/** How long clients wait, less what it takes to answer: agents/ has what their settings say. */
const CLIENT_MS: Partial<Readonly<Record<HookEvent["kind"], number>>> = {
  "session-start": 4_700,
  prompt: 3_700,
};

export type HookWork = {
  readonly handlers: Handlers;
  /** How long a client may take to send the event; null for as long as it likes. */
  readonly inputMs: number | null;
  /** Where it takes more than others do. */
  readonly inputBytesMax?: number;
};

export async function runHook(io: HookIo, { handlers, inputMs, inputBytesMax }: HookWork): Promise<void> {
  const call = parseHookCall(io.args);
  if (call === null) return;
  try {
    const input = await io.readInput({ bytesMax: inputBytesMax ?? INPUT_BYTES_MAX, waitMs: inputMs });
    const event = input === null ? null : call.client.readEvent(call.event, parseJson(input));
    if (input === null || event === null) return await note(io, call, "NOT_UNDERSTOOD");
    const { isGone, ...waiting } = waitingFor(event, io);
    const answer = await answerFor(io, call, { ...waiting, event, handlers });
    const said = call.client.renderAnswer(event, answer);
    const isLate = said !== "" && isGone();
    // A client that still waits wants to know of a denial; one that does not has ended this process.
    if (said !== "" && (!isLate || event.kind === "before-tool") && io.write(said) === false) return;
    if (isLate) return await note(io, call, "TOO_LATE");
    for (const work of waiting.answering.afterwards) await work();
  } catch (error) {
    await noteError(io, call, error);
  }
}

type Waiting = Pick<HookPlace, "isLate" | "answering"> & { readonly isGone: () => boolean };

/** The rest is for the answer. */
const WORK_SHARE = 0.7;

/** Somebody waits from the start of this process; for the guard, its input may take as long as its client takes to write it. */
function waitingFor({ kind }: HookEvent, { elapsed }: HookIo): Waiting {
  const beganMs = kind === "before-tool" ? elapsed() : 0;
  const clientMs = CLIENT_MS[kind] ?? beganMs + BUDGET_MS[kind];
  const isAfter = (ms: number) => (): boolean => elapsed() > ms;
  const isOver = isAfter(beganMs + BUDGET_MS[kind]);
  return {
    isLate: isAfter(beganMs + BUDGET_MS[kind] * WORK_SHARE),
    answering: { isOver, afterwards: [] },
    isGone: isAfter(clientMs),
  };
}

type Task = Pick<HookPlace, "isLate" | "answering"> &
  Pick<HookWork, "handlers"> & { readonly event: HookEvent };

/** A failed start is reported at once: if the failure persists, no later start could report it. */
async function answerFor(io: HookIo, call: HookCall, task: Task): Promise<HookAnswer> {
  try {
    return await handle(io, call, task);
  } catch (error) {
    // Of what was about to be told nobody hears.
    task.answering.afterwards.splice(0);
    const code = await noteError(io, call, error);
    if (task.event.kind !== "session-start") return {};
    return { notice: `credence: this session begins without memories (${code}): credence doctor` };
  }
}

/** The Observer's own sessions are not captured and get no memory: their directory tells, which no variable can claim. */
function isObservers(cwd: string, state: string): boolean {
  if (basename(cwd) !== JAIL) return false;
  try {
    return realpathSync(cwd) === realpathSync(join(state, JAIL));
  } catch {
    // A directory that is not there holds no session of the Observer.
    return false;
  }
}

/** Of the Observer's client, in machine state (observer/client/jail.ts). */
const JAIL = "observer-jail";

/** Where the directory is gone there is no project, and the person's own memories are left. The guard judges by its name. */
function directoryOf(io: HookIo, event: HookEvent): string {
  if (event.kind === "before-tool") return event.cwd ?? io.cwd();
  const nowhere = parse(io.home).root;
  try {
    const cwd = event.cwd ?? io.cwd();
    return existsSync(cwd) ? cwd : nowhere;
  } catch {
    // Not even this process has one.
    return nowhere;
  }
}

function handle(io: HookIo, call: HookCall, { event, handlers, ...task }: Task): Promise<HookAnswer> {
  const cwd = directoryOf(io, event);
  if (event.kind !== "before-tool" && isObservers(cwd, call.state)) return Promise.resolve({});
  const now = io.now();
  const place: HookPlace = {
    client: call.client,
    only: call.only,
    state: call.state,
    cache: call.cache,
    claude: call.claude,
    home: io.home,
    shellEnv: io.env,
    ignoresCase: io.ignoresCase,
    cwd,
    now,
    began: now - Math.round(io.elapsed()),
    ...task,
    node: io.node,
    script: io.script,
    note: (code) => note(io, call, code),
  };
  // With a state comes an identity, and nobody asked for one. The guard needs none.
  if (event.kind !== "before-tool" && !existsSync(call.state)) return Promise.resolve({});
  const handler: ((event: never, place: HookPlace) => Promise<HookAnswer>) | undefined = handlers[event.kind];
  // Each handler is listed under the kind of its events.
  return handler === undefined ? Promise.resolve({}) : handler(event as never, place);
}

async function noteError(io: HookIo, call: HookCall, error: unknown): Promise<string> {
  const { explainFailure } = await import("../app/health/explain-failure.ts");
  const { code } = explainFailure(error);
  await note(io, call, code);
  return code;
}

async function note(io: HookIo, { client, event, state }: HookCall, code: string): Promise<void> {
  const { noteTrouble } = await import("../app/health/trouble.ts");
  const known = /^[A-Za-z.]{1,40}$/.test(event) ? event : "unknown";
  noteTrouble(state, { client: client.name, event: known, code, now: io.now() });
}

// `hook CLIENT EVENT [--only recall|capture] [--room CHARS] --state DIR --cache DIR [--claude DIR]`: the words that a settings
// file of ours holds. Anything else is not a call of ours, and a hook says nothing to it.

type HookCall = {
  readonly client: ClientCodec;
  readonly event: string;
  /** Where a client can run a part of the work while nobody waits, each part is a call of its own. */
  readonly only: HookPart | null;
  readonly state: string;
  readonly cache: string;
  /** Where Claude Code keeps its own files, if that is not the usual place. */
  readonly claude: string | null;
};

function parseHookCall(args: readonly string[]): HookCall | null {
  const [word, name = "", event = "", ...rest] = args;
  const client = findCodec(name);
  const state = placeOf(rest, "--state");
  const cache = placeOf(rest, "--cache");
  const only = HOOK_PARTS.find((part) => part === rest[rest.indexOf("--only") + 1]) ?? null;
  const claude = placeOf(rest, "--claude");
  const room = roomOf(rest);
  const words = 4 + [only, claude, room].filter((each) => each !== null).length * 2;
  if (word !== "hook" || client === null || event === "" || rest.length !== words) return null;
  if (state === null || cache === null) return null;
  const contextChars = room ?? client.contextChars;
  return { client: { ...client, contextChars }, event, only, state, cache, claude };
}

/** How much context the entry of this call may give. */
function roomOf(words: readonly string[]): number | null {
  const at = words.indexOf("--room");
  const value = at === -1 ? "" : (words[at + 1] ?? "");
  return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : null;
}

/** A relative place would depend on where the agent works, which is the repository's choice. */
function placeOf(words: readonly string[], name: string): string | null {
  const at = words.indexOf(name);
  const value = at === -1 ? undefined : words[at + 1];
  return value !== undefined && isAbsolute(value) ? value : null;
}
