// Serves one client over two streams until it leaves. Whichever revision of the protocol it opens with is spoken.

import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "./create-server.ts";
import { createCollector } from "./keep-small.ts";
import type { ServerIo } from "./place.ts";
import { warmUpSoon } from "./warm-up.ts";
import { createWriteLimit } from "./write-limit.ts";

/** A longer message ends the connection; one of ten megabytes still gets an answer that says what is wrong with it. */
const MESSAGE_BYTES_MAX = 12 * 1024 * 1024;

export type Streams = { readonly input: Readable; readonly output: Writable };

export type Served = { readonly close: () => Promise<void> };

/** `note` gets one line a trouble, without a word of what was sent. */
export function serve(io: ServerIo, { input, output }: Streams, note: (line: string) => void): Served {
  const tools = { writes: createWriteLimit(io.now), onAnswer: createCollector() };
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MESSAGE_BYTES_MAX });
  warmUpSoon(io);
  return serveStdio(() => createServer(io, tools), {
    transport,
    onerror: (error) => note(`credence mcp: a message could not be handled (${error.name})`),
  });
}
