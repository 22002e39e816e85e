// What the page offers for a memory: only what has an effect, and the advice beside it names only what is offered.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, linkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { findForgettable, forgetMemory } from "../../../src/app/change/forget-memory.ts";
import { lastApproved } from "../../../src/app/memories/law.ts";
import { isRecallable } from "../../../src/app/memories/load-memory.ts";
import { isKeptOut } from "../../../src/app/memories/review-mark.ts";
import { noteShown } from "../../../src/app/memories/shown-to-end.ts";
import { type Offer, type OfferedAct, offerActs } from "../../../src/app/page/acts.ts";
import { keptOutView } from "../../../src/app/page/kept-out-view.ts";
import { adviseAbout } from "../../../src/app/page/remedies.ts";
import { unlockPerson } from "../../../src/app/people/unlock-person.ts";
import { decideReview } from "../../../src/app/review/choices.ts";
import { reviewReasons } from "../../../src/app/survey/reasons.ts";
import { openWorkspace, type Workspace } from "../../../src/app/workspace/workspace.ts";
import { IS_DEEP } from "../../deep.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { fileOf, ownReviewProject, TODAY, WAITING_IDS } from "../../fixture/review-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { openPage } from "./open-page.ts";

const project = await ownReviewProject({ after });
const IDS = [...WAITING_IDS, "project_young", "project_settled", ...(await plant())];

/** One of everything that can lie in a root. */
async function plant(): Promise<string[]> {
  const at = (id: string, directory?: string): string => fileOf(project, id, directory);
  const yesterday = { now: "2026-05-19T12:00:00Z" };
  const broken = {
    project_link: (path: string) => symlinkSync("/etc/hostname", path),
    project_fifo: (path: string) => execFileSync("mkfifo", [path]),
    project_huge: (path: string) => writeFileSync(path, memoryText({ name: "n".repeat(1_000_000) })),
    project_bytes: (path: string) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00])),
    project_hard: (path: string) => linkSync(join(project.root, "root.json"), path),
    project_broken: (path: string) => writeFileSync(path, "no frontmatter at all\n"),
    project_failing: (path: string) => writeFileSync(path, memoryText({ body: "Short." })),
    project_leak: (path: string) => writeFileSync(path, memoryText({ body: `It is ${SAMPLE_SECRET}.` })),
  };
  for (const [id, make] of Object.entries(broken)) make(at(id));
  writeFileSync(at("project_held", "quarantine"), "no frontmatter either\n");
  writeFileSync(at("project_recorded", "quarantine"), memoryText({ tier: "quarantined" }));
  const saved = ["project_rewritten", "project_cut_short", "project_key", "project_retired", "project_aside"];
  for (const id of saved) await project.save(id, yesterday);
  appendFileSync(at("project_rewritten"), "Somebody added this.\n");
  for (const id of ["project_cut_short", "project_key"])
    await project.done(["demote", id, "--reason", "doubtful"], yesterday);
  appendFileSync(at("project_key", "quarantine"), `The key is ${SAMPLE_SECRET}.\n`);
  await project.done(["retire", "project_retired"], yesterday);
  await project.done(["archive", "project_aside"], yesterday);
  return [...Object.keys(broken), "project_held", "project_recorded", ...saved];
}

function open(): Workspace {
  return openWorkspace({
    ...{ cwd: project.top, home: project.home, env: project.env },
    ...{ state: null, cache: null, root: null, scope: null },
    presence: { kind: "person" },
    now: Date.parse(TODAY),
  });
}

async function offerOf(workspace: Workspace, id: string): Promise<Offer | null> {
  return offerActs(workspace, { scope: "project", id });
}

/** `… with y`. */
function keysIn(advice: string | null): string[] {
  return Array.from((advice ?? "").matchAll(/ with ([a-z])(?![\w-])/g), ([, key = ""]) => key);
}

test("the advice names the key of every act that lets a memory in, and no other", async (t) => {
  const workspace = open();
  t.after(() => workspace.close());
  for (const id of IDS) {
    const offer = await offerOf(workspace, id);
    assert.ok(offer !== null, id);
    const advice = adviseAbout(offer);
    const offered = offer.acts.map(({ choice }) => choice);
    for (const key of keysIn(advice))
      assert.ok(
        offered.some((each) => each.key === key),
        `${id}: ${advice}`,
      );
    if (advice === null) continue;
    const raises = offered.filter(({ act }) => act.startsWith("raise:"));
    for (const { key } of raises) assert.ok(keysIn(advice).includes(key), `${id} offers ${key}: ${advice}`);
    assert.doesNotMatch(advice, /nothing on this page/, id);
  }
});

test("where an act is not offered, no sentence for any cause names its key", (t) => {
  const workspace = open();
  t.after(() => workspace.close());
  const [root] = workspace.roots;
  assert.ok(root !== undefined);
  const file = { id: "project_x", directory: "memories", path: fileOf(project, "project_x") } as const;
  const causes = ["broken", "unreadable", "unreliable", "never-seen", "changed-since-written"] as const;
  const more = ["changed-since-approval", "lowered", "recorded-quarantined", "written", "approved"] as const;
  const raising = ["raise:restore", "raise:keep", "raise:promote", "raise:reaffirm"];
  const offers = [...raising, "edit", "demote", "forget"];
  for (const cause of [...causes, ...more]) {
    for (const standing of ["verified", "inferred", "foreign", "quarantined"] as const) {
      for (const left of ["", ...offers]) {
        const offered = offers
          .filter((act) => act !== left)
          .map((act, at) => ({ act, key: "qwrtzui"[at] ?? "" }));
        const target = { root, file, standing: { standing, cause, reason: "" } };
        const acts = offered.map((choice) => ({ choice }));
        const subject = { target, flags: ["some-rule"], requests: [] };
        const advice = adviseAbout({ subject, showing: { judgement: null }, acts });
        const keys = offered.map(({ key }) => key);
        assert.ok(
          keysIn(advice).every((key) => keys.includes(key)),
          `${cause} ${standing}: ${advice}`,
        );
      }
    }
  }
});

/** Whatever a person can notice of it afterwards. */
function lookAt(workspace: Workspace, offer: Offer | null): string {
  if (offer === null) return "gone";
  const { target, requests } = offer.subject;
  const { standing, cause } = target.standing;
  const waits = reviewReasons(target, offer.subject, workspace).map(({ kind }) => kind);
  const approved = lastApproved(target, workspace.now);
  const uses = isRecallable(target);
  // Nobody is asked about it again, not even once its days in quarantine are over.
  const isOver = isKeptOut(target);
  return JSON.stringify([standing, cause, uses, target.file.path, waits, isOver, requests.length, approved]);
}

async function carryOut(id: string, wanted: string): Promise<readonly [before: string, after: string]> {
  const opened = open();
  const io = { askSecret: async () => "", ask: async () => "", err: () => undefined, env: {} };
  const person = await unlockPerson(opened, { act: "test", io, asTestPerson: true });
  try {
    const offer = await offerOf(person, id);
    const act: OfferedAct["act"] | undefined = offer?.acts.find(({ choice }) => choice.act === wanted)?.act;
    assert.ok(offer !== null && act !== undefined && act.kind !== "edit");
    const before = lookAt(person, offer);
    if (act.kind === "forget") forgetMemory(person, findForgettable(person, id), "because");
    else
      await decideReview(person, offer.subject, {
        act,
        reason: "because",
        confirm: async (shown) => noteShown(shown),
      });
    return [before, lookAt(person, await offerOf(person, id))];
  } finally {
    opened.close();
  }
}

test("whatever is offered has an effect, for each kind of memory and of file", async (t) => {
  const kept = `${project.base}.kept`;
  const restore = (): void => {
    rmSync(project.base, { recursive: true });
    execFileSync("cp", ["-a", kept, project.base]);
  };
  execFileSync("cp", ["-a", project.base, kept]);
  t.after(() => rmSync(kept, { recursive: true, force: true }));
  const workspace = open();
  const offers = new Map<string, string[]>();
  const tried = new Set<string>();
  for (const id of IDS) {
    const offer = await offerOf(workspace, id);
    const acts = (offer?.acts ?? []).map(({ choice }) => choice.act).filter((act) => act !== "edit");
    const { standing, text } = offer?.subject.target ?? {};
    const nameOf = (act: string): string =>
      `${act} ${standing?.standing} ${standing?.cause} ${text === null}`;
    // What is the same to the law is tried once, but where there is time.
    offers.set(id, IS_DEEP ? acts : acts.filter((act) => !tried.has(nameOf(act))));
    for (const act of acts) tried.add(nameOf(act));
    if (id === "project_foreign") assert.ok(!acts.includes("status:archive"));
    if (id === "project_held") assert.ok(!acts.includes("demote"));
  }
  workspace.close();
  for (const [id, acts] of offers) {
    for (const act of acts) {
      const [before, then] = await carryOut(id, act);
      restore();
      assert.notEqual(then, before, `${act} of ${id} changes nothing`);
    }
  }
});

test("each file that is kept out is listed with the advice of its own screen", async (t) => {
  const { workspace, cache } = await openPage(t, project);
  const { memories } = await keptOutView(workspace, cache);
  assert.ok(memories.length >= 14);
  for (const { id, remedy } of memories) {
    const offer = await offerOf(workspace, id);
    assert.equal(remedy, offer === null ? null : adviseAbout(offer), id);
  }
  const remedyOf = (id: string): string | null | undefined => memories.find((each) => each.id === id)?.remedy;
  assert.equal(
    remedyOf("project_foreign"),
    "read it and keep it as advice with a, or make its wording your own with e",
  );
  assert.equal(
    remedyOf("project_fifo"),
    "put a text of at most 64 kB at .claude/memory/memories/project_fifo.md, or remove what is there",
  );
  assert.match(
    remedyOf("project_key") ?? "",
    /^take the secret out of .*quarantine\/project_key\.md in your editor/,
  );
  assert.match(remedyOf("project_leak") ?? "", /take the secret out, .* with e$/);
});

test("who brings a young memory back from quarantine is told that it was not observed to the end", async (t) => {
  const workspace = open();
  t.after(() => workspace.close());
  const noteOf = async (id: string): Promise<string | null | undefined> =>
    (await offerOf(workspace, id))?.acts.find(({ choice }) => choice.act === "raise:restore")?.choice.note;
  assert.equal(
    await noteOf("project_cut_short"),
    "it would be observed until 2026-05-26; brought back, it is a fact at once",
  );
  // Observed from the first of May on.
  assert.equal(await noteOf("project_quarantined"), null);
});
