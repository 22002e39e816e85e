import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft } from "../../../src/memory/file/draft.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

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
