// The processes of one rival, found by a variable that they inherit: what a session leaves behind, what listens, what has to end.

import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const MARK = "CREDENCE_EVIDENCE_RUN";
/** Whoever has to take note of a death may be slow. */
const GONE_MS = 5_000;
const LISTENS = "0A";

export function markOf(run: string): Readonly<Record<string, string>> {
  return { [MARK]: run };
}

export function findProcesses(run: string): number[] {
  const mark = `${MARK}=${run}\0`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readText(`/proc/${pid}/environ`).includes(mark))
    .map(Number);
}

/** As if the power went; on return they are gone, and not only dead. */
export async function killAll(run: string): Promise<void> {
  const pids = findProcesses(run);
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It may have ended by itself in between.
      if (Object(error).code !== "ESRCH") throw error;
    }
  }
  const end = performance.now() + GONE_MS;
  while (pids.some((pid) => existsSync(`/proc/${pid}`)) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

export function residentMb(pids: readonly number[]): number {
  const kbOf = (pid: number): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0);
  return pids.reduce((sum, pid) => sum + kbOf(pid), 0) / 1024;
}

/** The TCP ports on which one of them listens. */
export function findPorts(pids: readonly number[]): number[] {
  const inodes = new Set(pids.flatMap(listSockets));
  const rows = pids
    .slice(0, 1)
    .flatMap((pid) => ["tcp", "tcp6"].flatMap((kind) => readText(`/proc/${pid}/net/${kind}`).split("\n")));
  const ports = rows
    .map((row) => row.trim().split(/\s+/))
    .filter((cells) => cells[3] === LISTENS && inodes.has(cells[9] ?? ""))
    .map((cells) => Number.parseInt(cells[1]?.split(":")[1] ?? "", 16));
  return [...new Set(ports)];
}

function listSockets(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

/** Empty for one that has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
