// Whatever can reach the port, and is not the page: each check of the gate is the only thing between a request and its answer,
// so each of these passes as soon as its check is taken out.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { type TestContext, test } from "node:test";
import { openProject } from "../fixture/open-project.ts";
import { type Answer, codeOf, type Sent, type StartedPage, startPage, type Tab } from "./started-page.ts";

async function startedPage(t: TestContext): Promise<{ readonly page: StartedPage; readonly tab: Tab }> {
  const page = await startPage(t, openProject(t));
  return { page, tab: await page.enter() };
}

const MARKS = "/api/marks";
const UNDO = "/api/marks/undo";

test("the page is let in with its secret, and everything else is told apart from it", async (t) => {
  const { page, tab } = await startedPage(t);
  assert.equal((await tab.get(MARKS)).status, 200);
  assert.equal((await tab.post(UNDO, { mark: "none" })).status, 200);
  for (const [what, status, answer] of listAttempts(page, tab)) {
    assert.equal((await answer).status, status, what);
  }
});

const FORM = "application/x-www-form-urlencoded";

type Attempt = readonly [what: string, status: number, answer: Promise<Answer>];

/** Each differs from what is let in by one thing. */
function listAttempts(page: StartedPage, tab: Tab): readonly Attempt[] {
  const { port } = page;
  return [
    ["no secret", 401, page.send(MARKS, { headers: { "credence-tab": tab.tab } })],
    ["a wrong secret", 401, tab.get(MARKS, { headers: { "credence-secret": "x".repeat(43) } })],
    ["a shorter secret", 401, tab.get(MARKS, { headers: { "credence-secret": tab.secret.slice(0, -1) } })],
    ["an empty secret", 401, tab.get(MARKS, { headers: { "credence-secret": "" } })],
    [
      "a host name bound to this address",
      421,
      tab.get(MARKS, { headers: { host: `rebind.example:${port}` } }),
    ],
    ["localhost", 421, tab.get(MARKS, { headers: { host: `localhost:${port}` } })],
    ["another port", 421, tab.get(MARKS, { headers: { host: `127.0.0.1:${port + 1}` } })],
    ["no port", 421, tab.get(MARKS, { headers: { host: "127.0.0.1" } })],
    ["a foreign origin", 403, tab.get(MARKS, { headers: { origin: "http://evil.example" } })],
    [
      "another port's origin",
      403,
      tab.post(UNDO, {}, { headers: { origin: `http://127.0.0.1:${port + 1}` } }),
    ],
    ["the null origin", 403, tab.post(UNDO, {}, { headers: { origin: "null" } })],
    ["a change without an origin", 403, tab.post(UNDO, {}, { headers: { origin: undefined } })],
    ["a fetch from another site", 403, tab.get(MARKS, { headers: { "sec-fetch-site": "cross-site" } })],
    ["a fetch from another port", 403, tab.get(MARKS, { headers: { "sec-fetch-site": "same-site" } })],
    ["an address that was typed", 403, tab.get(MARKS, { headers: { "sec-fetch-site": "none" } })],
    ["a program that is no browser", 403, tab.get(MARKS, { headers: { "sec-fetch-site": undefined } })],
    ["a form", 415, tab.post(UNDO, {}, { headers: { "content-type": "text/plain" } })],
    ["a form of the other kind", 415, tab.post(UNDO, {}, { headers: { "content-type": FORM } })],
    ["no type", 415, tab.post(UNDO, {}, { headers: { "content-type": undefined } })],
    ["another method", 405, tab.get(MARKS, { method: "PUT" })],
    ["a preflight", 405, tab.get(MARKS, { method: "OPTIONS" })],
    ["a head", 405, tab.get(MARKS, { method: "HEAD" })],
    ["an absolute address", 400, tab.get(`http://127.0.0.1:${port}${MARKS}`)],
    ["a network path", 400, tab.get(`//evil.example${MARKS}`)],
    ["a tab without a name", 400, tab.get(MARKS, { headers: { "credence-tab": "x" } })],
  ];
}

test("it listens on one address of loopback, and on no other", async (t) => {
  const { page } = await startedPage(t);
  const others = Object.values(networkInterfaces()).flatMap(
    (each) => each?.map(({ address }) => address) ?? [],
  );
  // Linux answers under all of 127.0.0.0/8 what listens everywhere.
  for (const host of new Set(["127.0.0.2", "::1", ...others])) {
    if (host === "127.0.0.1") continue;
    const socket = connect(page.port, host);
    const outcome = new Promise((resolve) => {
      socket.once("connect", () => resolve("connected")).once("error", () => resolve("refused"));
    });
    assert.equal(await outcome, "refused", host);
    socket.destroy();
  }
});

test("a header that decides is refused where it is sent twice", async (t) => {
  const { page, tab } = await startedPage(t);
  const line = `GET ${MARKS} HTTP/1.1\r\nhost: 127.0.0.1:${page.port}\r\nsec-fetch-site: same-origin\r\n`;
  const own = `credence-secret: ${tab.secret}\r\ncredence-tab: ${tab.tab}\r\nconnection: close\r\n`;
  const ask = (more: string): Promise<string> => askRaw(page.port, `${line}${own}${more}\r\n`);
  assert.match(await ask(""), /^HTTP\/1\.1 200 /);
  assert.match(await ask("host: evil.example\r\n"), /^HTTP\/1\.1 400 /);
  assert.match(await ask("sec-fetch-site: cross-site\r\n"), /^HTTP\/1\.1 400 /);
  assert.match(await ask("credence-tab: another-tab-than-this\r\n"), /^HTTP\/1\.1 400 /);
});

/** Bytes as they are; what comes back until it is closed. */
async function askRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(bytes);
  let text = "";
  for await (const chunk of socket.setEncoding("utf8")) text += String(chunk);
  return text;
}

test("the document may be navigated to from anywhere and framed or fetched from nowhere; the rest is the page's", async (t) => {
  const { page } = await startedPage(t);
  const navigate = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const ask = (path: string, headers: NonNullable<Sent["headers"]>): Promise<Answer> =>
    page.send(path, { headers });
  for (const site of ["none", "cross-site", "same-origin"]) {
    assert.equal((await ask("/", { ...navigate, "sec-fetch-site": site })).status, 200, site);
  }
  const frame = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" };
  assert.equal((await ask("/", frame)).status, 403);
  assert.equal((await ask("/", {})).status, 403);
  assert.equal((await ask("/page.js", {})).status, 200);
  assert.equal((await ask("/page.js", { "sec-fetch-site": "cross-site" })).status, 403);
  assert.equal((await ask("/page.js", { ...navigate, "sec-fetch-site": "cross-site" })).status, 403);
  assert.equal((await ask("/api/marks", { ...navigate, "sec-fetch-site": "none" })).status, 403);
});

test("every answer forbids scripts from elsewhere, frames, sniffing, sharing and keeping, and sets no cookie", async (t) => {
  const { page, tab } = await startedPage(t);
  const document = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" };
  const answers = [
    await page.send("/", { headers: document }),
    await page.send("/page.js"),
    await tab.get(MARKS),
    await tab.get("/api/none"),
    await page.send(MARKS),
    await page.send("/api/marks", { headers: { origin: "http://evil.example" } }),
  ];
  for (const { headers } of answers) {
    assert.equal(
      headers["content-security-policy"],
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cache-control"], "no-store");
    assert.deepEqual(
      Object.keys(headers).filter((name) => name === "set-cookie" || name.startsWith("access-control-")),
      [],
    );
  }
});

test("no path leads out of the page's files", async (t) => {
  const { page, tab } = await startedPage(t);
  const paths = [
    "/../package.json",
    "/%2e%2e/package.json",
    "/page.js/../../package.json",
    "/page.js%00",
    "/..",
  ];
  for (const path of [...paths, "/page/../page.js", "/api/../page.js"]) {
    assert.equal((await page.send(path)).status, 401, path);
    assert.equal((await tab.get(path)).status, 404, path);
  }
});

test("a link is good once and for a minute, and a second use ends nothing", async (t) => {
  const { page, tab } = await startedPage(t);
  const exchange = (token: unknown): Promise<Answer> =>
    page.send("/api/exchange", { method: "POST", json: { token } });
  const { ticket, address } = page.server.invite();
  assert.equal(address, `http://127.0.0.1:${page.port}/#${ticket}`);
  assert.match(ticket, /^[\w-]{43}$/);
  assert.equal((await exchange(ticket)).status, 200);
  const second = await exchange(ticket);
  assert.equal(second.status, 403);
  assert.equal(codeOf(second), "NEEDS_PERSON");
  assert.equal((await tab.get(MARKS)).status, 200);
  const late = page.server.invite().ticket;
  page.pass(61_000);
  assert.equal((await exchange(late)).status, 403);
  assert.equal((await exchange(7)).status, 400);
});

test("whoever tries links is soon told to wait, the terminal is told once, and the right link still works", async (t) => {
  const { page } = await startedPage(t);
  const exchange = (token: string): Promise<Answer> =>
    page.send("/api/exchange", { method: "POST", json: { token } });
  const tries: number[] = [];
  for (let count = 0; count < 14; count += 1) tries.push((await exchange(`wrong-${count}`)).status);
  assert.deepEqual(tries, [...Array(10).fill(403), ...Array(4).fill(429)]);
  assert.equal(page.told.filter((each) => each === "guessing").length, 1);
  assert.equal((await exchange(page.server.invite().ticket)).status, 200);
});

test("a body is bounded, whether it says its length or not", async (t) => {
  const { tab } = await startedPage(t);
  const large = JSON.stringify({ mark: "x".repeat(300_000) });
  assert.equal((await tab.post(UNDO, null, { body: large })).status, 413);
  const unsaid = await tab.post(UNDO, null, { body: large, headers: { "transfer-encoding": "chunked" } });
  assert.equal(unsaid.status, 413);
  assert.equal((await tab.post(UNDO, null, { body: "{" })).status, 400);
  assert.equal((await tab.post(UNDO, null, { body: "[]" })).status, 400);
  assert.equal((await tab.get(MARKS)).status, 200);
});

test("no address changes anything by a GET", async (t) => {
  const { page, tab } = await startedPage(t);
  for (const path of [
    "/api/exchange",
    "/api/sign",
    "/api/end",
    UNDO,
    "/api/marks/heard",
    "/api/recall",
    "/api/check",
  ]) {
    assert.equal((await tab.get(path)).status, 404, path);
  }
  assert.deepEqual(page.told, ["exchanged 43"]);
});

test("the button ends the server, and it answers nobody afterwards", async (t) => {
  const { page, tab } = await startedPage(t);
  const live = await tab.live();
  assert.equal((await tab.post("/api/end", {})).status, 200);
  await live.ended;
  assert.deepEqual(JSON.parse(live.lines.at(-1) ?? ""), { kind: "ending", why: "ended from the page" });
  await page.server.end("again");
  assert.equal(page.told.at(-1), "ended: ended from the page");
  await assert.rejects(tab.get(MARKS), { code: "ECONNREFUSED" });
});
