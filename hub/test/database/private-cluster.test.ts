import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";

const PROGRAM = join(import.meta.dirname, "../../src/credence-hub.ts");
const directory = mkdtempSync("/tmp/credence-hub-shared-");
after(() => rmSync(directory, { recursive: true, force: true }));

type Serving = { readonly child: ChildProcess; readonly port: number };

async function serve(): Promise<Serving> {
  const child = spawn(
    process.execPath,
    [PROGRAM, "serve", "--directory", directory, "--listen", "127.0.0.1:0"],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  for (;;) {
    const [, port] = /"event":"listening".*"port":(\d+)/.exec(said) ?? [];
    if (port !== undefined) return { child, port: Number(port) };
    assert.equal(child.exitCode, null, said);
    await setTimeout(20);
  }
}

async function end({ child }: Serving): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

const isRunning = (): boolean => existsSync(join(directory, "data/postmaster.pid"));
const health = async ({ port }: Serving) => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;

test("of two hubs on one private PostgreSQL the last that ends stops it, whichever started it", async () => {
  const first = await serve();
  const second = await serve();
  await end(first);
  assert.equal(await health(second), 200);
  const third = await serve();
  third.child.kill("SIGKILL");
  await once(third.child, "exit");
  assert.ok(isRunning());
  await end(second);
  assert.equal(isRunning(), false);
});
