// What a remote cannot do by itself: take the place of another, change settings, bring back a forgotten text, flood a review, or run
// what somebody put beside its history. And the report counts what really went.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import type { Owner } from "../temp-dir.ts";
import { plantFiles } from "./hostile-tree.ts";
import {
  bareRepository,
  gitIn,
  type Machine,
  machinesTogether,
  PERSON,
  placesOf,
  rootId,
  standingsOf,
} from "./machines.ts";
import { takePrepared } from "./prepared.ts";

type Victim = { readonly ana: Machine; readonly remote: string };

async function victim(t: Owner): Promise<Victim> {
  return takePrepared(t, "victim with a forgotten text", {
    make: prepare,
    places: ({ ana, remote }) => placesOf({ machines: [ana], remote }),
  });
}

const SECRETIVE = "Where the spare key of the house has been lying since last winter.";

async function prepare(owner: Owner): Promise<Victim> {
  const { machines, remote } = await machinesTogether(owner, ["ana"]);
  const [ana] = machines;
  assert.ok(ana !== undefined);
  await ana.save("user_good", { more: [PERSON] });
  await ana.save("user_secretive", { body: SECRETIVE });
  assert.equal((await ana.sync()).exit, 0);
  await ana.done(["forget", "user_secretive", "--reason", "private", PERSON]);
  assert.equal((await ana.sync()).exit, 0);
  return { ana, remote };
}

const memory = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: user\ntrust-level: verified\n---\n${body}\n`;

const OFF = '{"retrieval":{"enabled":false}}\n';

test("settings of the remote wait for a person, key by key; what is deleted here stays so, and a change here goes there", async (t) => {
  const { ana, remote } = await victim(t);
  const path = join(ana.root, "memory-config.json");
  plantFiles(remote, { "memory-config.json": OFF });
  const { exit, stdout } = await ana.sync([], { answers: [] });
  assert.equal(exit, 2, stdout);
  assert.match(
    stdout,
    /settings wait there; [^\n]*--accept-settings\n {4}retrieval\.enabled: not set → false\n/,
  );
  assert.equal(existsSync(path), false);
  assert.match((await ana.sync()).stdout, /nothing new/);
  assert.match((await ana.sync(["--accept-settings"])).stderr, /^error: NEEDS_PERSON: /);
  assert.match((await ana.sync(["--accept-settings", PERSON])).stdout, /settings taken\n/);
  assert.equal(readFileSync(path, "utf8"), OFF);
  // Deleted here, it goes there, too; and comes back by nobody's hand but a person's.
  rmSync(path);
  assert.equal((await ana.sync()).exit, 0);
  assert.equal(existsSync(path), false);
  assert.ok(!gitIn(remote, "ls-tree", "--name-only", "main").includes("memory-config"));
  plantFiles(remote, { "memory-config.json": OFF });
  assert.equal((await ana.sync()).exit, 2);
  assert.equal(existsSync(path), false);
  // A later change of mine is the last word.
  writeFileSync(path, '{"retrieval":{"max_inject":3}}\n');
  assert.match((await ana.sync()).stdout, /settings sent\n/);
  assert.match(gitIn(remote, "show", "main:memory-config.json"), /max_inject/);
  plantFiles(remote, { "memory-config.json": null });
  const gone = await ana.sync([], { answers: [] });
  assert.deepEqual([gone.exit, existsSync(path)], [2, true]);
  assert.match(gone.stdout, /retrieval\.max_inject: 3 → not set\n/);
});

test("settings with a secret do not leave the machine, nor does anything else until it is gone", async (t) => {
  const { ana, remote } = await victim(t);
  const path = join(ana.root, "memory-config.json");
  await ana.save("user_new");
  for (const text of [{ junk: SAMPLE_SECRET }, { [SAMPLE_SECRET]: 1 }].map((each) => JSON.stringify(each))) {
    writeFileSync(path, text);
    const { exit, stdout, stderr } = await ana.sync();
    assert.equal(exit, 1, stderr);
    assert.match(stdout, /settings are not sent, and nothing else is: [^\n]*\n {4}SECRET-DETECTED: /);
    assert.ok(!`${stdout}${stderr}`.includes(SAMPLE_SECRET));
    assert.ok(!/memory-config|user_new/.test(gitIn(remote, "ls-tree", "-r", "--name-only", "main")));
  }
  writeFileSync(path, OFF);
  assert.match((await ana.sync()).stdout, /1 sent\n[\s\S]*settings sent\n/);
});

test("settings that a root cannot have are taken by nobody's word, and no word of a stranger in them is repeated", async (t) => {
  const { ana, remote } = await victim(t);
  const said = "ask-evil-example-first";
  for (const [settings, why] of [
    [{ [said]: 1 }, /it sets what a root cannot: a key that the configuration does not have\n/],
    [
      { retrieval: { match_strategy: SAMPLE_SECRET } },
      /it sets what a root cannot: retrieval\.match_strategy: /,
    ],
    [{ trust: { observation_days: 0 } }, /it sets what a root cannot: trust\.observation_days: /],
  ] as const) {
    plantFiles(remote, { "memory-config.json": JSON.stringify(settings) });
    for (const more of [[], ["--accept-settings", PERSON]]) {
      const { stdout } = await ana.sync(more, { answers: [] });
      assert.match(stdout, why, more.join());
      assert.ok(!stdout.includes(SAMPLE_SECRET) && !stdout.includes(said), stdout);
      assert.equal(existsSync(join(ana.root, "memory-config.json")), false);
    }
  }
});

test("a root.json of the remote that is none of ours is said to be so", async (t) => {
  const { ana, remote } = await victim(t);
  plantFiles(remote, { "root.json": '{"v":99,"root":"x"}\n' });
  const { exit, stderr } = await ana.sync();
  assert.equal(exit, 6);
  assert.match(
    stderr,
    /^error: REMOTE_FAILED: root\.json of the remote is of a newer format [\s\S]*\nhint: update credence, or see /,
  );
});

test("a remote that cannot be reached or does not fit takes the place of none, and a dry run changes nothing", async (t) => {
  const { ana, remote } = await victim(t);
  const directory = join(ana.state, "sync", rootId(ana));
  const read = (): string => readFileSync(join(directory, "remote.json"), "utf8");
  const before = read();
  const other = await bareRepository(t);
  const work = `${other}-work`;
  gitIn(undefined, "init", "--quiet", "--initial-branch=main", work);
  writeFileSync(join(work, "main.c"), "int main;\n");
  gitIn(work, "add", "-A");
  gitIn(work, "commit", "--quiet", "-m", "x");
  gitIn(work, "push", "--quiet", other, "main");
  const empty = bareRepository(t);
  for (const [url, more, exit] of [
    ["/nowhere/at/all.git", [], 6],
    [other, [], 6],
    ["/nowhere/at/all.git", ["--dry-run"], 6],
    [empty, ["--dry-run"], 0],
  ] as const) {
    const tried = await ana.call(["sync", "--remote", url, ...more, PERSON]);
    assert.equal(tried.exit, exit, tried.stderr);
    assert.equal(read(), before);
    assert.deepEqual(readdirSync(directory).sort(), ["agreement", "remote.json", "repo"]);
    assert.match((await ana.sync()).stdout, /nothing new/);
  }
  await ana.done(["sync", "--remote", empty, PERSON]);
  assert.ok(read().includes(empty));
  assert.match((await ana.sync()).stdout, /nothing new/);
  assert.equal(gitIn(empty, "ls-tree", "main:memories"), gitIn(remote, "ls-tree", "main:memories"));
});

test("a forgotten text does not come back under another id, nor into quarantine", async (t) => {
  const { ana, remote } = await victim(t);
  plantFiles(remote, {
    "memories/user_again.md": memory("Again", SECRETIVE),
    "quarantine/user_aside.md": memory("Aside", SECRETIVE.toUpperCase()),
  });
  const { stdout } = await ana.sync([], { answers: [] });
  for (const id of ["user_again", "user_aside"])
    assert.ok(stdout.includes(`${id}: exactly this text was forgotten here\n`), stdout);
  assert.deepEqual(await standingsOf(ana), { user_good: "verified" });
  assert.match((await ana.sync()).stdout, /nothing new/);
});

test("a memory that comes into quarantine unsigned waits and exits 2", async (t) => {
  const { ana, remote } = await victim(t);
  plantFiles(remote, {
    "quarantine/user_aside.md": memory("Aside", "Something that nobody here has heard of."),
  });
  const { exit, stdout } = await ana.sync([], { answers: [] });
  assert.equal(exit, 2, stdout);
  assert.match(stdout, /1 waits for you: credence review\n {4}user_aside\n/);
});

test("what went is counted: a card, statements that are sent again, and none that the remote has", async (t) => {
  const { ana, remote } = await victim(t);
  await ana.done(["team", "join", "--scope", "user", "--name", "Ana"], { answers: ["y"] });
  assert.match((await ana.sync()).stdout, /\n {2}1 card: 0 taken, 1 sent\n/);
  const [name = ""] = readdirSync(join(ana.root, "attest/user_good"));
  plantFiles(remote, { [`attest/user_good/${name}`]: null });
  assert.match((await ana.sync()).stdout, /\n {2}1 statement: 0 taken, 1 sent\n/);
  rmSync(join(ana.state, "sync", rootId(ana), "repo"), { recursive: true });
  assert.match((await ana.sync()).stdout, /nothing new/);
});

test("no hook and no setting that lies beside the synced history is run", async (t) => {
  const { ana } = await victim(t);
  const repo = join(ana.state, "sync", rootId(ana), "repo");
  const ran = join(ana.home, "ran");
  mkdirSync(join(repo, "hooks"), { recursive: true });
  const script = join(repo, "hooks", "reference-transaction");
  writeFileSync(script, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  writeFileSync(
    join(repo, "config"),
    `[core]\n\tbare = true\n\thooksPath = ${repo}/hooks\n\tsshCommand = ${script}\n`,
  );
  await ana.save("user_more");
  assert.equal((await ana.sync()).exit, 0);
  assert.equal(existsSync(ran), false);
});
