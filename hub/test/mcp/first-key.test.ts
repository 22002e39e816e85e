import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";

const MODULE = new URL("../../../src/app/hub/checked-hub.ts", import.meta.url).href;
const [PROCESSES, ROUNDS] = [4, 5];
const base = mkdtempSync(join(tmpdir(), "credence-hub-first-key-"));
after(() => rmSync(base, { recursive: true, force: true }));

/** Opens a hub once all others are ready to, and answers with the key that it would sign with. */
const OPENER = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData.module).then(({ openCheckedHub }) => {
    const ready = new Int32Array(workerData.ready);
    for (const state of workerData.states) {
      const own = workerData.states.indexOf(state);
      Atomics.add(ready, own, 1);
      while (Atomics.load(ready, own) < workerData.all);
      const connection = { url: "https://hub.example.com", pinned: "a".repeat(64), token: "", state, now: Date.now };
      const { signer } = openCheckedHub(connection, { client: "", session: null });
      parentPort.postMessage([state, signer.key.signer]);
    }
  });`;

test("several that open a hub for the first time at once sign with one key", async () => {
  const states = Array.from({ length: ROUNDS }, (_, round) => join(base, String(round)));
  const ready = new SharedArrayBuffer(4 * ROUNDS);
  const signers = new Map<string, string[]>(states.map((state) => [state, []]));
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(OPENER, {
        eval: true,
        workerData: { module: MODULE, states, ready, all: PROCESSES },
      });
      worker.on("message", ([state, signer]: [string, string]) => signers.get(state)?.push(signer));
      worker.once("error", reject);
      worker.once("exit", () => resolve());
    });
  await Promise.all(Array.from({ length: PROCESSES }, open));
  for (const [state, each] of signers)
    assert.deepEqual([each.length, new Set(each).size], [PROCESSES, 1], state);
});
