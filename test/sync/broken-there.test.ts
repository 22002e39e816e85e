// Whoever can write to the remote breaks a text that somebody wrote, before another machine has seen it. What fails validation is
// taken into quarantine there, and nothing more: no machine signs a word against a memory that it has never seen.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { plantFiles } from "./hostile-tree.ts";
import { filesOf, machinesTogether, PERSON, standingsOf, tipOf } from "./machines.ts";

const BREAKING: Readonly<Record<string, (text: string) => string>> = {
  user_struct: () => "no memory at all, but long enough to be read as one\n",
  user_secret: (text) => `${text}\nThe token is ${SAMPLE_SECRET} here.\n`,
  user_format: (text) => text.replace("type: user", "type: nonsense"),
  // No signature covers it, so the statements about the memory hold for this file, too.
  user_comment: (text) => text.replace("---\n", `---\n# the token is ${SAMPLE_SECRET}\n`),
};

for (const withheld of [false, true]) {
  const told = withheld ? "and hides what was said of it" : "beside what was said of it";
  test(`a text that somebody breaks in the remote ${told} takes no memory out of use, and the right one comes in its place`, async (t) => {
    const { machines, remote } = await machinesTogether(t, ["ana", "bo"]);
    const [ana, bo] = machines;
    assert.ok(ana !== undefined && bo !== undefined);
    for (const id of Object.keys(BREAKING))
      await ana.save(id, { more: ["user_format", "user_comment"].includes(id) ? [] : [PERSON] });
    await ana.sync();
    const [mine, standings] = [filesOf(ana), await standingsOf(ana)];
    const broken = Object.entries(BREAKING).map(([id, change]) => {
      const path = `memories/${id}.md`;
      return [path, change(mine[path] ?? "")] as const;
    });
    const hidden = tipOf(remote).filter((path) => withheld && path.startsWith("attest/"));
    plantFiles(remote, Object.fromEntries([...broken, ...hidden.map((path) => [path, null] as const)]));
    const { exit, stdout } = await bo.sync();
    assert.equal(exit, 2, stdout);
    assert.match(stdout, /4 in quarantine: failed validation/);
    assert.ok(!stdout.includes(SAMPLE_SECRET));
    for (const machine of [ana, bo, ana, bo]) await machine.sync();
    assert.deepEqual([filesOf(ana), await standingsOf(ana)], [mine, standings]);
    assert.deepEqual([filesOf(bo), await standingsOf(bo)], [mine, standings]);
    const { exit: last, stdout: said } = await bo.sync();
    assert.deepEqual([last, /nothing new/.test(said)], [0, true], said);
  });
}

test("a text that somebody put into quarantine here, and that fails, gives its place to none from there", async (t) => {
  const { machines } = await machinesTogether(t, ["ana", "bo"]);
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  await ana.save("user_door", { more: [PERSON] });
  const mine = `${filesOf(ana)["memories/user_door.md"]}\nBo's own token is ${SAMPLE_SECRET} here.\n`;
  writeFileSync(join(bo.root, "quarantine/user_door.md"), mine);
  for (const machine of [ana, bo, ana, bo]) await machine.sync();
  assert.equal(filesOf(bo)["quarantine/user_door.md"], mine);
  assert.equal((await standingsOf(ana))["user_door"], "verified");
});
