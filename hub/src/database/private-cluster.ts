// A PostgreSQL cluster of the hub's own: a directory, a socket that only one user of this machine can reach, no port.
//
// Attack: another user of this machine connects, or creates the directory first. So the directories belong to our user and
// are closed to others, and the server asks the system for the identity of each client. PostgreSQL refuses to run as root,
// so under root it runs as a user that owns nothing else.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { HubFailure } from "../hub-failure.ts";

export type Cluster = {
  readonly directory: string;
  /** The URL of one of its databases. */
  readonly urlOf: (database: string) => string;
  /** Stops the server, unless another process still uses it. Synchronous, because a process that ends cannot wait for a
   * promise. */
  readonly stop: () => void;
};

export type ClusterOptions = {
  readonly directory: string;
  /** The directory of PostgreSQL's programs. */
  readonly programs: string;
  /** Lines for postgresql.conf. */
  readonly settings?: readonly string[];
};

type User = { readonly name: string; readonly uid: number; readonly gid: number };

const OWNER = "credence";
/** The system allows socket paths up to this length, including the file names that the server appends to its directory. */
const SOCKET_PATH_MAX = 107 - "/.s.PGSQL.5432.lock".length;

export function startCluster({ directory, programs, settings = [] }: ClusterOptions): Cluster {
  const user = chooseUser();
  makeOwn(directory, user);
  const data = join(directory, "data");
  const run = (name: string, args: readonly string[]) =>
    spawnSync(join(programs, name), args, {
      ...(process.getuid?.() === 0 ? { uid: user.uid, gid: user.gid } : {}),
      cwd: directory,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "pipe"],
    });
  if (!existsSync(join(data, "PG_VERSION"))) {
    const made = run("initdb", [
      "-D",
      data,
      "-U",
      OWNER,
      "-A",
      "peer",
      "-E",
      "UTF8",
      "--locale=C",
      "--no-instructions",
      ...(settings.includes("fsync = off") ? ["--no-sync"] : []),
    ]);
    if (made.status !== 0) throw new HubFailure("NO_DATABASE", `initdb failed: ${lastLine(made.stderr)}`);
  }
  const socket = makeSocketDirectory(directory, user);
  configure(data, { socket, user, settings });
  const leave = enter(join(directory, "users"));
  start(run, { data, socket, log: join(directory, "postgres.log") });
  return {
    directory,
    urlOf: (database) => `postgres://${OWNER}@localhost/${database}?host=${encodeURIComponent(socket)}`,
    stop: () => {
      if (leave()) run("pg_ctl", ["-D", data, "-m", "fast", "-w", "-t", "30", "stop"]);
    },
  };
}

function chooseUser(): User {
  const { username, uid, gid } = userInfo();
  if (uid !== 0) return { name: username, uid, gid };
  for (const name of ["postgres", "nobody"]) {
    const [user, group] = ["-u", "-g"].map((flag) =>
      Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout),
    );
    if (user !== undefined && group !== undefined && user > 0) return { name, uid: user, gid: group };
  }
  throw new HubFailure(
    "NO_DATABASE",
    "PostgreSQL does not run as root, and there is no other user to run it as",
  );
}

function makeOwn(path: string, { uid, gid }: User): void {
  // The user that PostgreSQL runs as must be able to reach the directory.
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
  chmodSync(path, 0o700);
  if (statSync(path).uid !== uid) throw new HubFailure("NO_DATABASE", `${path} belongs to another user`);
}

function makeSocketDirectory(directory: string, user: User): string {
  const own = join(directory, "socket");
  const path = own.length <= SOCKET_PATH_MAX ? own : readShortPath(join(directory, "socket-at"), user);
  makeOwn(path, user);
  return path;
}

/** The path of the socket. If the path of the cluster is too long, the socket lies in a temporary directory. */
function readShortPath(file: string, user: User): string {
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (known !== "" && existsSync(known) && statSync(known).uid === user.uid) return known;
  const base = tmpdir().length <= SOCKET_PATH_MAX - 20 ? tmpdir() : "/tmp";
  const path = mkdtempSync(join(base, "credence-pg-"));
  writeFileSync(file, path);
  return path;
}

type ClusterConfig = { readonly socket: string; readonly user: User; readonly settings: readonly string[] };

function configure(data: string, { socket, user, settings }: ClusterConfig): void {
  const lines = [
    "listen_addresses = ''",
    `unix_socket_directories = '${socket}'`,
    "unix_socket_permissions = 0700",
    "synchronous_commit = on",
    "max_connections = 100",
    ...settings,
  ];
  writeFileSync(join(data, "postgresql.auto.conf"), `${lines.join("\n")}\n`);
  writeFileSync(join(data, "pg_hba.conf"), "local all all peer map=credence\n");
  const names = [...new Set([user.name, userInfo().username])];
  const maps = names.map((name) => `credence ${name} ${OWNER}\n`);
  writeFileSync(join(data, "pg_ident.conf"), maps.join(""));
  if (process.getuid?.() !== 0) return;
  for (const name of ["postgresql.auto.conf", "pg_hba.conf", "pg_ident.conf"])
    chownSync(join(data, name), user.uid, user.gid);
}

/** Registers this process as a user of the cluster, by a file named for its process id, because several processes may share
 * one cluster.
 * @returns a function that unregisters the process and returns true when no other process uses the cluster. */
function enter(users: string): () => boolean {
  mkdirSync(users, { recursive: true, mode: 0o700 });
  const own = join(users, String(process.pid));
  writeFileSync(own, "");
  return () => {
    rmSync(own, { force: true });
    return !readdirSync(users).some((pid) => isAlive(Number(pid)));
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

type Run = (
  name: string,
  args: readonly string[],
) => { readonly status: number | null; readonly stdout: string; readonly stderr: string };

type ServerPaths = { readonly data: string; readonly socket: string; readonly log: string };

const TRIES = 20;

/** After a kill there is a stale pid file, and for a moment the dying process, so only a server that answers counts as
 * running. */
function start(run: Run, { data, socket, log }: ServerPaths): void {
  let said = "";
  for (let tried = 0; tried < TRIES; tried += 1) {
    const isThere = run("pg_ctl", ["-D", data, "status"]).status === 0;
    // PostgreSQL from npm does not have this program.
    if (isThere && (run("pg_isready", ["-h", socket, "-t", "3"]).status ?? 0) === 0) return;
    // The server writes its log to a file, because it would keep our pipes open.
    const started = run("pg_ctl", ["-D", data, "-l", log, "-w", "-t", "60", "start"]);
    if (started.status === 0) return;
    said = lastLine(`${started.stderr}\n${started.stdout}`);
    spawnSync("sleep", ["0.3"]);
  }
  throw new HubFailure("NO_DATABASE", `PostgreSQL does not start: ${said}`, `${log} says more`);
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
