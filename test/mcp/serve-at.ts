// The server as a process of its own, on a day that a test chooses: NOW STATE CACHE.

import { serve } from "../../src/mcp/server.ts";

export type ServedAt = { readonly now: string; readonly state: string; readonly cache: string };

/** The command line that starts this file. */
export function serveAtWords({ now, state, cache }: ServedAt): string[] {
  return [process.execPath, import.meta.filename, now, state, cache];
}

if (process.argv[1] === import.meta.filename) {
  const [now = "", state = "", cache = ""] = process.argv.slice(2);
  const io = {
    ...{ version: "0.0.0", home: process.env["HOME"] ?? "", cwd: () => process.cwd() },
    ...{ projectDir: null, session: null, state, cache, claude: null, root: null, scope: null },
    now: () => Date.parse(now),
    node: process.execPath,
    script: "/absent",
    env: {},
    onAnswer: () => undefined,
  };
  serve(io, { input: process.stdin, output: process.stdout }, (line) => process.stderr.write(`${line}\n`));
}
