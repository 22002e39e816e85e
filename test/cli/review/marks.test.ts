// A mark is a word about one text with its findings: whatever else would be signed by then, is not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { showTarget } from "../../../src/app/change/sign/signing-preview.ts";
import { noteShown } from "../../../src/app/memories/shown-to-end.ts";
import { reviewChoices } from "../../../src/app/review/choices.ts";
import { reviewQueue } from "../../../src/app/review/queue.ts";
import { carryOut } from "../../../src/cli/review/marks.ts";
import { openProject } from "../../fixture/open-project.ts";
import { FLAGGED_BODY, TODAY } from "../../fixture/review-project.ts";
import { readTree } from "../../fixture/tree.ts";

test("a mark for another text, for one that was not shown to its end, or that does not name every finding, signs nothing", async (t) => {
  const project = openProject(t);
  await project.save({ body: FLAGGED_BODY });
  const workspace = await project.open({ now: TODAY, person: true });
  const [item] = await reviewQueue(workspace);
  assert.ok(item !== undefined);
  const showing = await showTarget(workspace, item.target);
  const { digest, judgement } = showing;
  const act = reviewChoices(workspace, item, judgement).acts.get("y");
  assert.ok(act !== undefined && judgement !== null);
  const mark = { item, act, reason: null, digest, flags: judgement.flags, shown: noteShown(showing) };
  assert.notDeepEqual(mark.flags, []);
  const before = readTree(project.root);
  for (const odd of [{ digest: "0".repeat(64) }, { digest: null }, { flags: mark.flags.slice(1) }]) {
    const told = await carryOut(workspace, { ...mark, ...odd });
    assert.match(told ?? "", / is judged differently now; this is its current text$/, JSON.stringify(odd));
  }
  assert.match(
    (await carryOut(workspace, { ...mark, shown: null })) ?? "",
    /^error: DECLINED: project_deploy_on_fridays was not shown to its end\n/,
  );
  assert.deepEqual(readTree(project.root), before);
  assert.equal(await carryOut(workspace, mark), null);
  assert.notDeepEqual(readTree(project.root), before);
});
