// A test state lets anybody be a person at any time, so it is worth nothing anywhere else, and nothing becomes one.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPlayed } from "../../src/cli/terminal/confirm.ts";
import { initProject } from "../fixture/init-project.ts";
import { openProject } from "../fixture/open-project.ts";

test("--now and --as-test-person work in a test state only", async (t) => {
  const real = await initProject(t, { state: "real" });
  await real.save("project_alpha");
  for (const args of [
    ["list", "--now", "2030-01-01T00:00:00Z"],
    ["retire", "project_alpha", "--now", "2030-01-01T00:00:00Z"],
    ["init", "--now", "2030-01-01T00:00:00Z"],
  ]) {
    const { exit, stderr } = await real.call(args);
    assert.equal(exit, 64, args.join(" "));
    assert.match(stderr, /^error: USAGE: --now works only in a test state\n/);
  }
  for (const args of [
    ["retire", "project_alpha"],
    ["forget", "project_alpha", "--reason", "gone"],
    ["show", "project_alpha"],
    ["list"],
  ]) {
    const { exit, stderr } = await real.call([...args, "--as-test-person"]);
    assert.equal(exit, 1, args.join(" "));
    assert.match(stderr, /^error: NEEDS_PERSON: --as-test-person works only in a test state\n/);
  }
  assert.equal(existsSync(join(real.state, "keys/person.json")), false);
});

test("the question before a signature does not rely on that: in a real state nobody is played", async (t) => {
  const call = { values: { "as-test-person": true }, positionals: [], json: false };
  const isPlayedIn = async (state: "real" | "test"): Promise<boolean> =>
    isPlayed({ call, workspace: await openProject(t, state).open() });
  assert.deepEqual([await isPlayedIn("real"), await isPlayedIn("test")], [false, true]);
});

test("a state in use cannot become a test state, and a test state needs a place of its own", async (t) => {
  const project = await initProject(t, { state: "real" });
  const { exit, stderr } = await project.call(["init", "--test-state"]);
  assert.equal(exit, 1);
  assert.match(stderr, /^error: STATE_REFUSED: this state is in use/);
  assert.equal(existsSync(join(project.state, "test-state.json")), false);
  const homeless = await project.call(["init", "--test-state"], { env: { CREDENCE_HOME: "" } });
  assert.equal(homeless.exit, 64);
  assert.match(homeless.stderr, /^error: USAGE: a test state needs its own directory\n/);
  assert.equal(existsSync(join(project.home, ".local")), false);
});

test("what a test state signed is trusted by no other, even where its key is", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  await project.save("project_approved", { more: ["--as-test-person"] });
  const keys = ["machine", "person"].map((kind) => {
    const { signer, key } = JSON.parse(readFileSync(join(project.state, `keys/${kind}.json`), "utf8"));
    return { signer, key };
  });
  const { root } = JSON.parse(readFileSync(join(project.root, "root.json"), "utf8"));
  const env = { CREDENCE_HOME: join(project.base, "real") };
  await project.done(["list"], { env });
  const signers = keys.map((each) => ({ ...each, root, petname: "the test" }));
  writeFileSync(join(project.base, "real/state/signers.json"), JSON.stringify({ v: 1, signers }));
  const { stdout } = await project.done(["list", "--json"], { env });
  const rows = JSON.parse(stdout).map(
    (each: { id: string; standing: string; reason: string }) => `${each.id} ${each.standing}: ${each.reason}`,
  );
  assert.deepEqual(rows, [
    "project_alpha foreign: unknown signer",
    "project_approved foreign: unknown signer",
  ]);
});
