// Who is asking: the fence is trust's, what it looks at is gathered here.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { detectPresence, findAgent, type Presence } from "../../trust/person-presence.ts";

type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: { readonly in: boolean; readonly out: boolean };
  readonly parentProcess: number;
};

export function findPresence({ env, terminal, parentProcess }: Surroundings): Presence {
  // Without a terminal nobody is there, whoever the ancestors are.
  const ancestors = terminal.in && terminal.out ? listAncestors(parentProcess) : [];
  const presence = detectPresence({ env, terminal, ancestors });
  if (presence.kind === "person") return presence;
  let answer: boolean | undefined;
  const isAgent = (): boolean => {
    answer ??= findAgent({ env, ancestors: listAncestors(parentProcess) }) !== null;
    return answer;
  };
  return { ...presence, isAgent };
}

// The programs that started this one, nearest first. On Linux from /proc, elsewhere from ps.

const DEPTH_MAX = 32;
/** Interpreters: what they run is named by their first argument that is no option. */
const INTERPRETERS = new Set(["node", "bun", "deno", "python", "python3", "sh", "bash", "dash", "zsh"]);

export function listAncestors(parent: number): string[] {
  const names: string[] = [];
  let pid = parent;
  // The first process too: in a container it may be the agent itself.
  for (let depth = 0; pid > 0 && depth < DEPTH_MAX; depth += 1) {
    const found = readProcess(pid);
    if (found === null) break;
    names.push(...found.names);
    pid = found.parent;
  }
  return names;
}

function readProcess(pid: number): { readonly names: string[]; readonly parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    // The name is in parentheses and may hold any character; the parent is the second word after it.
    const end = stat.lastIndexOf(")");
    const parent = Number(stat.slice(end + 2).split(" ")[1]);
    return { names: [stat.slice(stat.indexOf("(") + 1, end), ...namesOf(words)], parent };
  } catch {
    return askPs(pid);
  }
}

function askPs(pid: number): { readonly names: string[]; readonly parent: number } | null {
  const { status, stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { encoding: "utf8" });
  const line = /^\s*(\d+)\s+(.*)$/m.exec(stdout ?? "");
  if (status !== 0 || line === null) return null;
  return { names: namesOf((line[2] ?? "").split(" ")), parent: Number(line[1]) };
}

function namesOf([program = "", ...words]: readonly string[]): string[] {
  const name = basename(program);
  if (!INTERPRETERS.has(name)) return [name];
  const argument = words.find((word) => !word.startsWith("-")) ?? "";
  return [name, basename(argument).replace(/\.[cm]?js$/, "")];
}

// Threat: an agent that disconnects itself from its own guard, or silences what is recorded about it, in a script without a
// terminal and without its marker, too. No key is used, so no passphrase is asked for; a script of the person may do it,
// whatever runs below an agent may not.

export function refuseAgent({ env, parentProcess }: Surroundings, act: string): void {
  const agent = findAgent({ env, ancestors: listAncestors(parentProcess) });
  if (agent !== null)
    throw new CredenceError(
      "NEEDS_PERSON",
      `only a person can ${act}: an agent runs this command (${agent})`,
    );
}
