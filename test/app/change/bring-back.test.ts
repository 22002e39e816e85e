// A text that was removed does not come back by way of another memory: by an update, a move or a merge.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mergeMemories } from "../../../src/app/change/merge/merge-memories.ts";
import { moveMemory } from "../../../src/app/change/move-memory.ts";
import { saveMemory } from "../../../src/app/change/save-memory.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { listMemories } from "../../../src/app/memories/list-memories.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import type { CredenceError } from "../../../src/memory/errors.ts";
import type { Draft } from "../../../src/memory/file/draft.ts";
import { demote, forget, look, setStatus, update } from "../../fixture/act-on.ts";
import { DRAFT, type OpenProject, openProject, savedProject } from "../../fixture/open-project.ts";
import { assertRefused, refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const REMOVED = "project_deploy_on_fridays";
const OTHER = "project_something_unlike_it";
const UNLIKE = {
  name: "Something unlike it",
  body: "Nothing in this text is about the other memory at all.",
} as const;
const { name, description, body } = DRAFT;

async function saveForUser(project: OpenProject, id: string): Promise<void> {
  const workspace = await project.open();
  await saveMemory(workspace, { root: rootOf(workspace, "user"), draft: DRAFT, id });
}

async function moveToProject(project: OpenProject, id: string): Promise<unknown> {
  const workspace = await project.open();
  return moveMemory(workspace, findMemory(workspace, id, "project"), {
    destination: rootOf(workspace, "project"),
  });
}

for (const [how, remove] of [
  ["forgot", forget],
  ["demoted", demote],
] as const) {
  test(`a machine's update to the text that a person ${how} is refused (§6)`, async (t) => {
    const project = await savedProject(t);
    await remove(project, REMOVED, { person: true });
    await project.save(UNLIKE);
    await assertRefused(project.base, "REMOVED", () => update(project, [OTHER, { name, description, body }]));
    // Under its own title, and with a word more: a near-copy of what is in quarantine.
    const own = update(project, [OTHER, { body }]);
    await assert.rejects(own, refusal("REMOVED"));
    const longer = update(project, [OTHER, { body: `${body}\nAnd more.` }]);
    if (how === "forgot") assert.equal((await longer).kind, "updated");
    else await assert.rejects(longer, refusal("REMOVED"));
  });

  test(`what a person ${how} in the project does not come back under another title or in the user scope`, async (t) => {
    const project = await savedProject(t);
    await remove(project, REMOVED, { person: true });
    const before = readTree(project.base);
    const titled = { ...DRAFT, name: "Another title", description: "Other words" };
    await assert.rejects(project.save(titled), refusal("REMOVED"));
    const workspace = await project.open();
    const user = { root: rootOf(workspace, "user"), draft: titled, id: null };
    await assert.rejects(saveMemory(workspace, user), refusal("REMOVED"));
    assert.deepEqual(readTree(project.base), before);
  });

  test(`a machine moves no text to where a person ${how} it (§6)`, async (t) => {
    const project = await savedProject(t);
    await saveForUser(project, OTHER);
    await remove(project, REMOVED, { person: true });
    await assertRefused(project.base, "REMOVED", () => moveToProject(project, OTHER));
  });
}

test("a machine moves no text of its own to an id that a person approved there (§5.3)", async (t) => {
  const project = await savedProject(t, UNLIKE, { person: true });
  rmSync(join(project.root, "memories", `${OTHER}.md`));
  await saveForUser(project, OTHER);
  await assertRefused(project.base, "ALREADY_APPROVED", () => moveToProject(project, OTHER));
});

test("a machine merges nothing to the text that a person forgot (§6)", async (t) => {
  const project = openProject(t);
  const second = { name: "Release notes", body: "Release notes are written on Thursdays." } as const;
  await project.save({ body: `${body}\n\n## ${second.name}\n\n${second.body}` });
  await forget(project, REMOVED);
  const workspace = await project.open();
  await project.save(second);
  // Not like what was forgotten, until an update makes it so.
  await project.save(UNLIKE);
  await update(project, [OTHER, { name, description, body }]);
  const pair = {
    first: findMemory(workspace, OTHER),
    second: findMemory(workspace, "project_release_notes"),
  };
  await assertRefused(project.base, "REMOVED", () => mergeMemories(workspace, pair));
});

test("a memory that was like a removed one before can still be changed", async (t) => {
  const project = await savedProject(t, { ...UNLIKE, body: `${body} And more.` });
  await project.save();
  await demote(project, REMOVED, { person: true });
  await assert.rejects(update(project, [OTHER, { name, description, body }]), refusal("REMOVED"));
  assert.equal((await update(project, [OTHER, { tags: ["deploy"] }])).kind, "updated");
});

test("an unsigned file in the quarantine of a clone vetoes nothing and is recommended to nobody", async (t) => {
  const project = await savedProject(t);
  const path = join(project.root, "memories", `${REMOVED}.md`);
  const text = readFileSync(path, "utf8").replace("trust-level: inferred", "trust-level: quarantined");
  rmSync(path);
  rmSync(join(project.root, "attest"), { recursive: true });
  writeFileSync(join(project.root, "quarantine", "project_planted.md"), text);
  assert.equal((await project.save({ name: "Another title" })).kind, "created");
  const taken = project.save(UNLIKE, { id: "project_planted" });
  await assert.rejects(taken, (error: CredenceError) => {
    assert.deepEqual([error.code, error.hint], ["EXISTS", "choose another --id"]);
    return true;
  });
});

/** Pairs that only a symbol tells apart. */
const SYMBOLS: readonly (readonly [wrong: string, right: string])[] = readFileSync(
  join(import.meta.dirname, "symbols.ndjson"),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

for (const [wrong, right] of SYMBOLS) {
  test(`a symbol makes it another text: ${right}`, async (t) => {
    const project = await savedProject(t, { body: wrong });
    await demote(project, REMOVED, { person: true });
    for (const shape of [
      `- ${wrong}`,
      `> **${wrong.toUpperCase()}**`,
      `${wrong.replaceAll(" in ", "\nin (")})`,
    ]) {
      await assert.rejects(project.save({ name: "Other", body: shape }), refusal("REMOVED"), shape);
    }
    assert.equal((await project.save({ name: "Right", body: right })).kind, "created");
  });
}

test("a person changes another memory to what they removed, if they want to", async (t) => {
  const project = await savedProject(t);
  await forget(project, REMOVED);
  await project.save(UNLIKE);
  await update(project, [OTHER, { name, description, body }], { person: true });
  assert.equal((await look(project, OTHER)).standing.standing, "verified");
});

// An id that a person approved is theirs, whether its file is there or not.

const ID = "project_deploy_on_fridays";
const ELSE = { body: "Something else entirely, and long enough to be a memory." } as const;

async function approvedAndDeleted(t: Parameters<typeof openProject>[0]): Promise<OpenProject> {
  const project = await savedProject(t, {}, { person: true });
  rmSync(join(project.root, "memories", `${ID}.md`));
  return project;
}

test("a machine gets no text of its own in use under an id that a person approved (§5.3)", async (t) => {
  const project = await approvedAndDeleted(t);
  await assertRefused(project.base, "ALREADY_APPROVED", () => project.save(ELSE));
  // Nor does it write the approved text back, which would record as inferred what is verified.
  await assertRefused(project.base, "ALREADY_APPROVED", () => project.save());
});

test("a person writes under that id what they like", async (t) => {
  const project = await approvedAndDeleted(t);
  assert.equal((await project.save(ELSE, { person: true })).kind, "created");
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

// What was taken out of use stays out: retired ids for a day, quarantined and forgotten texts for good.

test("an id retired less than 24 hours ago is refused, and afterwards it is merely taken", async (t) => {
  const project = await savedProject(t);
  await setStatus(project, ["retire", ID], { now: "2026-05-02T12:00:00Z" });
  const before = readTree(project.base);
  const saveAt = (now: string) => project.save(ELSE, { now });
  await assert.rejects(saveAt("2026-05-02T12:00:00Z"), refusal("RETIRED_RECENTLY"));
  await assert.rejects(saveAt("2026-05-03T11:59:59Z"), refusal("RETIRED_RECENTLY"));
  await assert.rejects(saveAt("2026-05-03T12:00:01Z"), refusal("EXISTS"));
  await assert.rejects(project.save({}, { now: "2026-05-03T12:00:01Z" }), refusal("EXISTS"));
  assert.deepEqual(readTree(project.base), before);
});

test("a quarantined text is not stored again, under its own id or another, nor a near-copy", async (t) => {
  const project = await savedProject(t);
  await demote(project, ID);
  const before = readTree(project.base);
  const removed = refusal("REMOVED");
  await assert.rejects(project.save(), removed);
  await assert.rejects(project.save({}, { id: "project_other" }), removed);
  await assert.rejects(project.save({ name: "Weekly deploys" }), removed);
  await assert.rejects(project.save({ body: DRAFT.body.toUpperCase().replaceAll(" ", "  ") }), removed);
  assert.deepEqual(readTree(project.base), before);
});

test("a tag, a title or words that a quarantined memory has veto nothing else", async (t) => {
  const project = openProject(t);
  const port = {
    name: "Staging port",
    tags: ["database"],
    body: "The staging postgres database listens on port 5432, behind the bastion host of the team.",
  } as const;
  await project.save(port);
  await demote(project, "project_staging_port", { person: true });
  const corrected = port.body.replace("5432", "6543");
  const created = async (draft: Partial<Draft>): Promise<string> => {
    const saved = await project.save(draft);
    assert.equal(saved.kind, "created", draft.name);
    return saved.id;
  };
  await created({ name: "Nightly vacuum", tags: ["database"], ...ELSE });
  await created({ name: "Staging port range", tags: ["database"], body: `${ELSE.body} Ports.` });
  await created({ name: "Staging database port is 6543", tags: ["database"], body: corrected });
  // The title is still held by what is in quarantine.
  assert.match(await created({ ...port, body: corrected }), /^project_staging_port_[0-9a-f]{8}$/);
  const dictated = `${corrected} It moved.`;
  await created({ ...port, origin: "dictated", body: dictated });
  await assert.rejects(
    project.save({ ...port, body: `${corrected} And more.` }, { id: "project_staging_port" }),
    refusal("EXISTS"),
  );
});

test("a text archived out of quarantine, or deleted there by hand, is still one that was removed", async (t) => {
  const project = await savedProject(t);
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  await assert.rejects(project.save(), refusal("REMOVED"));
  await assert.rejects(project.save({ name: "Deploys each week" }), refusal("REMOVED"));
  rmSync(join(project.root, "archive"), { recursive: true });
  await assert.rejects(project.save(), refusal("REMOVED"));
});

test("a forgotten text is not stored again in any case and spacing, and nothing else is vetoed", async (t) => {
  const project = await savedProject(t);
  await forget(project, ID);
  const before = readTree(project.base);
  await assert.rejects(project.save(), refusal("REMOVED"));
  await assert.rejects(project.save({}, { id: "project_other" }), refusal("REMOVED"));
  const dressed = { name: DRAFT.name.toUpperCase(), body: `  ${DRAFT.body.toLowerCase()}\n\n` };
  await assert.rejects(project.save(dressed), refusal("REMOVED"));
  assert.deepEqual(readTree(project.base), before);
  const alike = { name: "Fridays, deploy", body: `${DRAFT.body} And on Mondays.` };
  assert.equal((await project.save(alike)).kind, "created");
  // The same title: the id is the forgotten one's, so it gets one beside it.
  const saved = await project.save(ELSE);
  assert.match(saved.id, /^project_deploy_on_fridays_[0-9a-f]{8}$/);
});

test("a person may write something like what they removed, but not the very same text, and then only that stays out", async (t) => {
  const project = await savedProject(t);
  await forget(project, ID);
  await assert.rejects(project.save({}, { person: true }), refusal("REMOVED"));
  // For a day the name of what was forgotten refuses another text, a person's too.
  assert.match(
    (await project.save({ ...ELSE }, { person: true })).id,
    /^project_deploy_on_fridays_[0-9a-f]{8}$/,
  );
  const later = { person: true, now: "2026-05-03T12:30:45Z" } as const;
  assert.equal((await project.save({ body: `${ELSE.body} Really.` }, later)).id, ID);
  assert.equal((await look(project, ID)).standing.standing, "verified");
  const name = "Fridays, deploy";
  await assert.rejects(project.save({ name }), refusal("REMOVED"));
  assert.equal((await project.save({ name, body: `${DRAFT.body} And Mondays.` })).kind, "created");
});

test("a forget that arrives from elsewhere is learnt of when the root is listed", async (t) => {
  const project = await savedProject(t);
  await forget(project, ID);
  // As on another machine of the same person: the statement is here, what this machine remembers is not.
  rmSync(join(project.state, "roots"), { recursive: true });
  const workspace = await project.open();
  listMemories(workspace, [rootOf(workspace, "project")]);
  await assert.rejects(project.save({}, { id: "project_other" }), refusal("REMOVED"));
});

const IN_FIELDS: Readonly<Record<string, Partial<Draft>>> = {
  body: { body: `The release bot pushes with ${SAMPLE_SECRET} every night.` },
  name: { name: `Token ${SAMPLE_SECRET}` },
  description: { description: SAMPLE_SECRET },
  tags: { tags: [SAMPLE_SECRET.toLowerCase(), SAMPLE_SECRET] },
  "related-files": { relatedFiles: [SAMPLE_SECRET] },
};

test("a secret in any field is refused, and is in no file, name or message", async (t) => {
  const project = openProject(t);
  const before = readTree(project.base);
  for (const [field, draft] of Object.entries(IN_FIELDS)) {
    await assert.rejects(project.save(draft), (error) => {
      assert.ok(refusal("SECRET_DETECTED")(error), `${field}: ${error}`);
      assert.equal(String(error).toLowerCase().includes(SAMPLE_SECRET.toLowerCase().slice(8)), false, field);
      return true;
    });
    assert.deepEqual(readTree(project.base), before, field);
  }
  assert.deepEqual(
    [...findText(project.base, SAMPLE_SECRET), ...findText(project.base, SAMPLE_SECRET.slice(4))],
    [],
  );
});

test("a person may store what they marked as redacted, a machine may not", async (t) => {
  const project = openProject(t);
  const body = `The old token was <redacted>${SAMPLE_SECRET}</redacted> until it was revoked.`;
  await assert.rejects(project.save({ body }), refusal("SECRET_DETECTED"));
  assert.deepEqual(findText(project.base, SAMPLE_SECRET), []);
  assert.equal((await project.save({ body }, { person: true })).kind, "created");
});
