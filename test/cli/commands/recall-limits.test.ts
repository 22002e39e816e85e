// What keeps recall quiet or short: the machine's configuration, a root's own file, and the call.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { idsIn } from "../../fixture/recall-project.ts";
import { kiwiSample, PROMPT } from "./kiwi-sample.ts";

const project = await kiwiSample({ after });

async function recall(prompt: string, ...more: string[]): Promise<string> {
  return (await project.done(["recall", "--prompt", prompt, ...more])).stdout;
}

const OFF: Readonly<Record<string, () => void>> = {
  "turned off": () => project.writeConfig({ retrieval: { enabled: false } }),
  "set to none": () => project.writeConfig({ retrieval: { max_inject: 0 } }),
};

for (const [what, turnOff] of Object.entries(OFF)) {
  test(`recall that is ${what} prints nothing, and the receipt says so`, async () => {
    project.restore();
    turnOff();
    assert.equal(await recall(PROMPT), "");
    assert.equal((await project.done(["recall", "--session-start"])).stdout, "");
    const receipts = JSON.parse((await project.done(["receipts", "--json"])).stdout);
    assert.deepEqual(
      receipts.map(({ outcome }: { outcome: string }) => outcome),
      ["off", "off"],
    );
  });
}

test("a root's own file turns its memories off, and those of no other root", async () => {
  for (const retrieval of [{ enabled: false }, { max_inject: 0 }]) {
    project.restore();
    writeFileSync(join(project.root, "memory-config.json"), JSON.stringify({ retrieval }));
    assert.deepEqual(idsIn(await recall(PROMPT)), ["user_kiwi"]);
  }
});

test("a root's own budget cuts its own memories short, and those of no other root", async () => {
  project.restore();
  const body = `The kiwi sleeps by day.\nWhy: it hunts by night.\n${"It sleeps. ".repeat(6)}\nHow to apply: be quiet.`;
  await project.done(["update", "project_kiwi", "--body", body, "--as-test-person"]);
  const start = async (): Promise<string> => (await project.done(["recall", "--session-start"])).stdout;
  const whole = [await recall(PROMPT), await start()] as const;
  writeFileSync(join(project.root, "memory-config.json"), '{"retrieval":{"budget_chars":200}}');
  assert.equal(await recall(PROMPT), whole[0].replace("  | How to apply: be quiet.\n", ""));
  assert.match(whole[0], / {2}\| How to apply: be quiet\.\n/);
  assert.equal(await start(), whole[1]);
  assert.deepEqual(idsIn(whole[0]), ["project_kiwi", "user_kiwi"]);
});

test("a memory that a root's own budget cannot hold is left out, and why says so", async () => {
  project.restore();
  const name = `Kiwi ${"sleep ".repeat(19)}`.trim();
  await project.save("project_kiwi_long", {
    name,
    body: "The kiwi sleeps, and sleeps all day.",
    more: ["--tags", "x".repeat(40)],
  });
  writeFileSync(join(project.root, "memory-config.json"), '{"retrieval":{"budget_chars":200}}');
  assert.deepEqual(idsIn(await recall(PROMPT)), ["project_kiwi", "user_kiwi"]);
  const { stdout } = await project.done(["why", "project_kiwi_long"]);
  assert.match(stdout, /^project_kiwi_long was not shown: it did not fit in the budget\n/);
});

test("what a session does not begin with is on the receipt, and why says so", async () => {
  project.restore();
  project.writeConfig({ categories: { decision: { enabled: false } }, retrieval: { budget_chars: 200 } });
  await project.done(["recall", "--session-start"]);
  const [receipt] = JSON.parse((await project.done(["receipts", "--json"])).stdout);
  assert.deepEqual(
    receipt.left.map(({ id, cut }: { id: string; cut: string }) => `${id}: ${cut}`),
    ["project_kiwi: category", "user_kiwi: budget"],
  );
  const { stdout } = await project.done(["why", "user_kiwi"]);
  assert.match(stdout, /^user_kiwi was not shown: it did not fit in the budget\n/);
});

test("--limit asks for fewer, never for more than the configuration allows", async () => {
  project.restore();
  assert.equal(idsIn(await recall(PROMPT)).length, 2);
  assert.equal(idsIn(await recall(PROMPT, "--limit", "1")).length, 1);
  project.writeConfig({ retrieval: { max_inject: 1 } });
  assert.equal(idsIn(await recall(PROMPT, "--limit", "20")).length, 1);
});
