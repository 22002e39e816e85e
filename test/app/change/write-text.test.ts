// What may be signed: a text that was judged, as it was judged, by somebody whose word is enough for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type JudgedText, judgeText } from "../../../src/app/change/judge-text.ts";
import { type ActStatement, attestText } from "../../../src/app/change/sign/attest.ts";
import { planText } from "../../../src/app/change/write-text.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import type { LoadedMemory } from "../../../src/app/memories/load-memory.ts";
import type { Workspace } from "../../../src/app/workspace/workspace.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import type { Owner } from "../../temp-dir.ts";

const ID = "project_deploy_on_fridays";
const REDACTED = `The old token was <redacted>${SAMPLE_SECRET}</redacted> until it was revoked.`;

async function saved(owner: Owner, person: boolean): Promise<{ workspace: Workspace; target: LoadedMemory }> {
  const project = openProject(owner);
  await project.save({}, { person });
  const workspace = await project.open({ person });
  return { workspace, target: findMemory(workspace, ID) };
}

async function judge(workspace: Workspace, body: string, by: "machine" | "person"): Promise<JudgedText> {
  const { judged } = await judgeText(workspace, `${ID}.md`, { text: memoryText({ body }), vouchedBy: by });
  assert.ok(judged !== null);
  return judged;
}

test("what a validator fails is no judged text, and redaction counts for a person only", async (t) => {
  const { workspace } = await saved(t, true);
  const judgedBy = async (body: string, vouchedBy: "machine" | "person"): Promise<unknown> => {
    const { judged } = await judgeText(workspace, `${ID}.md`, { text: memoryText({ body }), vouchedBy });
    return judged === null ? null : judged.redactionCounted;
  };
  assert.deepEqual(
    await Promise.all([
      judgedBy(`It was ${SAMPLE_SECRET} until Friday.`, "person"),
      judgedBy(REDACTED, "machine"),
      judgedBy(REDACTED, "person"),
      judgedBy("We deploy on Tuesdays before noon.", "machine"),
    ]),
    [null, null, true, false],
  );
});

test("nothing else is written under a statement than the content that was judged", async (t) => {
  const { workspace, target } = await saved(t, false);
  const judged = await judge(workspace, "We deploy on Tuesdays before noon.", "machine");
  const write = (text: string) =>
    planText(workspace, judged, {
      by: "machine",
      input: target.input,
      command: "update",
      changes: [{ kind: "write", path: `memories/${ID}.md`, text }],
    });
  assert.throws(() => write(judged.text.replace("Tuesdays", "Mondays")), refusal("INTERNAL"));
  assert.throws(() => write("no memory at all"), refusal("INTERNAL"));
  // Marks beside the content are not what was judged.
  const { changes } = write(judged.text.replace("source-machine: laptop", "source-machine: tower"));
  assert.equal(changes.length, 2);
});

test("a machine does not vouch for what is redacted, and nobody approves without a person's key", async (t) => {
  const { workspace, target } = await saved(t, false);
  const { input } = target;
  const redacted = await judge(workspace, REDACTED, "person");
  assert.throws(
    () => attestText(workspace, redacted, { by: "machine", keeps: false, input }),
    refusal("INTERNAL"),
  );
  const plain = await judge(workspace, "We deploy on Tuesdays before noon.", "machine");
  assert.throws(
    () => attestText(workspace, plain, { by: "person", keeps: false, input }),
    refusal("INTERNAL"),
  );
});

type Copy = { readonly [Key in keyof JudgedText]: JudgedText[Key] };
type Vouching = Extract<ActStatement["act"], "wrote" | "keep" | "approve">;

test("a copy of a judged text is none, and an act without one vouches for no content", () => {
  // Judged by tsc: neither line compiles once the type allows more.
  const copyIsNone: Copy extends JudgedText ? never : true = true;
  const actsDoNotVouch: [Vouching] extends [never] ? true : never = true;
  assert.ok(copyIsNone && actsDoNotVouch);
});
