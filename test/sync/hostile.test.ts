// The remote is whoever can write to it: cases of "A hostile remote" in docs/proofs.md. What it plants is refused or inert, is
// named, and changes nothing else.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseRemoteUrl } from "../../src/git/remote-url.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { entriesOf, type Planted, plant, sorted, writeTree } from "./hostile-tree.ts";
import { filesOf, gitIn, type Machine, newMachine, rootId, standingsOf } from "./machines.ts";
import { BODY, file, listen, MEMORY, syncWith, type Victim, victim } from "./victim.ts";

function statementFile(text: string): readonly [string, Planted] {
  return [`${createHash("sha256").update(text).digest("hex")}.json`, file(text)];
}

/** One level after the other, a thousand deep. */
function deepTree(remote: string): Planted {
  let tree = writeTree(remote, [["user_deep.md", file(MEMORY("Deep", BODY))]]);
  for (let depth = 0; depth < 1_000; depth += 1)
    tree = writeTree(remote, [["d", { mode: "40000", oid: tree }]]);
  return { mode: "40000", oid: tree };
}

const TEXT = MEMORY("Something", BODY);
const NONE = "it is no part of a memory root";

type Row = readonly [name: string, planted: Planted, why: string | null];

/** What is planted among the memories, and why it is not taken. */
function memoryRows(remote: string): Row[] {
  return [
    ["user_link.md", { mode: "120000", content: "/etc/passwd" }, "it is a symbolic link"],
    ["user_sub.md", { mode: "160000", oid: "1".repeat(40) }, "it is a submodule"],
    ["user_run.md", { mode: "100755", content: TEXT }, "it is marked as a program"],
    ["user_Upper.md", file(TEXT), NONE],
    ["user_nfc\u00cc\u0081d.md", file(TEXT), NONE],
    ["CON.md", file(TEXT), NONE],
    [`user_${"x".repeat(10_000)}.md`, file(TEXT), NONE],
    ["user_huge.md", file("x".repeat(70_000)), "it is larger than 64 KiB"],
    ["user_bytes.md", file(Buffer.from([0x2d, 0x2d, 0xff, 0xfe, 0x0a])), "it is not text"],
    ["user_dir.md", { mode: "40000", tree: [["a", file("x")]] }, "it is a directory"],
    ["hooks", { mode: "40000", tree: [["post-checkout", { mode: "100755", content: "exit 1\n" }]] }, NONE],
    ["d", deepTree(remote), NONE],
  ];
}

/** Among the statements about a memory; `genuine` is one of them. */
function statementRows(ana: Machine, genuine: string): Row[] {
  const forged = statementFile(genuine.replace('"act":"wrote"', '"act":"approve"'));
  const elsewhere = statementFile(genuine.replaceAll(rootId(ana), "0".repeat(32)));
  return [
    [...forged, "its signature does not hold"],
    [...elsewhere, "it is a statement about another root"],
    [...statementFile("{}\n"), "it lacks acknowledged"],
    [`${"0".repeat(64)}.json`, file(genuine), "its name is not the hash of its content"],
    ["note.txt", file("hello"), NONE],
  ];
}

/** At the top. Settings that loosen have a reason of their own, and what is beside a root is left there without a word. */
const TOP_ROWS: readonly Row[] = [
  [".gitattributes", file("* filter=run\n"), null],
  [".gitmodules", file('[submodule "x"]\n\tpath = x\n\turl = https://example.invalid/x\n'), NONE],
  ["index.md", file("- [user] anything -> /etc\n"), NONE],
  ["archive", { mode: "40000", tree: [["x.md", file(TEXT)]] }, NONE],
];

const CARD = `${"a".repeat(32)}.json`;

function plantEverything({ ana, remote }: Victim): Record<string, string> {
  const [own = ""] = readdirSync(join(ana.root, "attest/user_good"));
  const genuine = readFileSync(join(ana.root, "attest/user_good", own), "utf8");
  const [memories, statements] = [memoryRows(remote), statementRows(ana, genuine)];
  const among = (path: string, rows: readonly Row[]): Planted => ({
    mode: "40000",
    tree: sorted([...entriesOf(remote, path), ...rows.map(([name, planted]) => [name, planted] as const)]),
  });
  const moved: Planted = { mode: "40000", tree: [[own, file(genuine)]] };
  const attest = sorted([
    ["user_good", among("attest/user_good", statements)],
    ["user_moved", moved],
  ]);
  const top = sorted([
    ...entriesOf(remote).filter(([name]) => name !== "memories" && name !== "attest"),
    ["memories", among("memories", memories)],
    ["attest", { mode: "40000", tree: attest }],
    ["team", { mode: "40000", tree: [[CARD, file('{"v":1,"owner":"mallory"}\n')]] }],
    ["memory-config.json", file('{"trust":{"foreign":"advise"}}\n')],
    ...TOP_ROWS.map(([name, planted]) => [name, planted] as const),
  ]);
  plant(remote, writeTree(remote, top));
  const whys = [
    ...memories.map(([name, , why]) => [`memories/${name}`, why] as const),
    ...statements.map(([name, , why]) => [`attest/user_good/${name}`, why] as const),
    ...TOP_ROWS.map(([name, , why]) => [name, why] as const),
    [`attest/user_moved/${own}`, "it is a statement about something else"] as const,
    [`team/${CARD}`, "it lacks name"] as const,
  ];
  return Object.fromEntries(whys.flatMap(([path, why]) => (why === null ? [] : [[path, why] as const])));
}

test("links, submodules, programs, odd names, large and broken files in a remote are named and not taken", async (t) => {
  const { ana, remote } = await victim(t);
  const before = filesOf(ana);
  const expected = plantEverything({ ana, remote });
  const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
  assert.equal(exit, 0, stdout);
  const rows: { path: string; why: string }[] = JSON.parse(stdout)[0].refused;
  const refused = Object.fromEntries(rows.map(({ path, why }) => [path, why]));
  const { "memory-config.json": config, ...others } = refused;
  assert.match(config ?? "", /^it sets what a root cannot: /);
  const decoded = (path: string): string => path.replace("\u00cc\u0081", "\u0301");
  assert.deepEqual(
    others,
    Object.fromEntries(Object.entries(expected).map(([path, why]) => [decoded(path), why])),
  );
  assert.deepEqual(filesOf(ana), before);
  const held = [".gitignore", "attest", "index.md", "memories", "quarantine", "root.json"];
  assert.deepEqual(readdirSync(ana.root).sort(), held);
  // It stays so, without a word, and what is saved here goes there beside it.
  assert.match((await ana.sync()).stdout, /nothing new/);
  await ana.save("user_later");
  assert.equal((await ana.sync()).exit, 0);
  assert.ok(gitIn(remote, "ls-tree", "--name-only", "main:memories").includes("user_later.md"));
});

test("trees that git itself does not allow are refused as a whole, and nothing is left of them", async (t) => {
  const { ana, remote } = await victim(t);
  const before = filesOf(ana);
  const tip = gitIn(remote, "rev-parse", "main").trim();
  const text = file(MEMORY("Something", BODY));
  const inside = (name: string): Planted => ({ mode: "40000", tree: [[name, text]] });
  const rows: readonly (readonly (readonly [string, Planted])[])[] = [
    [["..", inside("x.md")]],
    [[".git", inside("config")]],
    [["a/b", text]],
    [
      ["memories", inside("user_one.md")],
      ["memories", inside("user_two.md")],
    ],
    [[".gitmodules", { mode: "120000", content: "/etc/passwd" }]],
  ];
  for (const planted of rows) {
    plant(
      remote,
      writeTree(remote, [...planted, ...entriesOf(remote).filter(([name]) => name === "root.json")]),
      tip,
    );
    const { exit, stderr } = await ana.sync();
    assert.equal(exit, 6, planted[0]?.[0]);
    assert.match(
      stderr,
      /^error: REMOTE_FAILED: [^\n]+\nhint: the remote was reached, and git does not take/,
    );
    gitIn(remote, "update-ref", "refs/heads/main", tip);
  }
  assert.deepEqual(filesOf(ana), before);
  assert.deepEqual(readdirSync(join(ana.state, "sync", rootId(ana))).sort(), [
    "agreement",
    "remote.json",
    "repo",
  ]);
  assert.equal((await ana.sync()).exit, 0);
});

test("a stranger's memory waits in review, a broken one and one with a secret in quarantine, and none is shown", async (t) => {
  const { ana, remote } = await victim(t);
  const memories = sorted([
    ...entriesOf(remote, "memories"),
    ["user_stranger.md", file(MEMORY("Trust me", BODY))],
    ["user_broken.md", file("no memory at all, but long enough to be read as one\n")],
    ["user_leaky.md", file(MEMORY("Leaky", `The token is ${SAMPLE_SECRET} here.`))],
  ]);
  const top = entriesOf(remote).map(([name, planted]) =>
    name === "memories" ? ([name, { mode: "40000", tree: memories }] as const) : ([name, planted] as const),
  );
  plant(remote, writeTree(remote, top));
  const { exit, stdout } = await ana.sync([], { answers: [] });
  assert.equal(exit, 2, stdout);
  assert.ok(!stdout.includes(SAMPLE_SECRET));
  assert.match(stdout, /1 waits for you: credence review\n {4}user_stranger\n/);
  assert.deepEqual(await standingsOf(ana), {
    user_broken: "quarantined",
    user_good: "inferred",
    user_leaky: "quarantined",
    user_stranger: "foreign",
  });
  // What this machine said of it travels; the texts are not sent again.
  const again = await ana.sync();
  assert.deepEqual([again.exit, /nothing new/.test(again.stdout)], [0, true]);
  assert.ok(!gitIn(remote, "ls-tree", "-r", "--name-only", "main").includes("quarantine/user_"));
});

test("a remote of another root, or of anything else, is refused before anything is written to it", async (t) => {
  const { ana } = await victim(t);
  const other = await victim(t);
  const tip = gitIn(other.remote, "rev-parse", "main");
  const refused = await ana.call(["sync", "--remote", other.remote, "--as-test-person"]);
  assert.equal(refused.exit, 6);
  assert.match(refused.stderr, /belongs to another root/);
  plant(other.remote, writeTree(other.remote, [["main.c", file("int main;\n")]]), null);
  const foreign = await ana.call(["sync", "--remote", other.remote, "--as-test-person"]);
  assert.match(foreign.stderr, /^error: REMOTE_FAILED: the remote holds other files/);
  assert.notEqual(gitIn(other.remote, "rev-parse", "main"), tip);
});

test("an address that is an option, a program or a password is refused, and no other", () => {
  const refused = (url: string): string | null => {
    const parsed = parseRemoteUrl(url);
    return parsed.kind === "refused" ? parsed.why : null;
  };
  const bad = [
    ...["--upload-pack=touch /tmp/x", "-oProxyCommand=x", "ext::sh -c x", "ext::sh", "fd::17", "http::x"],
    ...[
      "ssh://-oProxyCommand=x/y",
      "ssh://-x@host/y",
      "-x@host:y",
      "host:-x",
      "file://relative",
      "ftp://host/x",
    ],
    ...[
      `https://user:${"w".repeat(4)}@host/x`,
      "https://token@host/x",
      "https://host/x?token=y",
      "https://host",
      "notes",
      "",
    ],
    ...[
      "https://host/x y",
      "https://h\u00f6st/x",
      "git@host:x\ny",
      "https://$(x)/y",
      `https://host/${"x".repeat(1_000)}`,
    ],
  ];
  for (const url of bad) assert.notEqual(refused(url), null, url);
  const good = [
    ...["https://github.com/me/memories.git", "ssh://git@host:22/me/x", "git@github.com:me/memories.git"],
    ...["file:///srv/x.git", "/srv/x.git", "git://127.0.0.1:9418/x", "http://[::1]:80/x", "host:x.git"],
  ];
  for (const url of good) assert.equal(refused(url), null, url);
});

test("a remote that answers garbage, closes, never answers or redirects ends in exit 6, and the root stays", async (t) => {
  const { ana } = await victim(t);
  const before = filesOf(ana);
  const servers = await Promise.all([
    listen(t, (socket) => socket.end("x".repeat(100_000))),
    listen(t, (socket) => socket.destroy()),
    listen(t, () => undefined),
    listen(t, (socket) =>
      socket.end("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n"),
    ),
  ]);
  for (const [at, port] of servers.entries()) {
    for (const scheme of at === 3 ? ["http"] : ["git", "http"]) {
      const url = parseRemoteUrl(`${scheme}://127.0.0.1:${port}/x.git`);
      assert.ok(url.kind !== "refused");
      await assert.rejects(syncWith(ana, url), { code: "REMOTE_FAILED" }, `${scheme} ${at}`);
    }
  }
  assert.deepEqual(filesOf(ana), before);
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

test("an agent may sync, and neither names a remote nor takes a rewritten history", async (t) => {
  const machine = newMachine(t, "ana");
  for (const args of [["--remote", "/srv/x.git"], ["--remote=/srv/x.git"], ["--accept-rewrite"]]) {
    const { exit, stderr } = await machine.sync(args, { env: { CLAUDECODE: "1" } });
    assert.deepEqual([exit, /^error: NEEDS_PERSON: /.test(stderr)], [1, true], stderr);
  }
  assert.match((await machine.sync()).stderr, /^error: NO_REMOTE: /);
  assert.equal(existsSync(join(machine.state, "sync")), false);
});
