// `credence mcp`: an MCP server on standard input and output. It ends with its client: when the client closes the pipe, stops
// reading, or asks it to.

import { userInfo } from "node:os";
import { reportWithoutRules } from "../cli/call/report-failure.ts";
import { parseMcpCall } from "../cli/commands/mcp.ts";
import { createCollector, serve } from "../mcp/server.ts";

/** A running call may finish within this time after the client has left. */
const LEAVE_MS = 2_000;

function leave(): void {
  setTimeout(() => process.exit(0), LEAVE_MS).unref();
}

async function run(): Promise<void> {
  const { hub, ...call } = parseMcpCall(process.argv.slice(3));
  const io = {
    ...call,
    home: process.env["HOME"] || userInfo().homedir,
    cwd: () => process.cwd(),
    projectDir: process.env["CLAUDE_PROJECT_DIR"] || null,
    session: process.env["CLAUDE_CODE_SESSION_ID"] || null,
    now: Date.now,
    ...{ node: process.execPath, script: process.argv[1] ?? "", env: process.env },
    onAnswer: createCollector(),
  };
  const streams = { input: process.stdin, output: process.stdout };
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  if (hub === null) serve(io, streams, note);
  else (await import("../mcp/serve-hub.ts")).serveHub({ ...io, hub }, streams, note);
  for (const event of ["end", "close"]) process.stdin.once(event, leave);
  // A running write is completed, because a signal is handled between two steps, never within one.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.once(signal, () => process.exit(0));
}

run().catch((error: unknown) => {
  const io = { err: (text: string) => void process.stderr.write(text), out: () => undefined };
  process.exitCode = reportWithoutRules(io, error, false);
});
