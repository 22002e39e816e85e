// Whoever can write to the remote breaks a text that somebody wrote, before another machine has seen it. What fails validation is
// taken into quarantine there, and nothing more: no machine signs a word against a memory because of a text that is nobody's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorkspace } from "../../src/app/workspace/workspace.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { signUnjudged } from "../fixture/sign-unjudged.ts";
import { plantFiles } from "./hostile-tree.ts";
import { filesOf, machinesTogether, PERSON, standingsOf, tipOf } from "./machines.ts";

const BREAKING: Readonly<Record<string, (text: string) => string>> = {
  user_struct: () => "no memory at all, but long enough to be read as one\n",
  user_secret: (text) => `${text}\nThe token is ${SAMPLE_SECRET} here.\n`,
  user_format: (text) => text.replace("type: user", "type: nonsense"),
};

for (const withheld of [false, true]) {
  const told = withheld ? "and hides what was said of it" : "beside what was said of it";
  test(`a text that somebody breaks in the remote ${told} takes no memory out of use, and the right one comes in its place`, async (t) => {
    const { machines, remote } = await machinesTogether(t, ["ana", "bo"]);
    const [ana, bo] = machines;
    assert.ok(ana !== undefined && bo !== undefined);
    for (const id of Object.keys(BREAKING))
      await ana.save(id, { more: id === "user_format" ? [] : [PERSON] });
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
    assert.match(stdout, /3 in quarantine: failed validation/);
    assert.ok(!stdout.includes(SAMPLE_SECRET));
    for (const machine of [ana, bo, ana, bo]) await machine.sync();
    assert.deepEqual([filesOf(ana), await standingsOf(ana)], [mine, standings]);
    assert.deepEqual([filesOf(bo), await standingsOf(bo)], [mine, standings]);
    const { exit: last, stdout: said } = await bo.sync();
    assert.deepEqual([last, /nothing new/.test(said)], [0, true], said);
  });
}

test("what a colleague's machine signed, and fails here, is lowered with everybody, by a word of this machine", async (t) => {
  const { machines, remote } = await machinesTogether(t, ["ana", "bo"]);
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  await ana.save("user_first");
  await ana.sync();
  const id = "user_leaky";
  const text = (filesOf(ana)["memories/user_first.md"] ?? "").replaceAll("user_first", SAMPLE_SECRET);
  const { top, home, env } = ana;
  const places = { cwd: top, home, env, state: null, cache: null, root: null, scope: null };
  const presence = { kind: "nobody", why: "there is no terminal" } as const;
  const workspace = openWorkspace({ ...places, presence, now: Date.now() });
  const [root] = workspace.roots;
  assert.ok(root !== undefined);
  signUnjudged(workspace, root, { id, text, act: "wrote", time: "2026-05-01T12:00:00Z" });
  workspace.close();
  const signed = Object.entries(filesOf(ana)).filter(([path]) => path.startsWith(`attest/${id}/`));
  plantFiles(remote, { ...Object.fromEntries(signed), [`memories/${id}.md`]: text });
  const { exit, stdout } = await bo.sync();
  assert.equal(exit, 2, stdout);
  assert.equal(tipOf(remote).filter((path) => path.startsWith(`attest/${id}/`)).length, 2);
});
