// What a person writes or changes at a terminal is theirs once they say so.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type InitProject, projectWithoutKey } from "../../fixture/init-project.ts";
import { personsProject, sealedProject } from "../../fixture/persons-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";

/** An editor that puts one text in place of another. */
function editor(project: InitProject, from: string, to: string): { readonly EDITOR: string } {
  const path = join(project.base, "editor.sh");
  writeFileSync(path, `#!/bin/sh\nsed -i 's/${from}/${to}/' "$1"\n`, { mode: 0o755 });
  return { EDITOR: path };
}

test("a save at the terminal is signed by a yes, inferred by a no, and without a terminal inferred", async (t) => {
  const project = await personsProject(t);
  const screens: string[] = [];
  const mine = await project.save("project_mine", {
    answers: ["y"],
    onAsk: (screen) => screens.push(screen),
  });
  const unsigned = await project.save("project_unsigned", { answers: ["n"] });
  const piped = await project.save("project_piped");
  assert.deepEqual(
    [mine, unsigned, piped].map(({ stdout }) => stdout.replace(/: .*/, "")),
    ["saved project_mine as verified\n", "saved project_unsigned as inferred\n", "saved project_piped\n"],
  );
  assert.match(screens[0] ?? "", /^\| name: project_mine\n/);
  assert.match(screens[0] ?? "", /sign exactly this text as yours\? \(no: stored as inferred\) \[y\/N\] $/);
  assert.deepEqual(await standingsOf(project), {
    project_mine: "verified: approved by you on 2026-05-01",
    project_piped: "inferred: written here",
    project_unsigned: "inferred: written here",
  });
});

test("a save whose passphrase is wrong or differs three times keeps the text as inferred; an interrupt keeps nothing", async (t) => {
  const project = await projectWithoutKey(t);
  const pairs = ["one long text", "another long text"];
  const differed = await project.save("project_differed", { answers: ["y", ...pairs, ...pairs, ...pairs] });
  assert.match(differed.stderr, /^the two pass\w+ differ, so nothing is signed$/m);
  assert.match(differed.stdout, /^saved project_differed as inferred/);
  const sealed = await sealedProject(t);
  const wrong = await sealed.save("project_wrong", { answers: ["y", "x", "y", "z"] });
  assert.match(wrong.stderr, /^wrong passphrase for the person key, so nothing is signed$/m);
  assert.match(wrong.stdout, /^saved project_wrong as inferred/);
  const said = ["save", "Deploys happen on Tuesdays, and on no other day of the week", "--scope", "project"];
  const broken = await sealed.call(said, { answers: ["y"] });
  assert.match(broken.stderr, /error: NEEDS_PERSON: no passphrase was typed/);
  assert.deepEqual(Object.keys(await standingsOf(sealed)), ["project_wrong"]);
});

test("a save of what is there already is answered without a question, whatever its standing", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  await project.save("project_piped");
  const before = readTree(project.root);
  for (const id of [ID, "project_piped"]) {
    const { stdout } = await project.save(id, { answers: [] });
    assert.equal(stdout, `nothing stored: ${id} already says exactly this\n`);
  }
  const other = ["save", "--type", "project", "--id", ID, "--name", "Other", "--description", "d"];
  const { stderr } = await project.call([...other, "--body", "Something else altogether, and long enough."], {
    answers: [],
  });
  assert.match(stderr, /^error: EXISTS: project_deploy_window exists and says something else\n/);
  assert.deepEqual(readTree(project.root), before);
});

test("what a person is said to have dictated waits for their yes: at once, or later without observation", async (t) => {
  const project = await personsProject(t);
  const dictated = { more: ["--dictated"] };
  const denied = await project.call(
    [
      "save",
      "--type",
      "project",
      "--name",
      "Denied words",
      "--description",
      "Said",
      "--body",
      "x ".repeat(30),
      "--dictated",
    ],
    { answers: ["n"] },
  );
  assert.match(denied.stderr, /^error: DECLINED: /);
  await project.save("project_said", { ...dictated, answers: ["y"] });
  await project.save("project_heard", dictated);
  assert.deepEqual(await standingsOf(project), {
    project_heard: "inferred: written here",
    project_said: "verified: approved by you on 2026-05-01",
  });
  await project.done(["promote", "project_heard"], { answers: ["y"], now: "2026-05-01T12:30:00Z" });
  assert.equal((await standingsOf(project))["project_heard"], "verified: approved by you on 2026-05-01");
});

test("an edit is shown as what changed, signed by a yes, and kept where the person finds it after a no", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  const env = editor(project, "it came up", "it was asked for");
  const before = readTree(project.root);
  const screens: string[] = [];
  const declined = await project.call(["edit", ID], {
    answers: ["n"],
    env,
    onAsk: (screen) => screens.push(screen),
  });
  assert.match(screens[0] ?? "", /\n- Why: it came up\.\n\+ Why: it was asked for\.\n/);
  const kept = /^hint: .*; your text is in (.+)$/m.exec(declined.stderr)?.[1] ?? "";
  assert.match(readFileSync(kept, "utf8"), /it was asked for/);
  rmSync(dirname(kept), { recursive: true });
  assert.deepEqual(readTree(project.root), before);
  await project.done(["edit", ID], { answers: ["y"], env });
  assert.deepEqual(await standingsOf(project), { [ID]: "verified: approved by you on 2026-05-01" });
  assert.match(readFileSync(join(project.root, "memories", `${ID}.md`), "utf8"), /it was asked for/);
});
