// The only way to a remote: ask for its branch, fetch it, push to it.
//
// Attack: a remote that answers without end, never, or with garbage; that redirects elsewhere; whose hooks would run as us
// where it is a directory of this machine. So everything has a limit of time and size, objects are checked while they
// arrive, redirects are refused, and a local repository is served with its hooks switched off.
//
// The person's own git configuration is read here and nowhere else: without its credential helper, ssh command and proxy many a
// remote cannot be reached. What it says of hooks, monitors, submodules, signing and other programs is overruled.

import { type ChildProcess, spawn } from "node:child_process";
import { kill } from "node:process";
import type { RemoteUrl } from "../memory/remote-url.ts";
import { findGit, gitIsGone } from "./find-git.ts";
import { INCOMING, measurePacks } from "./object-store.ts";
import { ALLOCATION_MAX, INERT, type Plumbing, saysFull } from "./plumbing.ts";

export type Limits = {
  /** What a fetch may write. */
  readonly bytesMax: number;
  /** What a fetch may bring. */
  readonly objectsMax: number;
  /** Without a sign of life. */
  readonly idleMs: number;
  readonly totalMs: number;
};

export type Remote = RemoteUrl & {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits: Limits;
  /** Start of a sync that nobody sees, by the steady clock: nothing may ask, and the limit of time is for all questions together. */
  readonly unattendedSince?: number;
  /** Called now and then while something is under way. */
  readonly onWait: () => void;
};

export type TransportFailure = {
  readonly kind: "failed";
  readonly why: string;
  /** For want of room on this machine's disk. */
  readonly isFull: boolean;
  /** It was we who ended it, after too long a time. */
  readonly isLate: boolean;
};

const BRANCH = "refs/heads/main";

const OVERRULED: readonly string[] = [
  ...INERT,
  "core.askPass=",
  "protocol.ext.allow=never",
  "transfer.fsckObjects=true",
  "fetch.fsckObjects=true",
  "transfer.unpackLimit=1",
  "fetch.unpackLimit=1",
  "fetch.recurseSubmodules=false",
  "fetch.writeCommitGraph=false",
  "submodule.recurse=false",
  "push.recurseSubmodules=no",
  "push.gpgSign=false",
  "push.followTags=false",
  "push.pushOption=",
  "gc.auto=0",
  "maintenance.auto=false",
  "http.followRedirects=false",
  "http.lowSpeedLimit=1",
  "http.lowSpeedTime=60",
];

/** What the other end runs where it is a directory of this machine. */
const QUIET =
  "-c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.alternateRefsCommand=true -c receive.autogc=false";

/** A credential helper, an ssh agent and a proxy are found through these. */
const KEPT: readonly string[] = [
  ...["HOME", "USER", "LOGNAME", "PATH", "TMPDIR", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"],
  ...["GIT_SSH_COMMAND", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "DBUS_SESSION_BUS_ADDRESS", "GNUPGHOME"],
  ...["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR"],
];

/** The commit of the branch that a root of the old layout is on. */
export async function askRemote(
  place: Plumbing,
  remote: Remote,
): Promise<{ readonly kind: "found"; readonly commit: string | null } | TransportFailure> {
  const asked = await askHeads(place, remote);
  return asked.kind === "failed" ? asked : { kind: "found", commit: asked.heads.get("main") ?? null };
}

const HEAD_LINE = /^([0-9a-f]{40})\trefs\/heads\/(.+)$/;

/** All its branches: their commits by name. */
export async function askHeads(
  place: Plumbing,
  remote: Remote,
): Promise<{ readonly kind: "found"; readonly heads: Map<string, string> } | TransportFailure> {
  const args = ["ls-remote", "--heads", ...served(remote, "upload-pack"), "--", remote.url];
  const answer = await run(place, remote, args);
  if (!answer.ok) return toFailed(answer);
  if (answer.out.length >= TEXT_CHARS_MAX)
    return toFailed({ ...answer, why: "the remote has more branches than can be read" });
  const heads = new Map<string, string>();
  for (const line of answer.out.split("\n").slice(0, -1)) {
    const [, commit = null, name = null] = HEAD_LINE.exec(line) ?? [];
    if (commit === null || name === null)
      return toFailed({ ...answer, why: "the remote names its commits in a way that is not understood" });
    heads.set(name, commit);
  }
  return { kind: "found", heads };
}

type Fetch = { readonly what?: readonly string[]; readonly options?: readonly string[] };

/** Into the quarantine. */
export async function fetchInto(
  quarantine: Plumbing,
  remote: Remote,
  { what = [`+${BRANCH}:${INCOMING}`], options = [] }: Fetch = {},
): Promise<{ readonly kind: "fetched" } | TransportFailure> {
  const args = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];
  const from = [...served(remote, "upload-pack"), "--", remote.url];
  const answer = await run(quarantine, remote, [...args, ...options, ...from, ...what]);
  return answer.ok ? { kind: "fetched" } : toFailed(answer);
}

export type PushOutcome =
  | { readonly kind: "pushed" }
  /** Somebody else pushed first, or the remote does not take it. */
  | { readonly kind: "rejected"; readonly why: string }
  | TransportFailure;

/** Only onto the commit that was seen there, whatever the remote is by now. */
export async function pushTo(
  place: Plumbing,
  remote: Remote,
  { commit, onto, branch = BRANCH }: { commit: string; onto: string | null; branch?: string },
): Promise<PushOutcome> {
  const lease = `--force-with-lease=${branch}:${onto ?? ""}`;
  const args = ["push", "--quiet", "--porcelain", "--no-verify", lease, ...served(remote, "receive-pack")];
  const answer = await run(place, remote, [...args, "--", remote.url, `${commit}:${branch}`]);
  if (answer.ok) return { kind: "pushed" };
  const isRejected = answer.out.split("\n").some((line) => line.startsWith("!\t"));
  return isRejected ? { kind: "rejected", why: answer.why } : toFailed(answer);
}

function served({ kind }: RemoteUrl, program: "upload-pack" | "receive-pack"): string[] {
  return kind === "file"
    ? [
        `--${program === "upload-pack" ? "upload-pack" : "receive-pack"}='${findGit().replaceAll("'", "'\\''")}' ${QUIET} ${program}`,
      ]
    : [];
}

type Answer = Omit<TransportFailure, "kind"> & { readonly ok: boolean; readonly out: string };

function toFailed({ why, isFull, isLate }: Omit<Answer, "ok" | "out">): TransportFailure {
  return { kind: "failed", why, isFull, isLate };
}

/** More branches than anybody has machines, by a hundred times. */
const TEXT_CHARS_MAX = 4 * 1024 * 1024;
const WATCH_MS = 100;
const GRACE_MS = 2_000;

async function run(place: Plumbing, remote: Remote, args: readonly string[]): Promise<Answer> {
  const env = environmentOf(remote);
  if (remote.kind !== "ssh") return runWith(env, place, { remote, args });
  return runWith({ ...env, ...(await chooseSsh(env, place, remote)) }, place, { remote, args });
}

const BATCH = "-oBatchMode=yes -oServerAliveInterval=20";

/** The person's own command for ssh, as it is where they may be asked; a command in the environment would overrule it. */
async function chooseSsh(
  env: Record<string, string>,
  place: Plumbing,
  remote: Remote,
): Promise<Record<string, string>> {
  const { out } = await runWith(env, place, { remote, args: ["config", "--get", "core.sshCommand"] });
  const own = env["GIT_SSH_COMMAND"] ?? out.trim();
  if (own === "") return { GIT_SSH_COMMAND: `ssh ${BATCH}` };
  return remote.unattendedSince !== undefined ? { GIT_SSH_COMMAND: `${own} ${BATCH}` } : {};
}

type Run = { readonly remote: Remote; readonly args: readonly string[] };

async function runWith(env: Record<string, string>, place: Plumbing, { remote, args }: Run): Promise<Answer> {
  const config = OVERRULED.flatMap((each) => ["-c", each]);
  // Git may be done before this process is given time again.
  const before = measurePacks(place);
  const child = spawn(findGit(), ["--git-dir", place.store, ...config, ...args], {
    cwd: "/",
    env,
    // A group of its own: git starts others, which hold its streams open after it is gone.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { out: "", err: "" };
  let lastSign = performance.now();
  let [size, ended]: [number, Excess | null] = [0, null];
  const keep = (name: "out" | "err") => (chunk: Buffer) => {
    lastSign = performance.now();
    texts[name] = `${texts[name]}${chunk.toString("utf8")}`.slice(-TEXT_CHARS_MAX);
  };
  child.stdout.on("data", keep("out"));
  child.stderr.on("data", keep("err"));
  const began = remote.unattendedSince ?? performance.now();
  const watch = setInterval(() => {
    const bytes = measurePacks(place) - before;
    if (bytes !== size) lastSign = performance.now();
    size = bytes;
    ended ??= findExcess(remote.limits, { bytes, began, lastSign });
    if (ended !== null) end(child);
    remote.onWait();
  }, WATCH_MS);
  const failure = await waitFor(child);
  clearInterval(watch);
  // What came within one tick of the watch counts, too.
  ended ??= measurePacks(place) - before > remote.limits.bytesMax ? TOO_LARGE : null;
  return toAnswer(texts, { ended, failure });
}

type Excess = { readonly why: string; readonly isLate: boolean };
type Ending = { readonly ended: Excess | null; readonly failure: string | null };

/** `ended` is why we ended it, `failure` how it ended by itself. */
function toAnswer(
  { out, err }: { readonly out: string; readonly err: string },
  { ended, failure }: Ending,
): Answer {
  const isFull = ended === null && failure !== null && saysFull(err);
  const why = ended?.why ?? explain(err, failure ?? "");
  return { ok: (ended ?? failure) === null, out, why, isFull, isLate: ended?.isLate ?? false };
}

const TOO_LARGE: Excess = { why: "the remote sent more than a memory root can be", isLate: false };

function findExcess(
  { bytesMax, idleMs, totalMs }: Limits,
  { bytes, began, lastSign }: { readonly bytes: number; readonly began: number; readonly lastSign: number },
): Excess | null {
  const now = performance.now();
  if (bytes > bytesMax) return TOO_LARGE;
  const silence = `the remote did not answer for ${Math.round(idleMs / 1_000)} seconds`;
  if (now - lastSign > idleMs) return { why: silence, isLate: true };
  return now - began > totalMs ? { why: "the remote took too long", isLate: true } : null;
}

/** With all that it started. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    kill(-pid, "SIGKILL");
  } catch {
    // All of them are gone.
    return;
  }
}

/** @returns null when it ended well. */
async function waitFor(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.on("error", () => resolve(gitIsGone().message));
    const explainEnd = (code: number | null): void =>
      resolve(code === 0 ? null : `git ended with ${code ?? "a signal"}`);
    child.on("close", explainEnd);
    // Something that it started may still hold its streams.
    child.on("exit", (code) => setTimeout(() => explainEnd(code), GRACE_MS).unref());
  });
}

/** A helper that is reached through these opens a window to ask. */
const ASKING: readonly string[] = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"];

function environmentOf({ env, unattendedSince }: Remote): Record<string, string> {
  const names = KEPT.filter((name) => unattendedSince === undefined || !ASKING.includes(name));
  return {
    ...Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    LC_ALL: "C",
    GIT_ALLOC_LIMIT: ALLOCATION_MAX,
    GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
    GIT_ASKPASS: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GCM_INTERACTIVE: "never",
    SSH_ASKPASS_REQUIRE: "never",
  };
}

/** The last thing that git said by itself; what the remote said is not repeated. */
function explain(err: string, fallback: string): string {
  const lines = err
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("remote:") && !line.startsWith("hint:"));
  const telling =
    lines.find((line) => /^(?:fatal|error|ssh|.*denied)/.test(line)) ?? lines.at(-1) ?? fallback;
  return telling.replaceAll(/:\/\/[^/@\s]*@/g, "://").slice(0, 300);
}
