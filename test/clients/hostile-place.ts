// A machine that wants to be misused: files worth stealing, files worth changing, and everything a client might load planted
// where it could look. The real SDK and client are asked through our provider; the model is a script.

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseInstant } from "../../src/memory/instant.ts";
import { type AuditRecord, openAuditLog, readAuditLog } from "../../src/observer/model/audit-log.ts";
import type { Provider, Reply, ToolAttempt, Usage } from "../../src/observer/model/provider.ts";
import { openProvider } from "../../src/observer/providers/index.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import { claudeProgram } from "./client-program.ts";
import { loadSdk } from "./load-sdk.ts";
import type { Spent } from "./model/asked.ts";
import type { Script } from "./model/script.ts";
import { type StandIn, startStandIn } from "./model/stand-in.ts";
import { plantTraps } from "./plant-traps.ts";

/** In every file that must not be read. */
export const SECRET = "wombat-in-the-cellar";

type Call = {
  readonly signal?: AbortSignal;
  /** Another program in place of the client. */
  readonly client?: string;
  readonly onUsage?: (usage: Usage) => void;
};

export type HostilePlace = {
  readonly dir: string;
  readonly state: string;
  readonly jail: string;
  /** The person's home, with traps. */
  readonly home: string;
  /** Files that must stay as they are, with the secret in them. */
  readonly treasure: string;
  /** Appears if anything planted is run. */
  readonly marker: string;
  readonly program: string;
  readonly standIn: StandIn;
  readonly attempts: ToolAttempt[];
  readonly usages: Usage[];
  readonly audit: () => AuditRecord[];
  readonly ask: (prompt: string, call?: Call) => Promise<Reply>;
};

export async function hostilePlace(
  owner: Owner,
  script: Script,
  spent: Partial<Spent> = {},
): Promise<HostilePlace> {
  const ground = layOut(owner);
  const standIn = await startStandIn(script, spent);
  owner.after(() => void standIn.close());
  const [attempts, usages]: [ToolAttempt[], Usage[]] = [[], []];
  const { state } = ground;
  const log = openAuditLog({
    ...{ state, source: "Observer", session: "s1", project: "p1", findSecrets: () => [] },
    now: () => parseInstant("2026-06-01T00:00:00Z") ?? 0,
  });
  const ask: HostilePlace["ask"] = async (prompt, call = {}) => {
    const provider = await openSdk(ground, standIn.url, call.client ?? ground.program);
    return provider.ask({
      ...{ system: "You do not have access to tools.", prompt, outputTokensMax: 1_000 },
      signal: call.signal ?? new AbortController().signal,
      onUsage: (usage) => {
        usages.push(usage);
        call.onUsage?.(usage);
      },
      onAttempt: (attempt) => {
        attempts.push(attempt);
        log(attempt);
      },
    });
  };
  return { ...ground, standIn, attempts, usages, ask, audit: () => readAuditLog(state, 10_000) };
}

type Ground = Pick<HostilePlace, "dir" | "state" | "jail" | "home" | "treasure" | "marker" | "program">;

function layOut(owner: Owner): Ground {
  const dir = freshDir(owner);
  const [state, home, treasure] = [join(dir, "state"), join(dir, "home"), join(dir, "treasure")];
  for (const each of [state, home, treasure]) mkdirSync(each, { mode: 0o700 });
  for (const name of ["id_ed25519", "notes.md", "book.ipynb"])
    writeFileSync(join(treasure, name), `${SECRET} ${name}\n`);
  const marker = join(dir, "marker");
  plantTraps(home, { marker, secret: SECRET });
  // Above the jail, where a client that walks up would find them.
  plantTraps(dir, { marker, secret: SECRET });
  // A name of its own, by which its processes can be told from those of other tests.
  const program = join(dir, "client-program");
  symlinkSync(claudeProgram(), program);
  return { dir, state, jail: join(state, "observer-jail"), home, treasure, marker, program };
}

async function openSdk({ state, home, marker }: Ground, url: string, program: string): Promise<Provider> {
  const provider = await openProvider(
    { "observer.provider": "claude-agent-sdk", "observer.model": null, "observer.base_url": url },
    { state, env: hostileEnvironment(home, marker), load: loadSdk, program },
  );
  if (provider === null) throw new Error("no provider was opened");
  return provider;
}

/** What a repository could set for the processes of a client. */
function hostileEnvironment(home: string, marker: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    ANTHROPIC_API_KEY: "k".repeat(20),
    ANTHROPIC_BASE_URL: "http://127.0.0.1:9/elsewhere",
    HTTPS_PROXY: "http://127.0.0.1:9",
    NODE_OPTIONS: `--import=data:text/javascript,fs.writeFileSync(${JSON.stringify(marker)},"")`,
    BASH_ENV: join(home, "trap.sh"),
    ENV: join(home, "trap.sh"),
    SECRET_OF_THE_PERSON: SECRET,
  };
}

/** Processes of this place's client, its watcher included. */
export function listProcesses({ program }: HostilePlace): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,args="], { encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.split("\n").filter((line) => line.includes(program));
}

/** A process that was killed is gone a moment later. */
export async function waitForNone(place: HostilePlace): Promise<string[]> {
  for (let tries = 0; tries < 100 && listProcesses(place).length > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return listProcesses(place);
}
