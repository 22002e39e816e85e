// What the disk forbids: a root, a part of it or the state that may be read and not written, and a directory that is gone.

import assert from "node:assert/strict";
import { chmodSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { serverWords } from "../../src/agents/hook-words.ts";
import { ledgerOf } from "../fixture/ledger-file.ts";
import { assertDone, assertRefused, boundProject, ID } from "./bound-project.ts";
import { BODY, saving } from "./sample-calls.ts";
import { readSnapshot } from "./snapshot.ts";

const UPDATE = ["update", ID, "--body", `${BODY} Also on Mondays.`];
const SAVE_OTHER = saving("project_beta", "Beta");
const WRITES = [SAVE_OTHER, UPDATE, ["retire", ID], ["archive", ID], ["demote", ID, "--reason", "wrong"]];

/** Forbids writing below a path while `work` runs. */
async function withoutWriting(path: string, work: () => Promise<void>): Promise<void> {
  const directories = ["/", ...[...readSnapshot(path).keys()].filter((name) => name.endsWith("/"))];
  for (const name of directories) chmodSync(join(path, name), 0o555);
  try {
    await work();
  } finally {
    for (const name of directories) chmodSync(join(path, name), 0o755);
  }
}

async function assertUntouched(path: string, work: () => Promise<void>): Promise<void> {
  const before = readSnapshot(path);
  await work();
  assert.deepEqual(readSnapshot(path), before);
}

test("a root that may only be read refuses every write with READ_ONLY, and is listed and shown as ever", async (t) => {
  const { project, run } = await boundProject(t);
  await withoutWriting(project.root, () =>
    assertUntouched(project.root, async () => {
      for (const args of WRITES) assertRefused(await run(...args), "READ_ONLY");
      assertRefused(await run("doctor", "--repair"), "READ_ONLY");
      for (const args of [["list"], ["show", ID], ["journal"]]) assertDone(await run(...args));
      assert.match((await run("doctor")).stdout, /^\[W\] room: .* cannot be written/m);
      assert.match((await run("show", ID)).stdout, /Deployments happen on Fridays/);
    }),
  );
  assertDone(await run(...UPDATE));
});

for (const part of ["memories", "attest", `attest/${ID}`]) {
  test(`${part} that may only be read refuses a write, and nothing is left elsewhere in the root`, async (t) => {
    const { project, run } = await boundProject(t);
    const directory = join(project.root, part);
    chmodSync(directory, 0o555);
    await assertUntouched(project.root, async () => {
      assertRefused(await run(...(part === "attest" ? SAVE_OTHER : UPDATE)), "READ_ONLY");
    });
    chmodSync(directory, 0o755);
    assertDone(await run(...UPDATE));
  });
}

test("a state that may only be read refuses a write, and the root stays as it was", async (t) => {
  const { project, run } = await boundProject(t);
  const records = join(project.state, "roots");
  await withoutWriting(records, () =>
    assertUntouched(project.root, async () => {
      for (const args of WRITES) assertRefused(await run(...args), "READ_ONLY");
    }),
  );
  assertDone(await run("doctor"));
});

const PROMPT = "when do deployments happen, on fridays?";
const READS = [["list"], ["show", ID], ["search", "fridays"], ["recall", "--prompt", PROMPT]];

test("a state that may only be read is enough to read memories, and what is not remembered is said once", async (t) => {
  const { project, run } = await boundProject(t);
  const seen = new DatabaseSync(ledgerOf(project));
  seen.exec("DELETE FROM statements");
  seen.close();
  await withoutWriting(project.state, async () => {
    chmodSync(project.state, 0o500);
    for (const args of READS) {
      const { exit, stdout, stderr } = await run(...args);
      assert.deepEqual([exit, /happen|written here/.test(stdout)], [0, true], args.join(" "));
      assert.equal(
        stderr,
        "warning: machine state cannot be written (READ_ONLY), so what is new here is not remembered: credence doctor\n",
      );
    }
    const status = await run("status");
    assert.equal(status.exit, 1);
    assert.match(
      status.stdout,
      /^question +machine state cannot be written \(READ_ONLY\).*: credence doctor$/m,
    );
    // Whose server is proved, and the proof cannot be kept.
    const cache = join(project.credenceHome, "cache");
    const [command, ...args] = serverWords({ state: project.state, cache });
    const mcpServers = { credence: { type: "stdio", command, args } };
    writeFileSync(join(project.home, ".claude.json"), JSON.stringify({ mcpServers }));
    for (const args of [[], ["--repair"]]) {
      const { exit, stdout } = await run("doctor", ...args);
      assert.equal(exit, 2, stdout);
      assert.match(stdout, /^\[W\] state: machine state cannot be written \(READ_ONLY\)/m);
      assert.match(stdout, /^\[E\] mcp: the MCP server/m);
    }
  });
  chmodSync(project.state, 0o700);
  rmSync(join(project.home, ".claude.json"));
  assertDone(await run("doctor"));
});

for (const part of [".", "keys", "keys/machine.json", "roots", "ledger.sqlite"]) {
  test(`while ${part} in machine state cannot be read, every memory is withheld and every command answers`, async (t) => {
    const { project, run } = await boundProject(t);
    const path = part === "ledger.sqlite" ? ledgerOf(project) : join(project.state, part);
    const { mode } = statSync(path);
    chmodSync(path, 0);
    for (const args of READS) {
      const { exit, stdout, stderr } = await run(...args);
      assert.deepEqual([exit, /Fridays/.test(stdout)], [0, false], args.join(" "));
      assert.match(
        stderr,
        /^warning: .* cannot be read, so (?:every memory is|its memories are) withheld: credence doctor\n/m,
      );
    }
    assert.match(
      (await run("list")).stdout,
      /^foreign +project_alpha\n +the record of this root cannot be read\n$/,
    );
    assert.match((await run("doctor")).stdout, /^\[E\] state: .* cannot be read, so .* withheld/);
    assert.equal((await run("status")).exit, 2);
    assert.match((await run(...UPDATE)).stderr, /^error: STATE_REFUSED: nothing is changed/m);
    chmodSync(path, mode);
    assertDone(await run("doctor"));
  });
}

test("keys that may only be read are enough to read memories, whether or not they are on the list of keys", async (t) => {
  const { project, run } = await boundProject(t);
  const keys = join(project.state, "keys");
  rmSync(join(keys, "former.json"));
  await withoutWriting(keys, async () => {
    assert.match((await run("show", ID)).stdout, /Deployments happen on Fridays/);
  });
});

test("directories that nobody may look into are reported, not taken for empty", async (t) => {
  const { project, run } = await boundProject(t);
  for (const part of ["memories", "quarantine"]) {
    chmodSync(join(project.root, part), 0);
    for (const args of [["list"], UPDATE]) {
      const { exit, stderr } = await run(...args);
      assert.match(stderr, /^error: (?:NOT_READABLE|READ_ONLY): [^\n]+\nhint: [^\n]+\n$/, part);
      assert.equal(exit, 1);
    }
    chmodSync(join(project.root, part), 0o755);
  }
  assertDone(await run("doctor"));
});

test("a memory whose statements nobody may read is withheld, and cannot be changed", async (t) => {
  const { project, run } = await boundProject(t);
  chmodSync(join(project.root, "attest", ID), 0);
  const { stdout } = await run("show", ID);
  assert.doesNotMatch(stdout, /Deployments happen/);
  await assertUntouched(join(project.root, "memories"), async () => {
    assert.notEqual((await run(...UPDATE)).exit, 0);
  });
  chmodSync(join(project.root, "attest", ID), 0o755);
  assert.match((await run("show", ID)).stdout, /Deployments happen/);
});

test("a memory file that nobody may read is withheld as unreadable, and doctor says the same", async (t) => {
  const { project, run } = await boundProject(t);
  const path = join(project.root, "memories", `${ID}.md`);
  chmodSync(path, 0);
  assert.equal(
    (await run("list")).stdout,
    "quarantined project_alpha\n            its file cannot be read\n",
  );
  assert.match((await run("show", ID)).stdout, /^standing +quarantined \(its file cannot be read\)$/m);
  assert.match(
    (await run("doctor")).stdout,
    /^\[E\] broken: project_alpha: unreadable on line 1: .* credence review$/m,
  );
  chmodSync(path, 0o644);
  assert.match((await run("list")).stdout, /^inferred/);
});

test("a directory of the root that is gone is made again by the write that needs it", async (t) => {
  const { project, run } = await boundProject(t);
  for (const part of ["memories", "quarantine", "attest"])
    rmSync(join(project.root, part), { recursive: true });
  assertDone(await run("list"));
  assertDone(await run(...SAVE_OTHER));
  assertDone(await run("demote", "project_beta", "--reason", "wrong"));
  assertDone(await run("doctor"));
  assert.deepEqual(
    ["memories", "quarantine", "attest"].map((part) => statSync(join(project.root, part)).mode & 0o777),
    [0o755, 0o755, 0o755],
  );
});

test("records of the root that are gone are made again", async (t) => {
  const { project, run } = await boundProject(t);
  rmSync(join(project.state, "roots"), { recursive: true });
  assertDone(await run(...UPDATE));
  assertDone(await run("doctor"));
});

test("a root that is gone is named, and nothing is made in its place", async (t) => {
  const { project, run } = await boundProject(t);
  rmSync(project.root, { recursive: true });
  for (const args of [["list"], SAVE_OTHER, UPDATE]) {
    const ending = await run(...args);
    const [warning, ...refusal] = ending.stderr.split("\n");
    assert.match(warning ?? "", /^warning: the memory root that was in \.claude\/memory\/ is gone, /);
    assertRefused({ ...ending, stderr: refusal.join("\n") }, "NO_ROOT");
  }
  assert.equal(readSnapshot(project.top).has(".claude/memory/"), false);
});
