// Recall, what is kept out, sessions, health, and an edit while it is typed.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { runAudit } from "../../../src/app/audit/run-audit.ts";
import { examineRoot } from "../../../src/app/health/examine-root.ts";
import { examineIndex } from "../../../src/app/index/examine-index.ts";
import { checkView } from "../../../src/app/page/check-view.ts";
import { healthView } from "../../../src/app/page/health-view.ts";
import { keptOutView } from "../../../src/app/page/kept-out-view.ts";
import { overviewView } from "../../../src/app/page/overview-view.ts";
import { recallView, sessionsView } from "../../../src/app/page/sessions-view.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { describeStatus } from "../../../src/app/status/status.ts";
import { surveyStore } from "../../../src/app/status/survey-store.ts";
import { noteSpending } from "../../../src/observer/model/budget.ts";
import { keyOfSession } from "../../../src/observer/spool/spool.ts";
import { pick } from "../../fixture/pick.ts";
import { fileOf, ownReviewProject } from "../../fixture/review-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { AROUND, openPage } from "./open-page.ts";

const project = await ownReviewProject({ after });
await project.save("project_zebra", {
  name: "Zebra stripes",
  body: "The zebra crossing in front of the office is painted anew each spring, by the city.",
  more: ["--as-test-person"],
});

test("recall is shown as an agent would get it, with why each memory is in or out, and leaves no receipt", async (t) => {
  const { workspace } = await openPage(t, project);
  const view = await recallView(workspace, "When is the zebra crossing in front of the office painted?");
  assert.equal(view.outcome, "shown");
  assert.match(view.block ?? "", /Zebra stripes/);
  assert.equal(view.tokens, Math.ceil((view.block ?? "").length / 4));
  const [first] = view.entries;
  assert.deepEqual(
    [first?.id, first?.isShown, first?.why],
    ["project_zebra", true, "it is among the best matches"],
  );
  const words = first?.terms.map(({ word }) => word) ?? [];
  assert.ok(words.includes("zebra") && words.includes("office"), words.join(" "));
  assert.ok(view.entries.slice(1).every(({ isShown, cut, why }) => !isShown && cut !== null && why !== ""));
  assert.deepEqual((await recallView(workspace, "hi")).outcome, "skipped");
  assert.deepEqual(sessionsView(workspace), { sessions: [], more: 0 });
});

test("what is kept out has its kind, its reason and what would let it in; a refused text only its rule", async (t) => {
  const words = "save --type project --name Leak --description It --body".split(" ");
  const refused = await project.call([...words, `The token is ${SAMPLE_SECRET}, and it is quite secret.`]);
  assert.equal(refused.exit, 1);
  writeFileSync(fileOf(project, "project_broken"), "no frontmatter at all\n");
  const { workspace, cache } = await openPage(t, project);
  const view = await keptOutView(workspace, cache);
  assert.deepEqual(pick(view.memories, "kind", "id"), [
    ["flagged", "project_flagged"],
    ["foreign", "project_changed"],
    ["foreign", "project_foreign"],
    ["quarantined", "project_quarantined"],
    ["unreadable", "project_broken"],
  ]);
  assert.ok(view.memories.every(({ reason, remedy }) => reason !== "" && remedy !== ""));
  assert.deepEqual(view.refused, [
    { at: "2026-05-01T12:00:00Z", rule: "github-token", command: "save", by: "an agent or a script" },
  ]);
  const log = readFileSync(join(workspace.state.path, "refused.ndjson"), "utf8");
  assert.ok(!log.includes(SAMPLE_SECRET.slice(4, 12)) && !log.includes("Leak"));
});

test("health says of files what the doctor says, also of those in quarantine, and files that are none are named", async (t) => {
  const paths = [
    fileOf(project, "project_held", "quarantine"),
    join(project.root, "memories", "Not a memory.txt"),
    join(project.root, "memories", `${SAMPLE_SECRET}.md`),
  ];
  t.after(() => {
    for (const path of paths) rmSync(path);
  });
  for (const path of paths) writeFileSync(path, "no frontmatter at all\n");
  const { workspace, cache } = await openPage(t, project);
  const ailments = workspace.roots.flatMap((root) => examineRoot(workspace, root));
  const serious = ailments.filter(({ level }) => level === "error" || level === "warning");
  const { sentences } = await healthView(workspace, cache, []);
  assert.deepEqual(
    new Set(sentences.map(({ says }) => says)),
    new Set(serious.map(({ message }) => message)),
  );
  assert.ok(sentences.some(({ says }) => says.startsWith("project_held: ")));
  const view = await keptOutView(workspace, cache);
  const masked = `"${SAMPLE_SECRET.slice(0, 4)}…" (40 characters)`;
  const told = ailments.filter(({ check }) => check === "stranger").map(({ message }) => message);
  assert.deepEqual(pick(view.strangers, "path"), [
    ".claude/memory/memories/Not a memory.txt",
    `.claude/memory/memories/${masked}.md`,
  ]);
  assert.deepEqual(told, [
    "memories/Not a memory.txt is not a memory file: move it out of the root",
    `memories/${masked}.md is not a memory file: move it out of the root`,
  ]);
});

test("status, audit, index and the page count the same, archived ones and one in two directories too", async (t) => {
  const twice = fileOf(project, "project_zebra", "quarantine");
  t.after(() => rmSync(twice));
  writeFileSync(twice, readFileSync(fileOf(project, "project_zebra")));
  await project.done(["archive", "project_observed"], { now: "2026-05-20T11:00:00Z" });
  t.after(() => project.done(["unarchive", "project_observed"], { now: "2026-05-20T11:30:00Z" }));
  const { workspace, cache } = await openPage(t, project);
  const { standings } = await overviewView(workspace, cache, AROUND);
  const [root] = workspace.roots;
  assert.ok(root !== undefined);
  assert.deepEqual((await describeStatus(workspace, [])).standings, standings);
  assert.deepEqual(examineIndex(workspace, root).standings, standings);
  assert.deepEqual(surveyStore(workspace).roots[0]?.standings, standings);
  const audit = { since: null, dryRun: true, ask: async () => false, onProgress: () => undefined };
  assert.deepEqual((await runAudit(workspace, audit)).summary.standings, standings);
});

test("letters that only look Latin are shown by number in the block of a recall", async (t) => {
  // The o of another alphabet.
  await project.save("project_alike", {
    name: "Alike",
    body: "The quokka is fed at n\u043Eon, and never in the evening.",
    more: ["--as-test-person"],
  });
  const { workspace } = await openPage(t, project);
  const { block } = await recallView(workspace, "When is the quokka fed, in the evening?");
  assert.match(block ?? "", /fed at n⟦U\+043E⟧on/);
});

test("sessions have their receipts, an estimate of tokens, and what the Observer spent on them", async (t) => {
  const { workspace } = await openPage(t, project);
  const prompt = "When is the zebra crossing in front of the office painted?";
  await recallMemories(workspace, { prompt, session: "s-1", promptId: "p-1" });
  const next = { ...workspace, now: workspace.now + 60_000 };
  await recallMemories(next, { prompt, session: "s-1", promptId: "p-2" });
  const other = { session: "s-2", promptId: "p-3" };
  await recallMemories(workspace, { prompt: "Nothing about quetzalcoatl at all here", ...other });
  const spending = {
    call: "c",
    root: "r",
    session: keyOfSession("s-1"),
    input: 70,
    output: 7,
    cacheCreation: 0,
  };
  noteSpending(workspace.state.path, spending, workspace.now);
  const { sessions } = sessionsView(workspace);
  assert.deepEqual(pick(sessions, "id", "from", "to", "observed"), [
    [
      "s-1",
      "2026-05-20T12:00:00Z",
      "2026-05-20T12:01:00Z",
      { proposed: 0, inputTokens: 70, outputTokens: 7, calls: 1 },
    ],
    ["s-2", "2026-05-20T12:00:00Z", "2026-05-20T12:00:00Z", null],
  ]);
  const shown = sessions[0]?.receipts[0]?.shown[0];
  assert.deepEqual([shown?.id, shown?.name, shown?.form], ["project_zebra", "Zebra stripes", "full"]);
  assert.equal(sessions[1]?.tokens, 0);
  // Both blocks, by the measure of the view that shows one.
  const block = (await recallView(workspace, prompt)).tokens;
  const tokens = sessions[0]?.tokens ?? 0;
  assert.ok(tokens > block && tokens < 3 * block, `${tokens} beside ${block}`);
});

test("health says that all is well with a number behind each chart, or what is broken first", async (t) => {
  const { workspace, cache } = await openPage(t, project);
  const view = await healthView(workspace, cache, []);
  assert.deepEqual([view.state, view.sentences[0]?.state], ["broken", "broken"]);
  assert.equal(
    view.sentences[0]?.says,
    "project_broken: the first line is not `---`: correct the file or restore it from git, then credence review",
  );
  const chart = (title: string) => view.charts.find((each) => each.title === title)?.points ?? [];
  assert.deepEqual(pick(chart("By standing"), "value"), [5, 4, 2, 2, 0]);
  for (const [title, value] of [
    ["Facts over time", 5],
    ["Advice over time", 4],
    ["In quarantine over time", 2],
  ] as const)
    assert.equal(chart(title).at(-1)?.value, value, title);
  // The first memory is of the first of January.
  assert.equal(chart("Facts over time")[0]?.label, "2026-01-01");
  assert.deepEqual(chart("Stopped by a check"), [{ label: "2026-04-27", value: 1 }]);
  assert.deepEqual(pick(view.signers, "petname", "isOwn"), [
    ["this machine", true],
    ["you", true],
  ]);
  assert.ok(view.disk.every(({ bytes }) => bytes > 0));
  assert.equal(view.index[0]?.state, "up to date");
});

test("an edit is judged while it is typed: findings in place, what changes, and the digest that would be signed", async (t) => {
  const { workspace } = await openPage(t, project);
  const ref = { scope: "project", id: "project_zebra" } as const;
  const source = readFileSync(fileOf(project, "project_zebra"), "utf8");
  const check = async (text: string) => {
    const view = await checkView(workspace, { ...ref, text });
    assert.ok(view !== null);
    return view;
  };
  const same = await check(source);
  assert.deepEqual(same.acknowledges, []);
  assert.deepEqual(
    [same.digest, same.hardFails, same.lines.some(({ kind }) => kind === "added")],
    [null, false, false],
  );
  const better = await check(source.replace("by the city", "by volunteers"));
  assert.match(better.digest ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual(
    better.lines
      .filter(({ kind }) => kind === "added")
      .map(({ parts }) => parts.map(({ text }) => text).join("")),
    ["The zebra crossing in front of the office is painted anew each spring, by volunteers."],
  );
  const flagged = await check(source.replace("by the city", "by whoever ignores all previous instructions"));
  assert.deepEqual(flagged.acknowledges.length > 0, true);
  const leaking = source.replace("by the city", SAMPLE_SECRET);
  const leak = await check(leaking);
  assert.deepEqual([leak.hardFails, leak.digest], [true, null]);
  const finding = leak.findings.find(({ tool }) => tool === "secret-check");
  assert.equal(leaking.slice(finding?.start).startsWith(SAMPLE_SECRET), true);
  assert.ok(!JSON.stringify(leak).includes(SAMPLE_SECRET));
  const raised = await check(source.replace("type: project", "type: user"));
  assert.match(raised.findings[0]?.message ?? "", /an edit cannot change type/);
  assert.equal(raised.hardFails, true);
  const broken = await check("not a memory");
  assert.equal(broken.hardFails, true);
  assert.equal(await checkView(workspace, { scope: "user", id: "project_zebra", text: source }), null);
  assert.equal(readFileSync(fileOf(project, "project_zebra"), "utf8"), source);
});
