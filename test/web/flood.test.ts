// Too many connections, and too slow ones: the page's server keeps a bounded number, ends those that wait, and goes on.

import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { openProject } from "../fixture/open-project.ts";
import { type StartedPage, startPage, type Tab } from "./started-page.ts";

const CONNECTIONS = IS_DEEP ? 10_000 : 300;
const KEPT_MAX = 96;

async function startedPage(t: TestContext): Promise<{ readonly page: StartedPage; readonly tab: Tab }> {
  const page = await startPage(t, openProject(t));
  return { page, tab: await page.enter() };
}

test("of any number of connections only so many are kept, and the others are closed at once", async (t) => {
  const { page } = await startedPage(t);
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  let closed = 0;
  const countClosed = (): void => {
    closed += 1;
  };
  // In waves, as a process has only so many descriptors itself.
  for (let opened = 0; opened < CONNECTIONS; opened += 100) {
    const wave = Array.from({ length: 100 }, () => connect(page.port, "127.0.0.1").resume());
    sockets.push(...wave);
    for (const socket of wave) socket.on("error", () => undefined).on("close", countClosed);
    await Promise.all(wave.map((socket) => new Promise((resolve) => void socket.once("connect", resolve))));
  }
  // Sooner than those that say nothing are ended.
  await until(() => closed >= CONNECTIONS - KEPT_MAX, 3_000);
  assert.ok(
    closed >= CONNECTIONS - KEPT_MAX && closed < CONNECTIONS,
    `${closed} of ${CONNECTIONS} were closed`,
  );
  for (const socket of sockets) socket.destroy();
  assert.equal(await statusOnce(page), 200);
});

/** The server has to notice first that they are gone. */
async function statusOnce(page: StartedPage): Promise<number> {
  for (let left = 200; left > 0; left -= 1) {
    const answer = await page.send("/page.js").catch(() => null);
    if (answer !== null) return answer.status;
    await new Promise((resolve) => void setTimeout(resolve, 25));
  }
  return 0;
}

if (IS_DEEP)
  test("a connection that says nothing, and a body that never ends, are ended", async (t) => {
    const { page, tab } = await startedPage(t);
    const head = `POST /api/marks/undo HTTP/1.1\r\nhost: 127.0.0.1:${page.port}\r\norigin: http://127.0.0.1:${page.port}\r\n`;
    const own = `sec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncredence-secret: ${tab.secret}\r\ncredence-tab: ${tab.tab}\r\n`;
    const silent = connect(page.port, "127.0.0.1").resume();
    const slow = connect(page.port, "127.0.0.1").resume();
    slow.write(`${head}${own}content-length: 1000\r\n\r\n{`);
    const closed = [silent, slow].map(
      (socket) => new Promise((resolve) => void socket.once("close", resolve)),
    );
    const began = performance.now();
    await Promise.all(closed);
    assert.ok(performance.now() - began < 30_000);
    assert.equal((await tab.get("/api/marks")).status, 200);
  });

test("so many tabs are told what happens, and no more until one is closed", async (t) => {
  const { page } = await startedPage(t);
  const streams = [];
  for (let count = 0; count < 4; count += 1)
    streams.push(await (await page.enter(`tab-number-${count}-of-many`)).live());
  // A reload, whose first stream has not ended yet.
  streams.push(await (await page.enter("tab-number-3-of-many")).live());
  const more = await (await page.enter("one-tab-too-many-here")).live();
  assert.deepEqual([streams.at(-1)?.status, more.status], [200, 429]);
  streams[0]?.leave();
  await until(() => page.server.countTabs() < 5);
  const again = await (await page.enter("one-tab-too-many-here")).live();
  assert.equal(again.status, 200);
  for (const each of [...streams, more, again]) each.leave();
});

async function until(isTrue: () => boolean, patienceMs = 10_000): Promise<void> {
  for (let left = patienceMs / 50; left > 0 && !isTrue(); left -= 1)
    await new Promise((resolve) => void setTimeout(resolve, 50));
}
