// How the page feels with many memories: its size as a browser gets it, its first paint, and how evenly its list scrolls,
// beside an empty list of the same height in the same run.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { buildPackage } from "../scripts/build.ts";
import { findBrowser } from "../scripts/verify/install-browser.ts";
import { openWorkspace } from "../src/app/workspace/workspace.ts";
import { readPageFiles } from "../src/web/server/page-files.ts";
import { type PageServer, servePage } from "../src/web/server/serve-page.ts";
import { createViews } from "../src/web/server/views.ts";
import { renderMs, renderTable } from "./measure.ts";
import { SPEED_TASKS } from "./speed-task.ts";
import { hintsIn } from "./store-samples.ts";

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000];
const ROW_HEIGHT = 60;
const ROUNDS = 5;
const READING_MS = 120_000;
const VIEWPORT = { width: 1280, height: 900 };
const GZIPPED_MAX = 80_000;
const TIMES_MAX = 2;

/** One of the two pages, open in a tab of its own. */
type Opened = {
  readonly page: Page;
  readonly session: CDPSession;
  readonly reload: () => Promise<unknown>;
  readonly list: string;
  readonly ready: string;
  readonly close: () => Promise<unknown>;
};

type Felt = { readonly paintMs: number; readonly framesMs: readonly number[]; readonly workMs: number };

/** Run in the page: scrolls by a flick of a wheel per frame, then in leaps through the whole list. */
const SCROLL = `async (selector) => {
  const list = document.querySelector(selector);
  const frames = [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let before = await frame();
  for (let at = 0; at < 300; at += 1) {
    list.scrollTop = at < 200 ? list.scrollTop + 180 : (list.scrollHeight * (at - 200)) / 100;
    const now = await frame();
    frames.push(now - before);
    before = now;
  }
  list.scrollTop = 0;
  return frames;
}`;
const FIRST_PAINT = `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN`;

/** In turns, so that whatever else the machine does is felt by both. */
async function feelBoth(both: readonly Opened[]): Promise<Felt[]> {
  const paints = both.map((): number[] => []);
  const frames = both.map((): number[] => []);
  const work = both.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, opened] of both.entries()) {
      await opened.reload();
      await opened.page.waitForSelector(opened.ready);
      paints[at]?.push(Number(await opened.page.evaluate(FIRST_PAINT)));
      const before = await readWork(opened);
      const scrolled = (await opened.page.evaluate(
        `(${SCROLL})(${JSON.stringify(opened.list)})`,
      )) as number[];
      frames[at]?.push(...scrolled);
      work[at]?.push(((await readWork(opened)) - before) / scrolled.length);
    }
  }
  return both.map((_, at) => ({
    paintMs: quantile(paints[at] ?? [], 0.5),
    framesMs: frames[at] ?? [],
    workMs: quantile(work[at] ?? [], 0.5),
  }));
}

/** What the page's own thread has computed since it was opened, without what it waited for. */
async function readWork({ session }: Opened): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A page with nothing in it but a place to scroll. */
async function serveEmpty(rows: number): Promise<Server> {
  const html = `<!doctype html><title>empty</title><style>html,body{margin:0;height:100%}#list{height:100%;overflow:auto}#whole{height:${rows * ROW_HEIGHT}px}</style><div id="list"><div id="whole">empty</div></div>`;
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function serveStore(base: string, dist: string): Promise<PageServer> {
  const workspace = openWorkspace(hintsIn(base));
  const nobody = async (): Promise<never> => {
    throw new Error("nothing is signed or exported here");
  };
  return servePage({
    open: () => workspace,
    now: Date.now,
    files: readPageFiles(join(dist, "credence.cjs")),
    views: (onRead) => createViews({ audit: nobody, around: () => ({ program: "", surveys: [] }) }, onRead),
    sign: nobody,
    unlockedUntil: () => null,
    onExchange: () => undefined,
    onGuessing: () => undefined,
    onEnd: () => workspace.close(),
  });
}

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return session;
}

async function openEmpty(browser: Browser, rows: number): Promise<Opened> {
  const server = await serveEmpty(rows);
  const page = await browser.newPage({ viewport: VIEWPORT });
  const { port } = server.address() as AddressInfo;
  const reload = (): Promise<unknown> => page.goto(`http://127.0.0.1:${port}/`);
  const close = async (): Promise<void> => {
    await page.close();
    server.close();
  };
  return { page, session: await openSession(page), reload, list: "#list", ready: "#whole", close };
}

async function openStore(browser: Browser, base: string, dist: string): Promise<Opened> {
  const server = await serveStore(base, dist);
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.setDefaultTimeout(600_000);
  await page.goto(server.invite().address);
  await page.waitForSelector("main h1");
  // The first look at every memory goes on in the background. Of very many it takes minutes, and a person does not wait either.
  const reading = page.locator("main .loading").first();
  await reading.waitFor({ state: "detached", timeout: READING_MS }).catch(() => undefined);
  await page.evaluate(`location.hash = "#/memories"`);
  const close = async (): Promise<void> => {
    await page.close();
    await server.end("the bench is over");
  };
  const session = await openSession(page);
  return { page, session, reload: () => page.reload(), list: ".list", ready: ".list-row .row-name", close };
}

function renderFelt(memories: number, [page, empty]: readonly Felt[]): string[][] {
  if (page === undefined || empty === undefined) return [];
  const line = (what: string, ours: number, theirs: number): string[] => {
    const times = ours / theirs;
    const verdict = times <= TIMES_MAX ? "" : `over ${TIMES_MAX} ×`;
    return [
      `${memories} memories, ${what}`,
      renderMs(ours),
      renderMs(theirs),
      `${times.toFixed(2)} ×`,
      verdict,
    ];
  };
  return [
    line("first paint", page.paintMs, empty.paintMs),
    line("frame, p50", quantile(page.framesMs, 0.5), quantile(empty.framesMs, 0.5)),
    line("frame, p95", quantile(page.framesMs, 0.95), quantile(empty.framesMs, 0.95)),
    [`${memories} memories, computed per frame`, renderMs(page.workMs), renderMs(empty.workMs), "", ""],
  ];
}

const scratch = mkdtempSync(join(tmpdir(), "credence-bench-"));
const program = findBrowser();
if (program === null) throw new Error("there is no browser: apt-get install chromium");
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const dist = join(scratch, "dist");
  await buildPackage(dist);
  const gzipped = ["index.html", "page.js", "page.css"].map(
    (name) => gzipSync(readFileSync(join(dist, "page", name))).length,
  );
  const whole = gzipped.reduce((sum, each) => sum + each, 0);
  console.log(`the page: ${whole} bytes gzipped, ${GZIPPED_MAX} allowed`);
  const rows: string[][] = [["", "page", "empty list", "", ""]];
  for (const memories of SIZES) {
    const base = join(scratch, String(memories));
    await SPEED_TASKS.make({ base, memories });
    await SPEED_TASKS.rebuild({ base, memories });
    const both = [await openStore(browser, base, dist), await openEmpty(browser, memories)];
    rows.push(...renderFelt(memories, await feelBoth(both)));
    for (const each of both) await each.close();
  }
  console.log(renderTable(rows));
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
