// Yes, no, later and mine under attack: nothing is raised without a person or unseen, what is hidden reaches no model, and what is
// written into the file of answers shows nobody anything.

import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { recallAtStart } from "../../src/app/recall/recall-at-start.ts";
import { openWorkspace } from "../../src/app/workspace/workspace.ts";
import { findPersonCommand } from "../../src/memory/law/person-commands.ts";
import { FLAGGED } from "../app/review/review-sample.ts";
import { auditProject } from "../fixture/audit-project.ts";
import type { InitProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { personsProject } from "../fixture/persons-project.ts";
import { accept, joinTeam, type Member, pair, pullAll } from "../fixture/team-machines.ts";
import { readTree } from "../fixture/tree.ts";
import { standingsOf } from "../fixture/two-machines.ts";
import type { Owner } from "../temp-dir.ts";

const ID = "project_deploy_window";
const WORD = "xylophone";
const BODY = `We deploy with the ${WORD} on Tuesdays.\n\nWhy: the team is there.\nHow to apply: plan for it.`;

/** Bo accepted Ana's card, and she approved a memory. */
async function acquainted(owner: Owner): Promise<readonly [ana: Member, bo: Member]> {
  const [ana, bo] = await pair(owner);
  await ana.save(ID, { body: BODY, more: ["--as-test-person"] });
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  return [ana, bo];
}

async function startBlock({ top, home, env }: Member): Promise<string> {
  const places = { cwd: top, home, env, state: null, cache: null, root: null, scope: null };
  const presence = { kind: "nobody", why: "there is no terminal" } as const;
  const workspace = openWorkspace({ ...places, presence, now: Date.parse("2026-05-01T12:00:00Z") });
  try {
    return (await recallAtStart(workspace)).text;
  } finally {
    workspace.close();
  }
}

/** What an agent on this machine gets of it, by every command that answers one, and at a session's start. */
async function shownTo(member: Member): Promise<Record<string, boolean>> {
  const calls: readonly (readonly string[])[] = [
    ["recall", "--prompt", `what about the ${WORD}, when do we deploy?`],
    ["search", WORD],
    ["search", WORD, "--json"],
    ["show", ID],
    ["list", "--json"],
    ["why", ID, "--prompt", WORD],
  ];
  const shown: Record<string, boolean> = {};
  for (const words of calls) {
    const { stdout } = await member.call(words);
    shown[words.slice(0, 1).join(" ")] = /Tuesdays/.test(stdout) || shown[words[0] ?? ""] === true;
  }
  shown["session start"] = (await startBlock(member)).includes(ID);
  return shown;
}

test("a teammate's fact that is hidden here reaches no model on this machine, and is back after a person's yes", async (t) => {
  const [ana, bo] = await acquainted(t);
  const before = await shownTo(bo);
  const surfaces = ["recall", "search", "show", "list", "session start"];
  assert.deepEqual(
    surfaces.filter((name) => before[name] !== true),
    [],
  );
  const files = readTree(bo.root);
  assert.equal((await bo.call(["no", ID], { answers: [] })).stdout.split(";")[0], `${ID} is hidden here`);
  assert.deepEqual(Object.values(await shownTo(bo)).filter(Boolean), []);
  assert.equal((await standingsOf(bo))[ID], "foreign: hidden here");
  // Nobody else is told, and nothing in the root says so.
  const { "index.md": _now, ...after } = readTree(bo.root);
  const { "index.md": _then, ...untouched } = files;
  assert.deepEqual(after, untouched);
  assert.equal((await shownTo(ana))["recall"], true);
  const back = await bo.call(["yes", ID], { answers: ["confirm"] });
  assert.equal(back.stdout, `${ID} is shown here again, as it stands\n`);
  assert.equal((await standingsOf(bo))[ID], "verified: approved by Ana on 2026-05-01");
  assert.deepEqual(await shownTo(bo), before);
});

test("--for-all signs it, so that the teammate's machine has it in quarantine too", async (t) => {
  const [ana, bo] = await acquainted(t);
  await bo.done(["no", ID, "--for-all", "--reason", "wrong"], { answers: [] });
  assert.match((await standingsOf(bo))[ID] ?? "", /^quarantined: lowered by you/);
  await accept(ana, bo);
  rmSync(join(ana.root, "memories", `${ID}.md`));
  pullAll([ana, bo]);
  assert.match((await standingsOf(ana))[ID] ?? "", /^quarantined: lowered by Bo/);
});

test("without a person yes, later and mine are refused, no files a request, and nothing is hidden", async (t) => {
  const [, bo] = await acquainted(t);
  await bo.save("project_own", { more: ["--dictated"] });
  const before = await standingsOf(bo);
  for (const words of [["yes"], ["later"], ["mine"]]) {
    for (const id of [ID, "project_own"]) {
      const { exit, stderr } = await bo.call([...words, id]);
      assert.deepEqual([exit, stderr.split(":")[1]], [1, " NEEDS_PERSON"], `${words} ${id}: ${stderr}`);
    }
  }
  assert.match((await bo.call(["no", ID])).stdout, /^not changed: a person approved .*; filed as a request/);
  assert.match((await bo.call(["no", "--query", WORD])).stderr, /^error: NEEDS_PERSON: /);
  assert.deepEqual(await standingsOf(bo), before);
  assert.equal((await shownTo(bo))["recall"], true);
  for (const name of ["yes", "later", "mine"])
    assert.equal(
      findPersonCommand({ words: [name, ID], options: [] }),
      name,
      "the guard denies it to an agent",
    );
});

test("an agent in the environment is no person, whatever terminal it has", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { more: ["--dictated"] });
  for (const word of ["yes", "mine", "later"]) {
    const { exit, stderr } = await project.call([word, ID], {
      answers: ["y", "mine"],
      env: { CLAUDECODE: "1" },
    });
    assert.deepEqual([exit, stderr.split(":")[1]], [1, " NEEDS_PERSON"], stderr);
  }
  assert.match((await standingsOf(project))[ID] ?? "", /^inferred/);
});

const rootState = ({ state }: InitProject): string => {
  const roots = readdirSync(join(state, "roots")).map((name) => join(state, "roots", name));
  return roots.find((path) => readdirSync(path).includes("journal.ndjson")) ?? "";
};

test("what is written into the file of answers raises nothing, and what is no answer counts for nothing", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  writeFileSync(join(project.root, "memories", "project_foreign.md"), memoryText({ name: "Foreign" }));
  const before = await standingsOf(project);
  const path = join(rootState(project), "answers.ndjson");
  const { digest } = JSON.parse((await project.done(["show", ID, "--json"], { answers: [] })).stdout);
  const line = { v: 1, at: "2026-05-01T12:00:00Z", id: ID, digest, answer: "hidden" };
  const hostile = [
    ...["{", "null", "[]", "\u0000\uFFFF", JSON.stringify({ ...line, answer: "yes" })],
    ...[JSON.stringify({ ...line, answer: "verified" }), JSON.stringify({ ...line, digest: "*" })],
    ...[JSON.stringify({ ...line, id: "../../x" }), JSON.stringify({ ...line, v: 2 })],
    JSON.stringify({ ...line, id: "__proto__" }),
    // Dated ahead, it would put off for ever.
    JSON.stringify({ ...line, id: "project_foreign", at: "2099-01-01T00:00:00Z", answer: "later" }),
  ];
  writeFileSync(path, `${hostile.join("\n")}\n`);
  assert.deepEqual(await standingsOf(project), before);
  const waiting = JSON.parse((await project.done(["review", "--json"])).stdout);
  assert.equal(waiting.length, 1);
  for (const make of [
    () => mkdirSync(path),
    () => symlinkSync("/dev/zero", path),
    () => writeFileSync(path, "x".repeat(5_000_000)),
  ]) {
    rmSync(path, { recursive: true });
    make();
    assert.deepEqual(await standingsOf(project), before);
    const refused = await project.call(["later", "project_foreign"], { answers: [] });
    assert.match(
      refused.stderr,
      /^error: STATE_REFUSED: .*answers\.ndjson is not a file that credence wrote/,
    );
  }
});

test("yes to several signs only what was shown to its end, each with its own word, and names what it did not sign", async (t) => {
  const project = await personsProject(t);
  const ids = ["project_seen", "project_unseen", "project_swapped"];
  const lines = Array.from({ length: 30 }, (_, at) => `Server ${at} has ${at + 7} disks, in room ${at * 3}.`);
  for (const id of ids)
    await project.save(id, { more: ["--dictated"], body: [`About ${id}.`, ...lines].join("\n") });
  const path = join(project.root, "memories", "project_foreign.md");
  writeFileSync(path, memoryText({ name: "Foreign" }));
  const lists: string[] = [];
  const answers = (screen: string): string => {
    if (/type sign to carry out/.test(screen)) {
      lists.push(screen);
      appendFileSync(join(project.root, "memories", "project_swapped.md"), "A line that nobody saw.\n");
      return "sign";
    }
    if (/type keep, Enter alone/.test(screen)) return "y";
    if (/rows; Enter for more/.test(screen)) return screen.includes("project_unseen") ? "q" : "";
    return "y";
  };
  const { exit, stdout, stderr } = await project.call(["yes", ...ids, "project_foreign", "project_none"], {
    answers,
    rows: 24,
  });
  assert.equal(exit, 1);
  assert.equal(stdout, "project_seen is verified\n");
  assert.deepEqual(
    [...stderr.matchAll(/^error: ([A-Z_]+): (\S+):/gm)].map(([, code, id]) => `${id} ${code}`),
    [
      "project_none NOT_FOUND",
      "project_unseen DECLINED",
      "project_foreign DECLINED",
      "project_swapped OCC_CONFLICT",
    ],
  );
  assert.doesNotMatch(lists.join(), /project_unseen|project_foreign/);
  const standings = await standingsOf(project);
  assert.match(standings["project_seen"] ?? "", /^verified/);
  for (const id of ["project_unseen", "project_swapped", "project_foreign"])
    assert.doesNotMatch(standings[id] ?? "", /^verified/, id);
});

test("mine is one memory, shown whole, by the typed word, and then the person's own write of the same text", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { body: BODY });
  const screens: string[] = [];
  const onAsk = (screen: string): void => void screens.push(screen);
  const agent = await project.call(["mine", ID], { answers: [], env: { CLAUDECODE: "1" } });
  assert.match(agent.stderr, new RegExp(`^error: NEEDS_PERSON: .*make ${ID} your own words`));
  const declined = await project.call(["mine", ID], { answers: ["y"], onAsk });
  assert.deepEqual(
    [declined.exit, declined.stderr.split("\n")[0]],
    [1, "error: DECLINED: you did not type mine"],
  );
  assert.match(screens[0] ?? "", new RegExp(`${WORD}[\\s\\S]*type mine, Enter alone changes nothing: $`));
  const text = readFileSync(join(project.root, "memories", `${ID}.md`), "utf8");
  assert.match(
    (await project.call(["yes", ID], { answers: [] })).stderr,
    /2026-05-08T12:00:00Z; credence mine project_/,
  );
  assert.equal(
    (await project.call(["mine", ID], { answers: ["mine"] })).stdout,
    `${ID} is yours, and verified\n`,
  );
  const after = readFileSync(join(project.root, "memories", `${ID}.md`), "utf8");
  assert.match(after, /^origin: user$/m);
  assert.equal(after.split("---\n")[2], text.split("---\n")[2]);
  const { operations } = JSON.parse((await project.call(["audit", "--json", "--dry-run"])).stdout);
  assert.ok(
    operations.some(
      ({ command, count }: { command: string; count: number }) => command === "mine" && count === 1,
    ),
  );
  assert.equal((await project.call(["mine", ID, "project_other"], { answers: ["mine"] })).exit, 64);
});

test("mine is refused with a strong finding, with taint, from another machine, and once it is due, each with a fix", async (t) => {
  const project = auditProject(t);
  const time = "2026-05-01T09:00:00Z";
  await project.plant("project_strong", { time, body: FLAGGED });
  await project.plant("project_tainted", { time, extra: ["taint: [web]"] });
  await project.plant("project_due", { time });
  await project.plant("project_foreign", { by: "nobody" });
  const refused: Record<string, string> = {};
  for (const id of ["project_strong", "project_tainted", "project_due", "project_foreign"]) {
    const now = id === "project_due" ? "2026-05-20T12:00:00Z" : "2026-05-02T12:00:00Z";
    const { exit, stderr } = await project.call(["mine", id, "--acknowledge", "--as-test-person"], { now });
    assert.equal(exit, 1, id);
    refused[id] = stderr.split("\n")[0]?.replace("error: ", "") ?? "";
    assert.match(stderr, /^hint: credence /m);
  }
  assert.match(refused["project_strong"] ?? "", /^FLAGGED: project_strong has a strong finding/);
  assert.match(refused["project_tainted"] ?? "", /written after reading what others can write$/);
  assert.match(refused["project_due"] ?? "", /^WRONG_STANDING: project_due is not under observation$/);
  assert.match(refused["project_foreign"] ?? "", /^WRONG_STANDING: project_foreign is foreign/);
});
