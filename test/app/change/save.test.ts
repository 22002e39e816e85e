// An id that a person approved is theirs, whether its file is there or not.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listMemories } from "../../../src/app/memories/list-memories.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import type { Draft } from "../../../src/memory/file/draft.ts";
import { demote, forget, look, setStatus } from "../../fixture/act-on.ts";
import { DRAFT, type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const OTHER = { body: "Something else entirely, and long enough to be a memory." } as const;

async function approvedAndDeleted(t: Parameters<typeof openProject>[0]): Promise<OpenProject> {
  const project = openProject(t);
  await project.save({}, { person: true });
  rmSync(join(project.root, "memories", `${ID}.md`));
  return project;
}

test("a machine gets no text of its own in use under an id that a person approved (§5.3)", async (t) => {
  const project = await approvedAndDeleted(t);
  const before = readTree(project.base);
  await assert.rejects(project.save(OTHER), refusal("ALREADY_APPROVED"));
  assert.deepEqual(readTree(project.base), before);
});

test("nor does it write the approved text back, which would record as inferred what is verified", async (t) => {
  const project = await approvedAndDeleted(t);
  const before = readTree(project.base);
  await assert.rejects(project.save(), refusal("ALREADY_APPROVED"));
  assert.deepEqual(readTree(project.base), before);
});

test("a person writes under that id what they like", async (t) => {
  const project = await approvedAndDeleted(t);
  assert.equal((await project.save(OTHER, { person: true })).kind, "created");
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

// What was taken out of use stays out: retired ids for a day, quarantined and forgotten texts for good.

test("an id retired less than 24 hours ago is refused, and afterwards it is merely taken", async (t) => {
  const project = openProject(t);
  await project.save();
  await setStatus(project, ["retire", ID], { now: "2026-05-02T12:00:00Z" });
  const before = readTree(project.base);
  const saveAt = (now: string) => project.save(OTHER, { now });
  await assert.rejects(saveAt("2026-05-02T12:00:00Z"), refusal("RETIRED_RECENTLY"));
  await assert.rejects(saveAt("2026-05-03T11:59:59Z"), refusal("RETIRED_RECENTLY"));
  await assert.rejects(saveAt("2026-05-03T12:00:01Z"), refusal("EXISTS"));
  await assert.rejects(project.save({}, { now: "2026-05-03T12:00:01Z" }), refusal("EXISTS"));
  assert.deepEqual(readTree(project.base), before);
});

test("a quarantined text is not stored again, under its own id or another, nor a near-copy", async (t) => {
  const project = openProject(t);
  await project.save();
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
  await created({ name: "Nightly vacuum", tags: ["database"], ...OTHER });
  await created({ name: "Staging port range", tags: ["database"], body: `${OTHER.body} Ports.` });
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
  const project = openProject(t);
  await project.save();
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  await assert.rejects(project.save(), refusal("REMOVED"));
  await assert.rejects(project.save({ name: "Deploys each week" }), refusal("REMOVED"));
  rmSync(join(project.root, "archive"), { recursive: true });
  await assert.rejects(project.save(), refusal("REMOVED"));
});

test("a forgotten text is not stored again in any case and spacing, and nothing else is vetoed", async (t) => {
  const project = openProject(t);
  await project.save();
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
  const saved = await project.save(OTHER);
  assert.match(saved.id, /^project_deploy_on_fridays_[0-9a-f]{8}$/);
});

test("a person may write something like what they removed, but not the very same text", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, ID);
  await assert.rejects(project.save({}, { person: true }), refusal("REMOVED"));
  assert.equal((await project.save({ ...OTHER }, { person: true })).kind, "created");
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

test("once a person wrote another text under the id, only the old text itself stays out", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, ID);
  await project.save({ ...OTHER }, { person: true });
  const name = "Fridays, deploy";
  await assert.rejects(project.save({ name }), refusal("REMOVED"));
  assert.equal((await project.save({ name, body: `${DRAFT.body} And Mondays.` })).kind, "created");
});

test("a forget that arrives from elsewhere is learnt of when the root is listed", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, ID);
  // As on another machine of the same person: the statement is here, what this machine remembers is not.
  for (const part of ["seen.sqlite", "roots"]) rmSync(join(project.state, part), { recursive: true });
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
