// What a day allows is counted for all servers together, and by the day that it is.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { findText, readTree } from "../fixture/tree.ts";
import { type Called, type Connected, mcpProject, type Revision } from "./mcp-project.ts";
import { serveAtWords } from "./serve-at.ts";

const project = await mcpProject({ after }, { state: "real" });
const LAST_SECOND = "2026-05-01T23:59:59Z";
const NEXT_DAY = "2026-05-02T00:00:00Z";

type Who = { readonly revision?: Revision; readonly name?: string };

/** In a deep run a process each. */
function connectAt(now: string, who: Who = {}): Promise<Connected> {
  if (!IS_DEEP) return project.connectInside({ after }, { now, ...who });
  const words = serveAtWords({ now, state: project.state, cache: join(project.credenceHome, "cache") });
  return project.connect({ after }, { words, ...who });
}

function save({ call }: Connected, name: string): Promise<Called> {
  const body = `${name} says something of its own, long enough for a memory.`;
  return call("memory_save", { type: "project", name, description: `About ${name}`, body });
}

async function savesLeft({ call }: Connected): Promise<unknown> {
  const { value } = await call("memory_status");
  const [root] = value["roots"] as [{ saves_left_today: number }];
  return root.saves_left_today;
}

const [one, other] = [await connectAt(LAST_SECOND), await connectAt(LAST_SECOND, { revision: "2026-07-28" })];

async function saveByBoth(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1)
    for (const [server, of] of [[one, "one"] as const, [other, "other"] as const]) {
      const { isError, text } = await save(server, `Number ${number} of ${of}`);
      assert.equal(isError, false, text);
    }
}

/** As if so many had been created today; each costs a real key. */
function pretendCreated(before: number, now: number): void {
  const [path = ""] = findText(project.state, `"creations":${before},`);
  const text = readFileSync(join(project.state, path), "utf8");
  writeFileSync(join(project.state, path), text.replace(`"creations":${before},`, `"creations":${now},`));
}

test("two servers share the fifty memories of a day, and each says how many are left", async () => {
  const early = IS_DEEP ? 10 : 2;
  await saveByBoth(1, early);
  assert.deepEqual([await savesLeft(one), await savesLeft(other)], IS_DEEP ? [30, 30] : [46, 46]);
  if (!IS_DEEP) pretendCreated(4, 46);
  await saveByBoth(early + 1, IS_DEEP ? 25 : early + 2);
  assert.deepEqual([await savesLeft(one), await savesLeft(other)], [0, 0]);
});

test("one more is refused by every server with what to do, and leaves nothing behind", async () => {
  const before = readTree(project.root);
  const third = await connectAt(LAST_SECOND);
  for (const server of [one, other, third]) {
    const { isError, text } = await save(server, "One too many");
    assert.equal(isError, true);
    assert.equal(
      text,
      "error: DAILY_LIMIT: 50 memories were created here today without a person\n" +
        "hint: continue without saving: the limit resets tomorrow and does not apply to the user",
    );
  }
  assert.deepEqual(readTree(project.root), before);
});

test("what is no new memory goes on at the limit, and a proposal is a new one", async () => {
  const again = await save(one, "Number 1 of one");
  assert.equal(again.value["outcome"], "unchanged", again.text);
  const own = { id: "project_number_1_of_one", description: "Changed late in the day" };
  assert.equal((await one.call("memory_update", own)).value["outcome"], "updated");
  assert.match((await one.call("memory_search", { query: "number of one" })).text, /project_number_/);
  const stranger = await connectAt(LAST_SECOND, { name: "stranger" });
  const { text } = await stranger.call("memory_update", { ...own, description: "Somebody else's words" });
  assert.match(text, /^error: DAILY_LIMIT: /);
});

test("the next day there is room again", async () => {
  const tomorrow = await connectAt(NEXT_DAY, { revision: "2026-07-28" });
  const { value, text } = await save(tomorrow, "One of the next day");
  assert.equal(value["outcome"], "created", text);
});
