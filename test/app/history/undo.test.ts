import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { ledgerOf } from "../../fixture/ledger-file.ts";
import { personsProject } from "../../fixture/persons-project.ts";
import { assertFails } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import type { Outcome } from "../../fixture/scratch-project.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_window";
const BODY = "We deploy on Tuesdays.\n\nWhy: the team is there.\nHow to apply: plan for it.";
const LATER = BODY.replace("Tuesdays", "Thursdays");

type Steps = {
  /** One day after the other, by a person unless it is said. */
  readonly act: (words: readonly string[], by?: "person" | "machine") => Promise<Outcome>;
  readonly undo: (id?: string) => Promise<Outcome>;
  /** What it is now: its standing, its status, and the day in its text. */
  readonly state: (id?: string) => Promise<string>;
};

function stepsIn(project: InitProject, first = 1): Steps {
  let day = first;
  const act: Steps["act"] = (words, by = "person") => {
    day += 1;
    const now = new Date(Date.UTC(2026, 4, day, 12)).toISOString().replace(".000", "");
    return project.call([...words, "--now", now, ...(by === "person" ? ["--as-test-person"] : [])]);
  };
  return {
    act,
    undo: (id = ID) => act(["undo", id]),
    state: async (id = ID) => {
      const { standing, status, body } = JSON.parse((await act(["show", id, "--json"])).stdout);
      return [standing, status, /(\w+day)s/.exec(body ?? "")?.[1] ?? "-"].join(" ");
    },
  };
}

/** As written by a machine, or by a person. */
async function begin(
  t: Parameters<typeof initProject>[0],
  by: "person" | "machine",
): Promise<Steps & { project: InitProject }> {
  const project = await initProject(t, { user: true });
  await project.save(ID, { body: BODY, more: by === "person" ? ["--as-test-person"] : [] });
  return { project, ...stepsIn(project) };
}

test("each change is undone by the transition that the law has for it, and undo of an undo brings it back", async (t) => {
  const rows: readonly (readonly [readonly string[], string, string])[] = [
    [["demote", ID, "--reason", "doubtful"], "quarantined active Tuesday", "verified active Tuesday"],
    [["retire", ID], "retired retired Tuesday", "verified active Tuesday"],
    [["archive", ID], "verified archived Tuesday", "verified active Tuesday"],
    [["update", ID, "--body", LATER], "verified active Thursday", "verified active Tuesday"],
  ];
  for (const [words, after, before] of rows) {
    const { act, undo, state } = await begin(t, "person");
    assert.equal((await act(words)).exit, 0, words.join(" "));
    assert.equal(await state(), after);
    for (const expected of [before, after, before]) {
      const undone = await undo();
      assert.equal(undone.exit, 0, undone.stderr);
      assert.equal(await state(), expected, words.join(" "));
    }
  }
});

test("a promotion is undone by a demotion, and a save by taking it out of use", async (t) => {
  const { act, undo, state } = await begin(t, "machine");
  for (let day = 0; day < 8; day += 1) await act(["log"]);
  assert.equal((await act(["promote", ID])).exit, 0);
  assert.equal((await undo()).stdout, `${ID} is in quarantine\n`);
  assert.equal(await state(), "quarantined active Tuesday");
  assert.equal((await undo()).stdout, `${ID} is verified again\n`);
  const saved = await begin(t, "person");
  assert.equal((await saved.undo()).stdout, `${ID} is retired\n`);
  assert.equal((await saved.undo()).stdout, `${ID} is in use again\n`);
});

test("a confirmation of what was a fact already has nothing to take back", async (t) => {
  const { act, undo, state } = await begin(t, "person");
  await act(["reaffirm", ID]);
  assertFails(
    await undo(),
    /^error: WRONG_STANDING: .*it was a fact before it was confirmed again\nhint: credence demote/,
  );
  assert.equal(await state(), "verified active Tuesday");
});

test("a text that an agent changed comes back as advice, and never as a fact without its observation", async (t) => {
  const { act, undo, state } = await begin(t, "machine");
  await act(["update", ID, "--body", LATER], "machine");
  assert.equal(await state(), "inferred active Thursday");
  assert.equal((await undo()).stdout, `${ID} is back at the text of before, as advice\n`);
  assert.equal(await state(), "inferred active Tuesday");
  await act(["update", ID, "--body", LATER.replace("Thursdays", "Mondays")]);
  assert.equal(await state(), "verified active Monday");
  const early = await begin(t, "machine");
  await early.act(["update", ID, "--body", LATER]);
  const refused = await early.undo();
  assert.equal(refused.exit, 1);
  assert.match(
    refused.stderr,
    /^error: OBSERVING: .*the text before was advice, which a fact does not become again/,
  );
  assert.match(refused.stderr, /hint: it can be promoted from 2026-05-08T12:00:00Z; credence edit/);
  assert.equal(await early.state(), "verified active Thursday");
  for (let day = 0; day < 7; day += 1) await early.act(["log"]);
  assert.equal((await early.undo()).stdout, `${ID} is back at the text of before, as a fact\n`);
  assert.equal(await early.state(), "verified active Tuesday");
});

test("a text that was changed past the command comes back as it was confirmed", async (t) => {
  const { project, undo, state } = await begin(t, "person");
  const path = join(project.root, "memories", `${ID}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("Tuesdays", "Sundays"));
  assert.equal(await state(), "foreign active Sunday");
  assert.equal((await undo()).exit, 0);
  assert.equal(await state(), "verified active Tuesday");
});

test("a move is undone by a move back, and a merge by both memories", async (t) => {
  const { project, act, undo, state } = await begin(t, "person");
  await act(["move", ID, "--scope", "user"]);
  assert.equal(existsSync(join(project.userRoot, "memories", `${ID}.md`)), true);
  assert.equal((await undo()).stdout, `${ID} is back in .claude/memory/\n`);
  assert.equal(existsSync(join(project.userRoot, "memories", `${ID}.md`)), false);
  assert.equal(await state(), "verified active Tuesday");
  await project.save("project_other", { body: LATER, more: ["--as-test-person"] });
  await act(["merge", ID, "project_other"]);
  assert.equal(await state("project_other"), "retired retired Thursday");
  assert.equal((await undo()).exit, 0);
  assert.equal(await state(), "verified active Tuesday");
  assert.equal(await state("project_other"), "verified active Thursday");
});

test("what was forgotten or deleted cannot be undone, and that is said", async (t) => {
  const { act, undo } = await begin(t, "person");
  await act(["forget", ID, "--reason", "private"]);
  assertFails(await undo("last"), /^error: REMOVED: .* was forgotten, which cannot be undone\n/);
  // After a day nothing here knows the name any more.
  assertFails(await undo(ID), /^error: NOT_FOUND: /);
  const other = await begin(t, "person");
  await other.act(["retire", ID]);
  for (let day = 0; day < 40; day += 1) await other.act(["config", "list"]);
  await other.act(["gc"]);
  for (const given of [ID, "last"])
    assert.match(
      (await other.undo(given)).stderr,
      /^error: REMOVED: .* was deleted for good, which cannot be undone\n/,
    );
});

test("without a name your own last change is meant, unless somebody changed the memory since", async (t) => {
  const { project, act, undo, state } = await begin(t, "person");
  await project.save("project_other", { body: BODY });
  await act(["retire", ID]);
  await act(["update", "project_other", "--body", LATER], "machine");
  assert.equal((await act(["undo"])).stdout, `${ID} is in use again\n`);
  assert.equal((await undo("LAST")).stdout, `${ID} is retired\n`);
  await act(["archive", "project_other"]);
  await act(["update", "project_other", "--body", BODY], "machine");
  assertFails(
    await act(["undo"]),
    /^error: OCC_CONFLICT: project_other, which you changed last, was changed by this machine since\nhint: credence undo project_other/,
  );
  assert.equal(await state("project_other"), "inferred archived Tuesday");
});

test("a text that is not kept here stays, and the reader is told where to look", async (t) => {
  const { project, act, undo, state } = await begin(t, "machine");
  await act(["update", ID, "--body", LATER], "machine");
  const ledger = new DatabaseSync(ledgerOf(project));
  ledger.exec("DELETE FROM texts");
  ledger.close();
  const refused = await undo();
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /^error: NOT_FOUND: the text before is not kept on this machine/);
  assert.match(refused.stderr, /git log -p -- \.claude\/memory\/memories\/project_deploy_window\.md/);
  assert.equal(await state(), "inferred active Thursday");
});

test("what is shown is what happens: the act and its result first, a no changes nothing", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { body: BODY, answers: ["y"] });
  await project.done(["demote", ID, "--reason", "doubtful"], { answers: [], now: "2026-05-02T12:00:00Z" });
  const before = readTree(project.root);
  const screens: string[] = [];
  const onAsk = (screen: string): unknown => screens.push(screen);
  const no = await project.call(["undo", ID], { answers: ["n"], onAsk });
  assert.equal(no.exit, 1);
  assert.deepEqual(readTree(project.root), before);
  assert.match(screens[0] ?? "", /We deploy on Tuesdays/);
  assert.ok(
    screens[0]?.endsWith(
      [
        `: ${ID} was sent to quarantine by you on 2026-05-02; undo means restore: it comes back as a fact`,
        "bring exactly this text back, so that it applies as fact? [y/N] ",
      ].join("\n"),
    ),
    screens[0],
  );
  await project.done(["undo", ID], { answers: ["y"] });
  const again = await project.done(["undo"], { answers: ["y"], onAsk });
  assert.match(screens.at(-1) ?? "", /undo means demote: it goes to quarantine/);
  assert.equal(again.stdout, `${ID} is in quarantine\n`);
});

test("a change between the question and the yes stops every undo", async (t) => {
  const rows: readonly (readonly string[])[] = [
    ["demote", ID, "--reason", "doubtful"],
    ["retire", ID],
    ["archive", ID],
    ["update", ID, "--body", LATER],
  ];
  const project = await personsProject(t);
  for (const [place, words] of rows.entries()) {
    const id = `${ID}_${place}`;
    await project.save(id, { body: BODY.replace("We", `Team ${place} and we`), answers: ["y"] });
    await project.done(
      words.map((word) => (word === ID ? id : word)),
      { answers: ["y"] },
    );
    const directory = words[0] === "demote" ? "quarantine" : "memories";
    const path = join(project.root, directory, `${id}.md`);
    const onAsk = (): void => writeFileSync(path, readFileSync(path, "utf8").replace("team is", "boss is"));
    const stopped = await project.call(["undo", id], { answers: ["y"], onAsk });
    assert.match(stopped.stderr, /OCC_CONFLICT/, words.join(" "));
    assert.match(readFileSync(path, "utf8"), /boss is/);
  }
});

test("a merge that is undone by half loses no text, and is undone to its end the next time", async (t) => {
  const project = await personsProject(t);
  const state = async (): Promise<string[]> => {
    const { stdout } = await project.done(["list", "--json"], { answers: [] });
    const rows: { id: string; standing: string; body: string }[] = JSON.parse(stdout);
    return rows.map(({ id, standing, body }) => `${id} ${standing} ${body.match(/\w+days/g)?.join(" ")}`);
  };
  await project.save(ID, { body: BODY, answers: ["y"] });
  await project.save("project_other", { body: LATER, answers: ["y"] });
  await project.done(["merge", ID, "project_other"], { answers: ["y"] });
  const screens: string[] = [];
  const onAsk = (screen: string): unknown => screens.push(screen);
  const half = await project.call(["undo", ID], { answers: ["y", "n"], onAsk });
  assert.match(half.stderr, /DECLINED/);
  assert.match(screens[0] ?? "", /; undo means for project_other unretire: it is used again\n/);
  const back = "project_other verified Thursdays";
  assert.deepEqual(await state(), [`${ID} verified Tuesdays Thursdays`, back]);
  await project.done(["undo", ID], { answers: ["y"] });
  assert.deepEqual(await state(), [`${ID} verified Tuesdays`, back]);
});

test("an agent cannot undo", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { body: BODY });
  assertFails(
    await project.call(["undo", ID], { answers: ["y"], env: { CLAUDECODE: "1" } }),
    /^error: NEEDS_PERSON: /,
  );
  assert.equal((await project.call(["undo", ID])).exit, 1);
});

test("a text in which a secret was found is kept nowhere, and forgetting takes the replaced ones too", async (t) => {
  const { project, act } = await begin(t, "machine");
  await act(["update", ID, "--body", LATER], "machine");
  assert.equal(findText(project.state, "on Tuesdays").length, 1);
  const path = join(project.root, "memories", `${ID}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("Thursdays", `Fridays with ${SAMPLE_SECRET}`));
  assert.equal((await act(["update", ID, "--body", LATER.replace("Thurs", "Satur")])).exit, 0);
  assert.deepEqual(findText(project.credenceHome, SAMPLE_SECRET), []);
  await act(["forget", ID, "--reason", "private"]);
  for (const day of ["Tuesdays", "Thursdays", "Saturdays"])
    assert.deepEqual(findText(project.state, day), []);
});

test("undo takes back the newest act at this terminal, whether it was signed or not", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  await project.save("project_other", { now: "2026-05-02T12:00:00Z" });
  // By somebody at the terminal, without the passphrase: no person approved it.
  await project.done(["retire", "project_other"], { answers: [], now: "2026-05-03T12:00:00Z" });
  // By an agent: nobody at this terminal did it.
  await project.save("project_agents", { now: "2026-05-03T13:00:00Z" });
  const listed = JSON.parse((await project.done(["undo", "--list", "--json"], { answers: [] })).stdout);
  assert.deepEqual(
    listed.map(({ id, act }: Record<string, string>) => `${id} ${act}`),
    ["project_other retired", `${ID} written`],
  );
  const asked: string[] = [];
  const undone = await project.call(["undo"], {
    ...{ answers: ["y"], now: "2026-05-04T12:00:00Z" },
    onAsk: (screen) => void asked.push(screen),
  });
  assert.match(asked[0] ?? "", /project_other was taken out of use by this machine on 2026-05-03/);
  assert.equal(undone.stdout, "project_other is in use again\n");
});

test("undo of what was hidden or put off ends the answer, and undo of that gives it again", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { more: ["--dictated"] });
  const call = (words: string[], now: string) => project.call([...words, "--as-test-person"], { now });
  const waits = async () =>
    JSON.parse((await project.done(["review", "--json"], { now: "2026-05-02T12:00:00Z" })).stdout).length;
  assert.equal((await call(["later", ID], "2026-05-01T13:00:00Z")).exit, 0);
  assert.equal(await waits(), 0);
  assert.match((await call(["undo"], "2026-05-01T14:00:00Z")).stdout, /is as it was before your answer/);
  assert.equal(await waits(), 1);
  assert.match((await call(["undo"], "2026-05-01T15:00:00Z")).stdout, /is put off for a week/);
  assert.equal(await waits(), 0);
});
