// What a remote cannot do by itself: take the place of another, change settings, bring back a forgotten text, or run
// what somebody put beside its history. And the report counts what really went.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import type { Owner } from "../temp-dir.ts";
import {
  bareRepository,
  gitIn,
  type Machine,
  machineOf,
  machinesTogether,
  PERSON,
  placesOf,
  publishedIn,
  rootId,
  standingsOf,
} from "./machines.ts";
import { takePrepared } from "./prepared.ts";
import { file, MALLORY, newKey, publishAs, SOURCE, say } from "./victim.ts";

type Victim = { readonly ana: Machine; readonly remote: string };

async function victim(t: Owner): Promise<Victim> {
  return takePrepared(t, "victim with a forgotten text", {
    make: prepare,
    places: ({ ana, remote }) => placesOf({ machines: [ana], remote }),
  });
}

const SECRETIVE = "Where the spare key of the house has been lying since last winter.";

async function prepare(owner: Owner): Promise<Victim> {
  const { ana, remote } = await machinesTogether(owner, ["ana"]);
  await ana.save("user_good", { more: [PERSON] });
  await ana.save("user_secretive", { body: SECRETIVE });
  assert.equal((await ana.sync()).exit, 0);
  await ana.done(["forget", "user_secretive", "--reason", "private", PERSON]);
  assert.equal((await ana.sync()).exit, 0);
  return { ana, remote };
}

/** On a branch of somebody's. */
function offer(remote: string, settings: string | null): void {
  const paper = [`papers/memory-config.json`, file(settings ?? "")] as const;
  publishAs(
    { remote, machine: MALLORY },
    { more: [["papers/root.json", file("{}")], ...(settings === null ? [] : [paper])] },
  );
}

const settingsOf = (remote: string, machine: Machine): string | null => {
  const path = `m/${machineOf(machine)}:papers/memory-config.json`;
  return publishedBy(remote, machine).includes("papers/memory-config.json")
    ? gitIn(remote, "show", path)
    : null;
};

const publishedBy = (remote: string, machine: Machine): string[] =>
  gitIn(remote, "ls-tree", "-r", "--name-only", `m/${machineOf(machine)}`).split("\n");

const OFF = '{"retrieval":{"enabled":false}}\n';

test("settings of the remote wait for a person, key by key; what is deleted here stays so, and a change here goes there", async (t) => {
  const { ana, remote } = await victim(t);
  const path = join(ana.root, "memory-config.json");
  offer(remote, OFF);
  const { exit, stdout } = await ana.sync([], { answers: [] });
  assert.equal(exit, 2, stdout);
  assert.match(
    stdout,
    /settings wait there; [^\n]*--accept-settings\n {4}retrieval\.enabled: not set → false\n/,
  );
  assert.equal(existsSync(path), false);
  // They wait until somebody has answered.
  assert.equal((await ana.sync()).exit, 2);
  assert.match((await ana.sync(["--accept-settings"])).stderr, /^error: NEEDS_PERSON: /);
  assert.match((await ana.sync(["--accept-settings", PERSON])).stdout, /settings taken\n/);
  assert.equal(readFileSync(path, "utf8"), OFF);
  assert.equal((await ana.sync()).exit, 0);
  assert.equal(settingsOf(remote, ana), OFF);
  // Deleted here, it goes there, too; and what somebody else has had all the time does not bring it back.
  rmSync(path);
  assert.equal((await ana.sync()).exit, 0);
  assert.equal(existsSync(path), false);
  assert.equal(settingsOf(remote, ana), null);
  // Nor does what they change, without a person.
  offer(remote, '{"retrieval":{"max_inject":5}}\n');
  assert.equal((await ana.sync()).exit, 2);
  assert.equal(existsSync(path), false);
  // A change of mine goes there.
  writeFileSync(path, '{"retrieval":{"max_inject":3}}\n');
  await ana.sync();
  assert.match(settingsOf(remote, ana) ?? "", /"max_inject":3/);
  offer(remote, null);
  const gone = await ana.sync([], { answers: [] });
  assert.deepEqual([gone.exit, existsSync(path)], [2, true]);
  assert.match(gone.stdout, /retrieval\.max_inject: 3 → not set\n/);
});

test("settings with a secret do not leave the machine, nor does anything else until it is gone", async (t) => {
  const { ana, remote } = await victim(t);
  const path = join(ana.root, "memory-config.json");
  await ana.save("user_new");
  const tip = gitIn(remote, "rev-parse", `m/${machineOf(ana)}`);
  for (const text of [{ junk: SAMPLE_SECRET }, { [SAMPLE_SECRET]: 1 }].map((each) => JSON.stringify(each))) {
    writeFileSync(path, text);
    const { exit, stdout, stderr } = await ana.sync();
    assert.equal(exit, 1, stderr);
    assert.match(stdout, /settings are not sent, and nothing else is: [^\n]*\n {4}SECRET-DETECTED: /);
    assert.ok(!`${stdout}${stderr}`.includes(SAMPLE_SECRET));
    assert.equal(gitIn(remote, "rev-parse", `m/${machineOf(ana)}`), tip);
  }
  writeFileSync(path, OFF);
  assert.match((await ana.sync()).stdout, /1 sent\n/);
  assert.equal(settingsOf(remote, ana), OFF);
});

test("settings that a root cannot have are taken by nobody's word, and no word of a stranger in them is repeated", async (t) => {
  const { ana, remote } = await victim(t);
  const said = "ask-evil-example-first";
  for (const [settings, why] of [
    [{ [said]: 1 }, /it sets what a root cannot: a key that the configuration does not have\n/],
    [{ retrieval: { match_strategy: SAMPLE_SECRET } }, /memory-config\.json: SECRET-DETECTED: /],
    [{ trust: { observation_days: 0 } }, /it sets what a root cannot: trust\.observation_days: /],
  ] as const) {
    offer(remote, JSON.stringify(settings));
    for (const more of [[], ["--accept-settings", PERSON]]) {
      const { stdout } = await ana.sync(more, { answers: [] });
      if (more.length === 0) assert.match(stdout, why);
      assert.ok(!stdout.includes(SAMPLE_SECRET) && !stdout.includes(said), stdout);
      assert.equal(existsSync(join(ana.root, "memory-config.json")), false);
    }
  }
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
    assert.deepEqual(readdirSync(directory).sort(), ["carrier", "met.json", "remote.json"]);
    assert.match((await ana.sync()).stdout, /nothing new/);
  }
  await ana.done(["sync", "--remote", empty, PERSON]);
  assert.ok(read().includes(empty));
  assert.match((await ana.sync()).stdout, /nothing new/);
  assert.deepEqual(publishedIn(empty), publishedIn(remote));
});

test("a forgotten text that somebody sends as another memory is withheld, out of use, and not sent on", async (t) => {
  const { ana, remote } = await victim(t);
  const key = newKey("person");
  const sources = [SOURCE("user_secretive", SECRETIVE), SOURCE("user_secretive", SECRETIVE.toUpperCase())];
  const said = sources.map((source, at) =>
    say({ key, root: rootId(ana), id: `user_again_${at}`, source }, { act: "approve" }),
  );
  publishAs({ remote, machine: MALLORY }, { said: said.map(({ text }) => text), texts: sources });
  await ana.sync([], { answers: [] });
  const { user_good: good, ...others } = await standingsOf(ana);
  assert.equal(good, "verified");
  assert.ok(
    Object.values(others).every((each) => each === "quarantined"),
    JSON.stringify(others),
  );
  const own = publishedBy(remote, ana).join("\n");
  for (const { hash } of said) assert.ok(!own.includes(hash));
  const { stdout } = await ana.call(["recall", "--scope", "user", "spare key of the house"]);
  assert.ok(!stdout.includes("last winter"));
});

test("what went is counted, and what the remote lost goes there again", async (t) => {
  const { ana, remote } = await victim(t);
  const before = publishedIn(remote);
  await ana.save("user_new", { more: [PERSON] });
  assert.match((await ana.sync()).stdout, /\n {2}1 sent\n {2}1 statement: 0 taken, 1 sent\n/);
  const after = publishedIn(remote);
  assert.equal(after.length, before.length + 2);
  gitIn(remote, "update-ref", "-d", `refs/heads/m/${machineOf(ana)}`);
  assert.equal((await ana.sync()).exit, 0);
  assert.deepEqual(publishedIn(remote), after);
  // Nothing is sent twice because this machine has forgotten what it sent.
  rmSync(join(ana.state, "sync", rootId(ana), "carrier"), { recursive: true });
  const tip = gitIn(remote, "rev-parse", `m/${machineOf(ana)}:`);
  assert.equal((await ana.sync()).exit, 0);
  assert.equal(gitIn(remote, "rev-parse", `m/${machineOf(ana)}:`), tip);
  await ana.done(["team", "join", "--scope", "user", "--name", "Ana"], { answers: ["y"] });
  assert.equal((await ana.sync()).exit, 0);
  assert.equal(publishedIn(remote).filter((path) => path.startsWith("papers/attest/people/")).length, 2);
});

test("no hook and no setting that lies beside the synced history is run", async (t) => {
  const { ana } = await victim(t);
  const repo = join(ana.state, "sync", rootId(ana), "carrier");
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
