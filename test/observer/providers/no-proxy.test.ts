// A repository can set variables for the processes of a client. None of them may lead a request elsewhere.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer as createPlain } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { createSelfSigned } from "../../fixture/self-signed.ts";
import { type Answer, sendJson, startServer } from "./answering-server.ts";

const PROGRAM = join(import.meta.dirname, "ask-process.ts");
const ANSWER = {
  choices: [{ finish_reason: "stop", message: { content: "ready" } }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
};
const answer: Answer = sendJson(200, ANSWER);

async function ask(url: string, env: Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, PROGRAM, url], {
    env: { PATH: process.env["PATH"] ?? "", NODE_NO_WARNINGS: "1", ...env },
  });
  return stdout.trim();
}

test("no variable and no flag leads a request through a proxy", async (t) => {
  const through: string[] = [];
  const proxy = createPlain((request, response) => {
    through.push(request.url ?? "");
    answer(response);
  });
  proxy.on("connect", (request, socket) => {
    through.push(request.url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const variables = { HTTP_PROXY: address, HTTPS_PROXY: address, http_proxy: address, https_proxy: address };
  const server = await startServer(t, answer);
  assert.equal(await ask(server.url, { ...variables, NODE_USE_ENV_PROXY: "1" }), "ready");
  assert.equal(await ask(server.url, variables, ["--use-env-proxy"]), "ready");
  // Nobody listens there: whoever is asked to lead the way would say so.
  const nobody = "https://127.0.0.1:9/v1";
  assert.match(await ask(nobody, { ...variables, NODE_USE_ENV_PROXY: "1" }), /^transient: /);
  assert.deepEqual([server.seen.length, through], [2, []]);
});

test("a certificate that nobody vouches for is refused, whatever the variables say", async (t) => {
  let asked = 0;
  const server = createServer(createSelfSigned(), (_, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const said = await ask(`https://127.0.0.1:${port}/v1`, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  assert.match(said, /^transient: /);
  assert.equal(asked, 0);
});
