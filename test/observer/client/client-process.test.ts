import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { prepareClient, type SpawnRequest } from "../../../src/observer/client/client-process.ts";
import { freshDir } from "../../temp-dir.ts";

function shell(script: string, mark: string): SpawnRequest {
  return { command: "/bin/sh", args: ["-c", script, mark], env: { PATH: "/usr/bin:/bin" } };
}

function count(mark: string): number {
  const { stdout } = spawnSync("ps", ["-eo", "args="], { encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.split("\n").filter((line) => line.includes(mark)).length;
}

async function gone(mark: string): Promise<number> {
  for (let tries = 0; tries < 100 && count(mark) > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return count(mark);
}

test("what is started talks through its pipes and its end is told with its code", async () => {
  const client = prepareClient();
  const child = client.spawn(shell("read -r line; echo got $line; exit 7", "talks"));
  const said: string[] = [];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => said.push(text));
  child.stdin?.write("this\n");
  await new Promise((resolve) => child.once("close", resolve));
  assert.equal(await client.ended(), 7);
  assert.equal(said.join(""), "got this\n");
});

test("ending it kills its children too, also those that ignore what they are told", async (t) => {
  const mark = freshDir(t);
  const client = prepareClient();
  client.spawn(
    shell(`trap '' TERM HUP INT; (trap '' TERM HUP; sleep 97 & wait) & touch ${mark}/up; wait`, mark),
  );
  for (let tries = 0; tries < 100 && !existsSync(join(mark, "up")); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(count(mark) >= 2);
  client.end();
  assert.equal(await client.ended(), null);
  assert.equal(await gone(mark), 0);
});

test("when it ends by itself, its watcher and the children it left go as well", async (t) => {
  const mark = freshDir(t);
  const client = prepareClient();
  client.spawn(shell(`sh -c 'sleep 98' ${mark} & exit 0`, mark));
  assert.equal(await client.ended(), 0);
  assert.equal(await gone(mark), 0);
});

test("what is started after the end was called for is ended at once", async (t) => {
  const mark = freshDir(t);
  const client = prepareClient();
  client.end();
  client.spawn(shell("sleep 96", mark));
  assert.equal(await client.ended(), null);
  assert.equal(await gone(mark), 0);
});

test("ending what was never started does nothing", async () => {
  const client = prepareClient();
  client.end();
  assert.equal(await client.ended(), null);
});
