// Somebody whose remote is in other hands, and what the tests of it share.

import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { findRemote } from "../../src/app/sync/named-remote.ts";
import { type SyncRequest, syncRoot } from "../../src/app/sync/sync-root.ts";
import { openWorkspace } from "../../src/app/workspace/workspace.ts";
import type { Owner } from "../temp-dir.ts";
import type { Planted } from "./hostile-tree.ts";
import { type Machine, machinesTogether, placesOf } from "./machines.ts";
import { takePrepared } from "./prepared.ts";

export type Victim = { readonly ana: Machine; readonly remote: string };

export async function victim(t: Owner): Promise<Victim> {
  return takePrepared(t, "victim", {
    make: prepareVictim,
    places: ({ ana, remote }) => placesOf({ machines: [ana], remote }),
  });
}

async function prepareVictim(owner: Owner): Promise<Victim> {
  const { machines, remote } = await machinesTogether(owner, ["ana"]);
  const [ana] = machines;
  assert.ok(ana !== undefined);
  await ana.save("user_good");
  assert.equal((await ana.sync()).exit, 0);
  return { ana, remote };
}

export const file = (content: string | Uint8Array): Planted => ({ mode: "100644", content });
export const MEMORY = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: user\ntrust-level: verified\n---\n${body}\n`;
export const BODY = "A text that is long enough to be a memory of somebody.";

type Url = Parameters<typeof syncRoot>[1]["url"];

/** With other limits than those of a person's sync. */
export async function syncWith(
  machine: Machine,
  url: Url,
  limits: SyncRequest["limits"] = { idleMs: 500, totalMs: 1_000 },
): Promise<unknown> {
  const workspace = openWorkspace({
    cwd: machine.top,
    home: machine.home,
    env: machine.env,
    state: null,
    cache: null,
    root: null,
    scope: "user",
    presence: { kind: "nobody", why: "there is no terminal" },
    now: Date.parse("2026-05-01T12:00:00Z"),
  });
  try {
    const [root] = workspace.roots;
    assert.ok(root !== undefined && findRemote(workspace, root) !== null);
    const request = {
      dryRun: false,
      pullOnly: false,
      pushOnly: false,
      acceptRewrite: false,
      acceptSettings: false,
      env: process.env,
    };
    return await syncRoot(workspace, { root, url }, { ...request, ...(limits && { limits }) });
  } finally {
    workspace.close();
  }
}

/** A server on loopback. @returns its port. */
export async function listen(t: Owner, answer: (socket: Socket) => unknown): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    // Git may have gone by the time it is answered.
    socket.on("error", () => socket.destroy());
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
