// A project with memories and a real client in it, connected by `credence install`, with a home of its own and a stand-in for
// the model. What differs between clients is a file of each.

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyPackage } from "../built.ts";
import { type RecallProject, recallProject } from "../fixture/recall-project.ts";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import type { Asked } from "./model/asked.ts";
import { type Act, playPrompts, type Tools } from "./model/script.ts";
import { type StandIn, startStandIn } from "./model/stand-in.ts";
import type { Kept } from "./promises.ts";

export type ClientPlace = {
  readonly home: string;
  readonly top: string;
  readonly standIn: StandIn;
};

export type WatchedTest = { readonly title: string; readonly tests: string };

/** One client: a file beside this one. */
export type RealClient = {
  /** As our command line calls it. */
  readonly name: string;
  readonly label: string;
  readonly version: string;
  /** The file of its tests. */
  readonly tests: string;
  readonly keeps: Kept;
  /** What only this client is asked, by the titles of the tests that watched it. */
  readonly besides: readonly WatchedTest[];
  /** What is known not to work, in sentences for docs/compatibility.md. */
  readonly limits: readonly string[];
  /** What install may change, from the home on. */
  readonly files: readonly string[];
  /** What the client itself wrote into such a file since is not ours to take back. */
  readonly withoutOwn?: (text: string | null) => string | null;
  readonly tools: Tools;
  /** Changes words in a file. */
  readonly edit: (path: string, from: string, to: string) => Act;
  /** Code that writes a file from inside a call, and the arguments that let the client run it. */
  readonly nested?: (path: string) => { readonly act: Act; readonly args?: readonly string[] };
  /** How the client refuses its file tool by itself, before it asks a hook. */
  readonly fileDenial?: RegExp;
  /** The words that start the program. */
  readonly program: () => readonly string[];
  /** The directory in the home by which install knows that the client is there. */
  readonly directory: string;
  /** Besides HOME and PATH. */
  readonly env: (place: ClientPlace) => Readonly<Record<string, string>>;
  /** What it needs before it first starts. */
  readonly prepare?: (place: ClientPlace) => void;
  /** The arguments that ask once. */
  readonly asking: (prompt: string, place: ClientPlace) => readonly string[];
  /** Those that go on with the last session. */
  readonly resuming: (prompt: string, place: ClientPlace) => readonly string[];
  /** The arguments with which it compacts after 195,000 tokens, where it does not by itself. */
  readonly compacting?: readonly string[];
  /** What the model does before it can call this tool of our server. */
  readonly beforeServer?: (tool: string) => Act;
  /** The same before it can start a subagent, and after that, until the subagent is done. */
  readonly beforeSubagent?: Act;
  readonly afterSubagent?: Act;
};

export type Turn = {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the model would have seen, of this call alone. */
  readonly requests: readonly string[];
  /** The same, read. */
  readonly asked: readonly Asked[];
};

export type ClientProject = RecallProject & {
  /** Where the built package is: a test may spoil it. */
  readonly dist: string;
  readonly standIn: StandIn;
  /** `credence ARGS` of that package. */
  readonly credence: (...args: string[]) => string;
  /** The client with these arguments. */
  readonly start: (...args: string[]) => Promise<Turn>;
  /** Asks the client once; more arguments go to it. */
  readonly ask: (prompt: string, ...args: string[]) => Promise<Turn>;
  /** The environment of a session. */
  readonly clientEnv: Readonly<Record<string, string>>;
};

export async function clientProject(owner: Owner, client: RealClient): Promise<ClientProject> {
  const project = await recallProject(owner);
  return clientIn(owner, project, { client, dist: await copyPackage(owner) });
}

type Placed = { readonly client: RealClient; readonly dist: string };

/** In a project that is there already; several clients may be in one. */
export async function clientIn(
  owner: Owner,
  project: RecallProject,
  { client, dist }: Placed,
): Promise<ClientProject> {
  const standIn = await startStandIn(playPrompts(client.tools));
  owner.after(() => void standIn.close());
  const place = { home: project.home, top: project.top, standIn };
  mkdirSync(join(project.home, client.directory), { recursive: true });
  client.prepare?.(place);
  // CREDENCE_HOME is not among these: the hooks know their places by themselves.
  const path = [dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const clientEnv = { HOME: project.home, PATH: path, ...client.env(place) };
  const start = async (...args: string[]): Promise<Turn> => {
    const from = standIn.requests.length;
    const done = await runProgram([...client.program(), ...args], { cwd: project.top, env: clientEnv });
    return { ...done, requests: standIn.requests.slice(from), asked: standIn.asked.slice(from) };
  };
  return {
    ...project,
    dist,
    standIn,
    credence: (...args) =>
      expectDone(
        runProcess([process.execPath, join(dist, "credence.cjs"), ...args], { ...project, cwd: project.top }),
      ).stdout,
    start,
    ask: (prompt, ...args) => start(...client.asking(prompt, place), ...args),
    clientEnv,
  };
}

/** A client that asks on and on must not keep the whole run from its end. */
const GIVE_UP_MS = 240_000;

type Place = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
type Ended = Pick<Turn, "exit" | "stdout" | "stderr">;

export function runProgram([program = "", ...args]: readonly string[], place: Place): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...{ ...place, stdio: ["ignore", "pipe", "pipe"], timeout: GIVE_UP_MS, killSignal: "SIGKILL" },
    });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    child.on("error", reject);
    child.on("close", (exit) => resolve({ exit, stdout: out.join(""), stderr: err.join("") }));
  });
}
