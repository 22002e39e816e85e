import assert from "node:assert/strict";
import { test } from "node:test";
import { changeStatus } from "../../../src/app/change/change-status.ts";
import { demoteMemory } from "../../../src/app/change/demote-memory.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { demote, forget } from "../../fixture/act-on.ts";
import { observerProject } from "../../fixture/observer-project.ts";
import { candidateOf } from "../../fixture/scripted-provider.ts";
import { NONE, OTHER_BODY, propose } from "./propose.ts";

test("what a person removed stays removed, in the same and in other words", async (t) => {
  const project = observerProject(t);
  await propose(project, candidateOf());
  const workspace = await project.open({ person: true });
  const [known] = await project.memories();
  await demoteMemory(workspace, findMemory(workspace, known?.file.id ?? ""), {
    reason: "wrong",
    ifDigest: null,
  });
  assert.deepEqual(await propose(project, candidateOf()), { ...NONE, unchanged: 1 });
  assert.deepEqual(await propose(project, candidateOf({ body: OTHER_BODY })), { ...NONE, unchanged: 1 });
});

test("what is retired is not brought back by saying it again", async (t) => {
  const project = observerProject(t);
  await propose(project, candidateOf());
  const workspace = await project.open();
  const [known] = await project.memories();
  const request = { action: "retire", reason: null, ifDigest: null } as const;
  changeStatus(workspace, findMemory(workspace, known?.file.id ?? ""), request);
  assert.deepEqual(await propose(project, candidateOf()), { ...NONE, unchanged: 1 });
});

test("what a person forgot, or lowered, does not come back as a part of another memory", async (t) => {
  for (const remove of [forget, demote]) {
    const project = observerProject(t);
    const coffee = candidateOf({ name: "Coffee machine cleaning", tags: ["coffee"] });
    const linker = candidateOf({ name: "Linker flags", tags: ["linker"], body: OTHER_BODY });
    await propose(project, coffee);
    await propose(project, linker);
    const known = await project.memories();
    const id = known.find(({ memory }) => memory?.tags.includes("coffee"))?.file.id ?? "";
    await remove(project, id);
    const again = await propose(project, { ...coffee, tags: ["coffee", "linker"] });
    assert.deepEqual(again, { ...NONE, unchanged: 1 });
    const [left] = (await project.memories()).filter(({ memory }) => memory?.tags.includes("linker"));
    assert.doesNotMatch(left?.text ?? "", /before noon/);
  }
});
