// The remote is whoever can write to it: cases of "A hostile remote" in docs/proofs.md. What it plants, as branches of any name made
// below git's own checks, is refused or inert, is counted, and changes nothing else.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { pathOf } from "../../src/git/carrier/layout.ts";
import { parseRemoteUrl } from "../../src/memory/remote-url.ts";
import { tablesOf } from "../fixture/rows.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { named, plantBranch, treeOf } from "../git/carriers.ts";
import { type Planted, plant, writeTree } from "./hostile-tree.ts";
import {
  bareRepository,
  filesOf,
  gitIn,
  keysOf,
  type Machine,
  machineOf,
  machinesTogether,
  newMachine,
  PERSON,
  rootId,
  standingsOf,
} from "./machines.ts";
import { BODY, file, MALLORY, newKey, publishAs, SOURCE, say, victim } from "./victim.ts";

const { texts } = tablesOf(import.meta.filename);

type Row = readonly [path: string, planted: Planted];

/** Of each kind one: what else a branch can hold is in test/git/carrier-hostile.test.ts. */
function oddRows(): Row[] {
  const place = (content: string, kind: "s" | "t" = "s"): string => pathOf(named(kind, content)[0]);
  return [
    [place("link"), { mode: "120000", content: "/etc/passwd" }],
    [place("module"), { mode: "160000", oid: "1".repeat(40) }],
    [place("program", "t"), { mode: "100755", content: "program" }],
    [place("upper").toUpperCase().replace("S/", "s/"), file("upper")],
    ["memories/user_evil.md", file(SOURCE("Evil", BODY))],
    ["attest/user_good/x.json", file("{}")],
    ["hooks/post-checkout", { mode: "100755", content: "exit 1\n" }],
    [".gitattributes", file("* filter=run\n")],
    [place("y".repeat(70_000), "t"), file("y".repeat(70_000))],
    [place("said"), file("other")],
    ["papers/memory-config.json", file('{"trust":{"foreign":"advise"}}\n')],
    [`papers/team/${"a".repeat(32)}.json`, file('{"v":1,"owner":"mallory"}\n')],
  ];
}

function genuineOf({ root }: Machine): string {
  const [own = ""] = readdirSync(join(root, "attest/user_good"));
  return readFileSync(join(root, "attest/user_good", own), "utf8");
}

/** What is no statement of this root, under its right hash. */
function saidRows(ana: Machine): string[] {
  const genuine = genuineOf(ana);
  const signed = say(
    { key: newKey("person"), root: rootId(ana), id: "user_x", source: SOURCE("X", BODY) },
    { act: "approve" },
  );
  return [
    genuine.replace('"act":"wrote"', '"act":"approve"'),
    genuine.replace('"id":"user_good"', '"id":"user_moved"'),
    // Under the name of somebody who is known here.
    signed.text.replace(/"signer":"[^"]+"/, `"signer":"${keysOf(ana)[0]?.signer}"`),
    genuine.replaceAll(rootId(ana), "0".repeat(32)),
    say({ key: newKey("machine"), root: "1".repeat(32), id: "user_x", source: SOURCE("X", BODY) }).text,
    "{}\n",
    "nothing that anybody would say\n",
  ];
}

test("links, submodules, programs, odd names, huge and broken objects are counted and not taken", async (t) => {
  const { ana, remote } = await victim(t);
  const before = filesOf(ana);
  const texts = [
    "no memory at all\n",
    SOURCE("X", BODY).replace("type: user", "type: user\ntrust-level: verified"),
  ];
  publishAs({ remote, machine: MALLORY }, { said: saidRows(ana), texts, more: oddRows() });
  const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
  assert.equal(exit, 0, stdout);
  const rows: { path: string; why: string }[] = JSON.parse(stdout)[0].refused;
  const config = rows.find(({ path }) => path === "memory-config.json");
  assert.match(config?.why ?? "", /^it sets what a root cannot: /);
  assert.deepEqual(
    rows
      .filter((each) => each !== config)
      .map(({ path, why }) => `${path}: ${why}`)
      .sort(),
    EXPECTED,
  );
  assert.deepEqual(filesOf(ana), before);
  const held = [".gitignore", "attest", "index.md", "memories", "quarantine", "root.json"];
  assert.deepEqual(readdirSync(ana.root).sort(), held);
  // It stays so, without a word, and what is saved here goes there beside it.
  assert.match((await ana.sync()).stdout, /nothing new/);
  await ana.save("user_later");
  assert.match((await ana.sync()).stdout, /1 sent/);
  assert.deepEqual(await standingsOf(ana), { user_good: "inferred", user_later: "inferred" });
});

const EXPECTED: readonly string[] = [
  "1 object: it is about another root",
  "1 object: its name is not the hash of its content",
  "1 object: larger than it may be",
  "2 objects: its signature does not hold",
  "2 objects: no memory",
  "3 objects: no plain file",
  "4 objects: no statement",
  "6 objects: no part of a memory root",
];

test("a sync does not end with 0 where what came is not all that was offered", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  const genuine = async (): Promise<string> => {
    const [, text = ""] = Object.entries(filesOf(bo)).find(([path]) => path.startsWith("attest/")) ?? [];
    return text;
  };
  await bo.save("user_good");
  assert.equal((await bo.sync()).exit, 0);
  publishAs(
    { remote, machine: MALLORY },
    { said: [(await genuine()).replace('"v":1', '"v":2')], more: [["odd", file("x")]] },
  );
  const newer = await ana.sync();
  assert.equal(newer.exit, 6, newer.stdout);
  assert.match(newer.stdout, /1 object: it is of a newer version/);
  assert.ok(existsSync(join(ana.root, "memories/user_good.md")));
  // Every branch: nothing at all can be read.
  const tips = gitIn(remote, "for-each-ref", "--format=%(refname)", "refs/heads/m/").trim().split("\n");
  for (const ref of tips) gitIn(remote, "update-ref", "-d", ref);
  plantBranch(remote, MALLORY, [["a/b", file("x")]]);
  assert.equal((await bo.sync(["--pull-only"])).exit, 6);
  assert.equal((await bo.sync(["--push-only"])).exit, 0);
  plantBranch(remote, MALLORY, []);
  gitIn(remote, "update-ref", "refs/heads/m/nobody", `refs/heads/m/${MALLORY}`);
  const odd = await bo.sync();
  assert.equal(odd.exit, 0, odd.stdout);
  assert.match(odd.stdout, /1 branch: named after no machine/);
});

test("a stranger's memory waits in review, one with a secret does not come, and none is shown", async (t) => {
  const { ana, remote } = await victim(t);
  const root = rootId(ana);
  const key = newKey("person");
  const sources = [SOURCE("Trust me", BODY), SOURCE("Leaky", `The token is ${SAMPLE_SECRET} here.`)];
  const said = sources.map((source, at) =>
    say({ key, root, id: `user_strange_${at}`, source }, { act: "approve" }),
  );
  publishAs({ remote, machine: MALLORY }, { said: said.map(({ text }) => text), texts: sources });
  const { exit, stdout } = await ana.sync([], { answers: [] });
  assert.equal(exit, 0, stdout);
  assert.ok(!stdout.includes(SAMPLE_SECRET));
  assert.match(stdout, /1 waits for you: credence review\n {4}user_strange_0\n/);
  assert.deepEqual(await standingsOf(ana), { user_good: "inferred", user_strange_0: "foreign" });
  const shown = await ana.call(["recall", "--scope", "user", "trust me token"], { env: { CLAUDECODE: "1" } });
  assert.ok(!shown.stdout.includes(BODY) && !shown.stdout.includes(SAMPLE_SECRET));
  // Nothing of it is sent on, and it is not told again.
  const again = await ana.sync();
  assert.deepEqual([again.exit, /nothing new/.test(again.stdout)], [0, true], again.stdout);
  const own = gitIn(remote, "ls-tree", "-r", "--name-only", `m/${machineOf(ana)}`);
  for (const { hash } of said) assert.ok(!own.includes(hash));
});

test("a text that is swapped under a name, on a branch of its own or on its machine's, is not taken", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  await bo.save("user_word", { more: [PERSON] });
  assert.equal((await bo.sync()).exit, 0);
  const branch = `m/${machineOf(bo)}`;
  const paths = gitIn(remote, "ls-tree", "-r", "--name-only", branch).trim().split("\n");
  const planted = (path: string): Planted =>
    path.startsWith("t/")
      ? file(SOURCE("user_word", BODY))
      : { mode: "100644", oid: gitIn(remote, "rev-parse", `${branch}:${path}`).trim() };
  plantBranch(remote, machineOf(bo), treeOf(paths.map((path) => [path, planted(path)] as const)));
  assert.equal((await ana.sync()).exit, 0);
  // The approval without its text says nothing.
  assert.deepEqual(await standingsOf(ana), {});
  // Its machine finds its branch changed, and publishes what is right.
  for (const machine of [bo, ana]) assert.equal((await machine.sync()).exit, 0);
  assert.deepEqual(await standingsOf(ana), { user_word: "verified" });
  assert.ok(!JSON.stringify(filesOf(ana)).includes(BODY));
});

test("a branch that is named like this machine's own, with other contents, is somebody else's words", async (t) => {
  const { ana, remote } = await victim(t);
  const before = filesOf(ana);
  const source = SOURCE("Mine", BODY);
  const forged = say({ key: newKey("machine"), root: rootId(ana), id: "user_mine", source });
  publishAs({ remote, machine: machineOf(ana) }, { said: [forged.text], texts: [source] });
  assert.equal((await ana.sync()).exit, 0);
  assert.deepEqual(await standingsOf(ana), { user_good: "inferred", user_mine: "foreign" });
  const { "memories/user_good.md": kept } = filesOf(ana);
  assert.equal(kept, before["memories/user_good.md"]);
  // What is ours is there again.
  const own = gitIn(remote, "ls-tree", "-r", "--name-only", `m/${machineOf(ana)}`);
  const statement = Object.keys(before).find((path) => path.startsWith("attest/user_good/")) ?? "";
  assert.ok(own.includes(basename(statement, ".json")));
  assert.ok(!own.includes(forged.hash));
});

test("a remote of another root, or of anything else, is refused before anything is written to it", async (t) => {
  const { ana } = await victim(t);
  const other = await victim(t);
  const tips = gitIn(other.remote, "for-each-ref");
  const refused = await ana.call(["sync", "--remote", other.remote, PERSON]);
  assert.equal(refused.exit, 6);
  assert.match(refused.stderr, /belongs to another root/);
  assert.equal(gitIn(other.remote, "for-each-ref"), tips);
  const files = bareRepository(t);
  plant(files, writeTree(files, [["main.c", file("int main;\n")]]), null);
  const foreign = await ana.call(["sync", "--remote", files, PERSON]);
  assert.match(foreign.stderr, /^error: REMOTE_FAILED: the remote holds other files/);
  // The one that was named stays the one.
  assert.match((await ana.sync()).stdout, /nothing new/);
});

test("an address that is an option, a program or a password is refused, and no other", () => {
  const refused = (url: string): string | null => {
    const parsed = parseRemoteUrl(url);
    return parsed.kind === "refused" ? parsed.why : null;
  };
  const bad = [...texts("bad addresses"), `https://user:${"w".repeat(4)}@host/x`];
  for (const url of bad) assert.notEqual(refused(url), null, url);
  const good = [
    ...["https://github.com/me/memories.git", "ssh://git@host:22/me/x", "git@github.com:me/memories.git"],
    ...["file:///srv/x.git", "/srv/x.git", "git://127.0.0.1:9418/x", "http://[::1]:80/x", "host:x.git"],
  ];
  for (const url of good) assert.equal(refused(url), null, url);
});

test("a person's git configuration reaches a remote; no hook runs, theirs or that of a local repository", async (t) => {
  const { ana, remote } = await victim(t);
  const ran = join(ana.home, "ran");
  const writeHooks = (directory: string, names: readonly string[]): void => {
    mkdirSync(directory, { recursive: true });
    const script = `#!/bin/sh\ntouch ${ran}\nexit 1\n`;
    for (const name of names) writeFileSync(join(directory, name), script, { mode: 0o755 });
  };
  writeHooks(join(ana.home, "hooks"), ["pre-push", "reference-transaction", "fsmonitor", "helper"]);
  const config = [
    `[core]\n\thooksPath = ${ana.home}/hooks\n\tfsmonitor = ${ana.home}/hooks/fsmonitor`,
    `\talternateRefsCommand = ${ana.home}/hooks/helper`,
    "[alias]\n\tfetch = !false\n[push]\n\tgpgSign = true\n[transfer]\n\tfsckObjects = false",
    `[url "file://${remote}"]\n\tinsteadOf = file:///memories/mine`,
  ];
  writeFileSync(join(ana.home, ".gitconfig"), `${config.join("\n")}\n`);
  await ana.save("user_more");
  const { exit, stderr } = await ana.call(["sync", "--remote", "file:///memories/mine", "--as-test-person"]);
  assert.deepEqual([exit, stderr], [0, ""]);
  writeHooks(join(remote, "hooks"), ["pre-receive", "update", "post-receive", "reference-transaction"]);
  await ana.save("user_most");
  assert.equal((await ana.call(["sync", "--remote", remote, "--as-test-person"])).exit, 0);
  assert.equal(existsSync(ran), false);
});

test("an agent may sync, and neither names a remote nor takes what others take out of use", async (t) => {
  const machine = newMachine(t, "ana");
  for (const args of [["--remote", "/srv/x.git"], ["--remote=/srv/x.git"], ["--accept-changes"]]) {
    const { exit, stderr } = await machine.sync(args, { env: { CLAUDECODE: "1" } });
    assert.deepEqual([exit, /^error: NEEDS_PERSON: /.test(stderr)], [1, true], stderr);
  }
  assert.match((await machine.sync()).stderr, /^error: NO_REMOTE: /);
  assert.equal(existsSync(join(machine.state, "sync")), false);
});
