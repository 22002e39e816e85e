// A stand-in for the model behind a client: an HTTP server on the loopback interface that speaks enough of four APIs for real
// programs to run a session. It keeps every request body, because that is what a model would have seen. It is also the package
// registry that OpenCode asks for at each start, and has no package.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Asked, type Dialect, listIn, SPENT, type Spent, type StreamEvent } from "./asked.ts";
import { CHAT } from "./chat.ts";
import { GENERATE_CONTENT } from "./generate-content.ts";
import { MESSAGES } from "./messages.ts";
import { RESPONSES } from "./responses.ts";
import type { Script } from "./script.ts";

const DIALECTS: readonly Dialect[] = [MESSAGES, RESPONSES, CHAT, GENERATE_CONTENT];
const REGISTRY = "/registry/";

export type StandIn = {
  readonly url: string;
  /** Where no package is. */
  readonly registry: string;
  /** The bodies of all requests for an answer, oldest first, as text. */
  readonly requests: readonly string[];
  /** The same, read. */
  readonly asked: readonly Asked[];
  /** Method and path of everything that was asked for. */
  readonly calls: readonly string[];
  /** The next answer with which the model could act is said to have cost this much, and so are those to what is asked about it
   * without tools: a summary reads all of it. */
  readonly spend: (spent: Partial<Spent>) => void;
  readonly close: () => Promise<void>;
};

export async function startStandIn(script: Script, spent: Partial<Spent> = {}): Promise<StandIn> {
  const requests: string[] = [];
  const asked: Asked[] = [];
  const calls: string[] = [];
  const usual: Spent = { ...SPENT, ...spent };
  let [next, last] = [usual, usual];
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    calls.push(`${request.method} ${path}`);
    readBody(request)
      .then((body) => {
        const dialect = request.method === "POST" ? DIALECTS.find(({ isAsked }) => isAsked(path)) : undefined;
        if (dialect === undefined) return answerElse(response, path);
        requests.push(body);
        const read = dialect.read(JSON.parse(body), path);
        asked.push(read);
        const canAct = listIn(read.body, "tools").length > 0;
        answer(response, dialect, { script, asked, spent: canAct ? next : last });
        if (canAct) [next, last] = [usual, next];
      })
      // Not a closed connection, after which a client would try again and again.
      .catch((error: unknown) => {
        response.writeHead(400).end(String(error));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const spend: StandIn["spend"] = (more) => {
    next = { ...usual, ...more };
  };
  const close = (): Promise<void> => closeServer(server);
  return { url, registry: `${url}${REGISTRY}`, requests, asked, calls, spend, close };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

type Conversation = { readonly script: Script; readonly asked: readonly Asked[]; readonly spent: Spent };

function answer(response: ServerResponse, dialect: Dialect, { script, asked, spent }: Conversation): void {
  const last = asked.at(-1);
  const reply = last === undefined ? null : script(last, asked.length);
  if (last?.isStreamed === true)
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  if (reply === null) return;
  if (last?.isStreamed === true) streamTo(response, dialect, dialect.stream(reply, spent));
  else end(response, dialect.whole(reply, spent));
}

function streamTo(response: ServerResponse, dialect: Dialect, events: readonly StreamEvent[]): void {
  for (const { type, data } of events)
    response.write(`${type === undefined ? "" : `event: ${type}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.end(dialect.end ?? "");
}

/** Whatever else a client wants to know. */
function answerElse(response: ServerResponse, path: string): void {
  const found = ELSE.find(({ is }) => is.test(path));
  if (path.startsWith(REGISTRY)) response.writeHead(404).end("{}");
  else end(response, found?.says ?? {});
}

const ELSE: readonly { readonly is: RegExp; readonly says: object }[] = [
  { is: /\/count_tokens$/, says: { input_tokens: 10 } },
  { is: /:countTokens$/, says: { totalTokens: 10 } },
  { is: /\/models$/, says: { object: "list", data: [], models: [] } },
];

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function end(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
