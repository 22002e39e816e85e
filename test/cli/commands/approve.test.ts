import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { personsProject } from "../../fixture/persons-project.ts";
import { APPROVED, standingsOf, twoMachines, WRITTEN } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";

/** Approves it with these answers, and gives the last line of the screen before each. */
async function approve(
  project: InitProject,
  args: readonly string[],
  answers: readonly string[],
): Promise<{ exit: number; stdout: string; stderr: string; asked: string[] }> {
  const asked: string[] = [];
  const outcome = await project.call(["approve", ...args], {
    answers,
    onAsk: (screen) => void asked.push(screen.split("\n").slice(-2).join("\n")),
  });
  return { ...outcome, asked };
}

test("a dictated memory becomes a fact, and the question names act and result", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { more: ["--dictated"] });
  const { exit, stdout, asked } = await approve(project, ["deploy"], ["y"]);
  assert.deepEqual(asked, [
    "promote: becomes a fact\nconfirm exactly this text, so that it applies as fact? [y/N] ",
  ]);
  assert.deepEqual([exit, stdout], [0, `${ID} is verified\n`]);
});

test("an observed one is refused with the day from which it can be approved, before anything is shown", async (t) => {
  const project = await personsProject(t);
  await project.save(ID);
  const { exit, stderr, asked } = await approve(project, [ID], []);
  assert.deepEqual([exit, asked], [1, []]);
  assert.match(stderr, /^error: OBSERVING: .*\nhint: .*2026-05-08T12:00:00Z/);
});

test("whoever has no key yet is refused before one is made", async (t) => {
  const project = await initProject(t, { state: "real" });
  await project.save(ID);
  const { exit, stderr, asked } = await approve(project, [ID], ["none"]);
  assert.deepEqual([exit, asked], [1, []]);
  assert.match(stderr, /^error: OBSERVING: /);
  assert.ok(readdirSync(join(project.state, "keys")).every((name) => !name.startsWith("person")));
});

test("a foreign one becomes advice, one that changed since its approval a fact again", async (t) => {
  const { ana, bo } = await twoMachines(t);
  const kept = await approve(bo, [APPROVED], ["y"]);
  assert.deepEqual(kept.asked, [
    "keep: becomes advice, marked\nallow exactly this text as advice, marked as inferred? [y/N] ",
  ]);
  const path = join(ana.root, "memories", `${APPROVED}.md`);
  appendFileSync(path, "\nOne line more.\n");
  const changed = await approve(ana, [APPROVED], ["y"]);
  assert.deepEqual(changed.asked, [
    "reaffirm: counts as fact again\nconfirm exactly this text again? [y/N] ",
  ]);
  assert.equal((await standingsOf(ana))[APPROVED], "verified: approved by you on 2026-05-01");
  assert.match((await approve(ana, [WRITTEN, "--restore"], [])).stderr, /^error: WRONG_STANDING: /);
});

test("a quarantined one needs --restore, a retired one is used again", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  await project.done(["demote", ID, "--reason", "odd"], { answers: [] });
  const refused = await approve(project, [ID], []);
  assert.equal(
    refused.stderr,
    `error: WRONG_STANDING: ${ID} is in quarantine\nhint: credence approve ${ID} --restore brings it back as a fact\n`,
  );
  const restored = await approve(project, [ID, "--restore"], ["y"]);
  assert.match(restored.asked[0] ?? "", /^restore: comes back as a fact\n/);
  await project.done(["retire", ID], { answers: [] });
  const back = await approve(project, [ID], ["y"]);
  assert.match(back.asked[0] ?? "", /^unretire: is used again\n/);
  assert.equal(back.stdout, `${ID} is in use again\n`);
});

test("what changes while a person looks is shown and asked about again, and a no changes nothing", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { more: ["--dictated"] });
  const path = join(project.root, "memories", `${ID}.md`);
  const before = readFileSync(path, "utf8");
  let questions = 0;
  const outcome = await project.call(["approve", ID], {
    answers: ["y", "n"],
    onAsk: () => {
      questions += 1;
      if (questions === 1) writeFileSync(path, before.replace("it came up", "somebody slipped this in"));
    },
  });
  assert.deepEqual([questions, outcome.exit], [2, 1]);
  assert.match(outcome.stderr, /has changed since it was read; this is how it stands now\n/);
  assert.match(outcome.stderr, /error: DECLINED/);
  assert.doesNotMatch((await standingsOf(project))[ID] ?? "", /^verified/);
});
