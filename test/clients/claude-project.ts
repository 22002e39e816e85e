// A project with memories and the real Claude Code in it, connected by `credence install`, with a home of its own and a
// stand-in for the model.

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { copyPackage } from "../built.ts";
import { type RecallProject, recallProject } from "../fixture/recall-project.ts";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { claudeProgram } from "./claude-program.ts";
import { type Conversation, startConversation } from "./conversation.ts";
import { type StandIn, startStandIn } from "./stand-in-api.ts";

export type Turn = {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the model would have seen, of this call alone. */
  readonly requests: readonly string[];
};

export type ClaudeProject = RecallProject & {
  /** Where the built package is: a test may spoil it. */
  readonly dist: string;
  readonly settings: string;
  readonly standIn: StandIn;
  /** `credence ARGS` of that package. */
  readonly credence: (...args: string[]) => string;
  /** `claude -p PROMPT ARGS`. */
  readonly ask: (prompt: string, ...args: string[]) => Promise<Turn>;
  /** One session that is asked several times: `claude -p ARGS`. */
  readonly converse: (...args: string[]) => Conversation;
  /** The environment of a session. */
  readonly clientEnv: Readonly<Record<string, string>>;
};

export async function claudeProject(owner: Owner): Promise<ClaudeProject> {
  const project = await recallProject(owner);
  const dist = await copyPackage(owner);
  const standIn = await startStandIn();
  owner.after(() => standIn.close());
  const credence = (...args: string[]): string =>
    expectDone(
      runProcess([process.execPath, join(dist, "credence.cjs"), ...args], { ...project, cwd: project.top }),
    ).stdout;
  mkdirSync(join(project.home, ".claude"), { recursive: true });
  // CREDENCE_HOME is not among these: the hooks know their places by themselves.
  const clientEnv = {
    HOME: project.home,
    PATH: "/usr/bin:/bin",
    ANTHROPIC_BASE_URL: standIn.url,
    ANTHROPIC_API_KEY: ["sk", "ant", "stand", "in"].join("-"),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  return {
    ...project,
    dist,
    settings: join(project.home, ".claude/settings.json"),
    standIn,
    credence,
    clientEnv,
    ask: async (prompt, ...args) => {
      const from = standIn.requests.length;
      const done = await runClient(["-p", prompt, ...args], { cwd: project.top, env: clientEnv });
      return { ...done, requests: standIn.requests.slice(from) };
    },
    converse: (...args) => startConversation(owner, { cwd: project.top, env: clientEnv, standIn }, args),
  };
}

type Place = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

function runClient(args: readonly string[], place: Place): Promise<Omit<Turn, "requests">> {
  return new Promise((resolve, reject) => {
    const child = spawn(claudeProgram(), args, { ...place, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    child.on("error", reject);
    child.on("close", (exit) => resolve({ exit, stdout: out.join(""), stderr: err.join("") }));
  });
}

/** A prompt that makes the stand-in call a tool. Several of them, joined, are calls of one answer. */
export function calling(tool: string, input: object): string {
  return `please @@TOOL ${tool} ${JSON.stringify(input)}@@`;
}
