// What a hostile disk has under a name, in place of the file or directory that belongs there.

import { execFileSync, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Elsewhere = { readonly dir: string; readonly content: string };
type Planting = { readonly path: string; readonly target: string; readonly elsewhere: Elsewhere };

const PLANTERS = {
  symlink: ({ path, target }: Planting) => symlinkSync(target, path),
  "dangling symlink": ({ path, elsewhere }: Planting) => symlinkSync(join(elsewhere.dir, "nowhere"), path),
  "hard link": ({ path, target }: Planting) => linkSync(target, path),
  directory: ({ path, elsewhere }: Planting) => {
    mkdirSync(path);
    writeFileSync(join(path, "inside"), elsewhere.content);
  },
  fifo: ({ path }: Planting) => execFileSync("mkfifo", [path]),
  // Killed, so that nobody removes the socket again; made under a short name, for a long one is no address.
  socket: ({ path, elsewhere }: Planting) => {
    spawnSync(process.execPath, ["--eval", LISTEN_AND_DIE, join(elsewhere.dir, "s")]);
    renameSync(join(elsewhere.dir, "s"), path);
  },
  device: ({ path }: Planting) => execFileSync("mknod", [path, "c", "1", "5"]),
  "huge file": ({ path, elsewhere }: Planting) => {
    writeFileSync(path, elsewhere.content);
    truncateSync(path, 1024 ** 3);
  },
};

const LISTEN_AND_DIE =
  'require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))';

export type OddKind = keyof typeof PLANTERS;

export const ODD_KINDS: readonly OddKind[] = [
  "symlink",
  "dangling symlink",
  "hard link",
  "directory",
  "fifo",
  "socket",
  "device",
  "huge file",
];

/** A link leads to `target` in the directory elsewhere, which is made with the content. */
export function plantOdd(path: string, kind: OddKind, elsewhere: Elsewhere): void {
  rmSync(path, { recursive: true, force: true });
  const target = join(elsewhere.dir, "target");
  rmSync(elsewhere.dir, { recursive: true, force: true });
  mkdirSync(elsewhere.dir, { recursive: true });
  writeFileSync(target, elsewhere.content);
  PLANTERS[kind]({ path, target, elsewhere });
}
