// Two people approved two texts of one memory: one decision in review settles it on both machines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { filesOf, machinesTogether, PERSON, standingsOf } from "./machines.ts";

const LEFT = {
  t: { user_port: ["verified", /how ana has it/] },
  o: { user_port: ["verified", /how bo has it/] },
  b: { user_port: ["verified", /how bo has it/], user_port_2: ["verified", /how ana has it/] },
} as const;

for (const [key, left] of Object.entries(LEFT))
  test(`of two approved texts ${key} leaves ${Object.keys(left).join(" and ")}, there too`, async (t) => {
    const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
    await ana.save("user_port", { more: [PERSON] });
    for (const machine of [ana, bo]) await machine.sync();
    for (const { done, name } of [ana, bo])
      await done([
        "update",
        "user_port",
        "--body",
        `It is otherwise, and this is how ${name} has it.`,
        PERSON,
      ]);
    for (const machine of [ana, bo, ana]) await machine.sync();
    const isBoFirst = /bo has it/.test(filesOf(ana)["memories/user_port.md"] ?? "");
    // Which of the two has the name is decided by a digest; the screen shows the other one.
    const typed = isBoFirst || key === "b" ? key : { t: "o", o: "t" }[key];
    const answers = (question: string): string =>
      /\[t\]/.test(question) ? (typed ?? "") : (/type (\w+)/.exec(question)?.[1] ?? "");
    await ana.done(["review", PERSON], { answers });
    for (const machine of [ana, bo, ana]) assert.equal((await machine.sync()).exit, 0);
    for (const machine of [ana, bo]) {
      const files = filesOf(machine);
      const standings = await standingsOf(machine);
      assert.deepEqual(Object.keys(standings), Object.keys(left), machine.name);
      const texts = Object.keys(left).map((id) => files[`memories/${id}.md`] ?? "");
      const wanted = key === "b" && !isBoFirst ? [/how ana has it/, /how bo has it/] : [];
      for (const [at, [standing, text]] of Object.values(left).entries()) {
        assert.match(texts[at] ?? "", wanted[at] ?? text);
        assert.deepEqual(Object.values(standings)[at], standing);
      }
    }
  });
