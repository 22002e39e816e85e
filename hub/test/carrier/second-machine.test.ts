// What a person types once about a remote works with a hub, or says what to type instead.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { newMachine, PERSON, rootId, standingsOf } from "../../../test/sync/machines.ts";
import { startTestHub } from "../running-hub.ts";

async function openHub(t: TestContext) {
  const hub = await startTestHub();
  t.after(() => hub.close());
  const token = await hub.tokenFor();
  return { url: hub.url, answers: { answers: (screen: string) => (/Token/.test(screen) ? token : "y") } };
}

test("machine add sends a root to a hub and names the address with it, from which init --from begins the second machine", async (t) => {
  const { url, answers } = await openHub(t);
  const [first, second] = [newMachine(t, "first"), newMachine(t, "second")];
  await first.save("user_fact", { more: [PERSON] });
  const added = await first.call(["machine", "add", url, PERSON, "--json"], answers);
  const { kind, remote } = JSON.parse(added.stdout);
  assert.deepEqual([kind, remote], ["waits", `${url}/${rootId(first)}`], added.stderr);
  assert.match(added.stderr, new RegExp(`goes to ${remote}, with a card`));
  const begun = await second.call(["init", "--scope", "user", "--from", remote, PERSON], answers);
  assert.match(begun.stdout, /1 taken/, begun.stderr);
  assert.deepEqual(await standingsOf(second), { user_fact: "foreign" });
  assert.equal(rootId(second), rootId(first));
});

test("init --from the address of a hub that names no root says which is meant, and leaves nothing", async (t) => {
  const { url, answers } = await openHub(t);
  const second = newMachine(t, "second");
  const before = rootId(second);
  const { exit, stderr } = await second.call(["init", "--scope", "user", "--from", url, PERSON], answers);
  assert.equal(exit, 64, stderr);
  assert.match(stderr, /a hub holds many roots, and this address names none\n.*credence-hub\/ROOT/);
  assert.equal(rootId(second), before);
  assert.ok(!existsSync(join(second.state, "sync", before, "remote.json")));
});
