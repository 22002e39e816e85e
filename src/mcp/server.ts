// Serves one client over two streams until it leaves. Whichever revision of the protocol it opens with is spoken.

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { noteClientVersion } from "../app/clients/client-versions.ts";
import { isDirectory } from "../app/workspace/locate-state.ts";
import { answerMalformed } from "./answer-malformed.ts";
import { registerLearn } from "./learn.ts";
import { openLocalMemories } from "./local-memories.ts";
import {
  hideDirectories,
  noteAt,
  openAt,
  type PlaceIo,
  type ServerIo,
  type Tell,
  type ToolPlace,
} from "./place.ts";
import { INSTRUCTIONS, TOOLS } from "./tools.ts";
import { createWriteLimit, type WriteLimit } from "./write-limit.ts";

/** A longer message is not read. One of ten megabytes still gets an answer that says what is wrong with it. */
const MESSAGE_BYTES_MAX = 12 * 1024 * 1024;

export type Streams = { readonly input: Readable; readonly output: Writable };

export type Served = { readonly close: () => Promise<void> };

/** `note` gets one line a trouble, without a word of what was sent. */
export function serve(served: ServerIo, { input, output }: Streams, note: (line: string) => void): Served {
  const io: PlaceIo = { ...served, held: { open: null } };
  const lookWhenIdle = createIdleLook(io);
  const onAnswer = (): void => {
    io.onAnswer();
    lookWhenIdle();
  };
  const wasThere = existsSync(io.script);
  const isReplaced = (): boolean => wasThere && !existsSync(io.script);
  const tools = { writes: createWriteLimit(io.now), onAnswer, isReplaced };
  const whole = answerMalformed(input, output, MESSAGE_BYTES_MAX);
  const transport = new StdioServerTransport(whole, output, { maxBufferSize: MESSAGE_BYTES_MAX });
  warmUpSoon(io);
  const { close } = serveStdio(() => createServer(io, tools), {
    transport,
    onerror: (error) => note(`credence mcp: could not handle a message (${error.name})`),
  });
  const looking = setInterval(() => io.held.open?.letGo(), LET_GO_MS).unref();
  return {
    close: async () => {
      clearInterval(looking);
      await close();
      io.held.open?.close();
    },
  };
}

/** What was removed while nobody asks is held no longer than this. */
const LET_GO_MS = 60_000;

// One server for one connection, the same for both protocol revisions.

export type ServerTools = {
  readonly writes: WriteLimit;
  readonly onAnswer: () => void;
  /** Has the program that this process runs gone since it began? */
  readonly isReplaced: () => boolean;
};

function createServer(io: PlaceIo, { writes, onAnswer, isReplaced }: ServerTools): McpServer {
  const server = new McpServer(
    { name: "credence", title: "Credence", version: io.version },
    { capabilities: { tools: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const findDirectory = createDirectoryFinder(io, server);
  const placeOf = async (client: string | null, tell?: Tell): Promise<ToolPlace> => {
    const caller = server.server.getClientVersion();
    if (io.state !== null && caller !== undefined) noteClientVersion(io.state, caller.name, caller.version);
    const directory = await findDirectory();
    const remarks = isReplaced() ? [sayReplaced(io)] : [];
    const memories = openLocalMemories({
      open: () => openAt(io, directory, tell),
      note: (error) => noteAt(io, directory, error),
      client: client ?? caller?.name ?? "unknown",
      session: io.session,
      remarks,
    });
    return { memories, writes, remarks, hide: (text) => hideDirectories(text, directory) };
  };
  for (const tool of TOOLS) tool.register(server, { placeOf, onAnswer });
  registerLearn(server);
  return server;
}

/** A server lives as long as its session. It goes on with what it has loaded once another copy has replaced its program. */
function sayReplaced({ version }: ServerIo): string {
  return `the program of this server, Credence ${version}, was replaced; hooks and new sessions start another one: the user can begin a new session`;
}

// The first answer of a session takes several times as long as the next: code, index and pages come from the disk. They are
// fetched while nobody waits yet. Fails open: what is wrong is said by the first call.

/** After the client's hello, which waits in the pipe already. */
const DELAY_MS = 30;
/** An index that is far behind is brought up to date over several calls. */
const WORK_MS = 200;

function warmUpSoon(io: PlaceIo): void {
  setTimeout(() => void warmUp(io).then((isWarm) => (isWarm ? lookAside(io) : undefined)), DELAY_MS).unref();
}

/** So often at most while calls come and go: a commit is seen a little later then. */
const LOOK_MS = 60_000;
/** After the last answer: whoever waits for the next one does not wait for this. */
const IDLE_MS = 3_000;

/** After each answer: once nobody asks for a while, the files that memories cite are looked at, by another process. */
function createIdleLook(io: PlaceIo): () => void {
  let timer: NodeJS.Timeout | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    if (performance.now() - lastMs < LOOK_MS) return;
    lastMs = performance.now();
    void lookAside(io);
  };
  return () => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(look, IDLE_MS).unref();
  };
}

/** Says whether it could. Fails open: the next session start, or a person's command, looks instead. */
async function lookAside(io: PlaceIo): Promise<boolean> {
  try {
    const { startDueLook } = await import("../app/session/look-aside.ts");
    const { node, script, env, claude } = io;
    const cwd = io.projectDir ?? io.cwd();
    const workspace = await openAt(io, cwd);
    try {
      await startDueLook(workspace, { node, script, env, claude, cwd });
      return true;
    } finally {
      workspace.close();
    }
  } catch {
    return false; // There is nobody to tell.
  }
}

/** Says whether it could. */
async function warmUp(io: PlaceIo): Promise<boolean> {
  // A state that is not there is not made for this.
  if (io.state === null || !existsSync(io.state)) return false;
  try {
    const { recallWithoutReceipt } = await import("../app/recall/recall-memories.ts");
    const workspace = await openAt(io, io.projectDir ?? io.cwd());
    const began = performance.now();
    try {
      // The same as for a prompt, but for the receipt.
      await recallWithoutReceipt(workspace, {
        prompt: "what is remembered about this project?",
        isLate: () => performance.now() - began > WORK_MS,
      });
      return true;
    } finally {
      workspace.close();
    }
  } catch {
    return false; // There is nobody to tell yet.
  }
}

// A server lives as long as its session, and a person may have many: what counts is its memory while idle. The engine
// releases memory late and in part, so we trigger it when calls pause, and now and then while they do not.

const PAUSE_MS = 2_000;
/** While calls follow each other: so many at most, or so much more than the last time left. */
const CALLS_MAX = 100;
const GROWN_BYTES_MAX = 12_000_000;

type Collect = (how: { readonly type: "major"; readonly execution: "sync"; readonly flavor: string }) => void;

/** To be called after each answer, by a process that is a server and nothing else. */
export function createCollector(): () => void {
  let collect: Collect | null = null;
  let [calls, left] = [0, measureHeap()];
  const give = (flavor: string): void => {
    calls = 0;
    collect ??= findCollect();
    collect({ type: "major", execution: "sync", flavor });
    left = measureHeap();
  };
  let timer: NodeJS.Timeout | null = null;
  return () => {
    calls += 1;
    if (timer !== null) clearTimeout(timer);
    const isDue = calls >= CALLS_MAX || measureHeap() > left + GROWN_BYTES_MAX;
    // Not before the answer is out. What takes several passes is for a pause: the next call would wait for it.
    timer = setTimeout(give, isDue ? 0 : PAUSE_MS, isDue ? "regular" : "last-resort").unref();
  };
}

/** Not before it is needed: another context takes a while to make. */
function findCollect(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

function measureHeap(): number {
  return getHeapStatistics().total_physical_size;
}

// Where the agent works: what the client says in its environment, else the first root that it offers, else where this process
// was started. Claude Code says the first, editors offer the second.
//
// Threat: a client is whatever a person connected, and may offer nonsense, far too much, or never answer. What is no directory
// on this machine is passed over, and whatever goes wrong leaves the place where we were started. A name of another host is
// not even looked at: some systems would log in there.

/** A client that offers roots and does not answer is not waited for. */
const ANSWER_MS = 1_000;
/** So many of its roots are looked at. */
const ROOTS_MAX = 1_000;

/** Wider than the SDK's schema, which rejects the whole list if one root is not a file. */
const OFFERED = z.object({ roots: z.array(z.unknown()) });

/**
 * Finds the directory of each call: directories come and go. A client is asked once, and again when it says that its roots
 * changed.
 */
function createDirectoryFinder(io: ServerIo, { server }: McpServer): () => Promise<string> {
  let offered: Promise<readonly string[]> | null = null;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    offered = null;
  });
  return async () => {
    if (io.projectDir !== null && isPlace(io.projectDir)) return io.projectDir;
    // The newer revision deprecates roots and never sets this: there a server can only answer a call with a question, and a
    // client that offers roots and leaves such answers alone would get no other.
    if (server.getClientCapabilities()?.roots === undefined) return io.cwd();
    offered ??= askRoots(server);
    return (await offered).find(isPlace) ?? io.cwd();
  };
}

function isPlace(path: string): boolean {
  return isAbsolute(path) && isDirectory(path);
}

async function askRoots(server: McpServer["server"]): Promise<readonly string[]> {
  try {
    const { roots } = await server.request({ method: "roots/list" }, OFFERED, { timeout: ANSWER_MS });
    return roots.slice(0, ROOTS_MAX).flatMap((root) => readRoot(root) ?? []);
  } catch {
    // It offers roots and gives none: where we were started is the next best.
    return [];
  }
}

function readRoot(root: unknown): string | null {
  const uri = typeof root === "object" && root !== null && "uri" in root ? root.uri : null;
  if (typeof uri !== "string" || !uri.startsWith("file:///")) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    // Such as one with an encoded slash.
    return null;
  }
}
