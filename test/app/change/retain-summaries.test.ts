import assert from "node:assert/strict";
import { test } from "node:test";
import { listMemories } from "../../../src/app/memories/list-memories.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";

async function summarize(project: OpenProject, day: number, person = false): Promise<void> {
  await project.save(
    { category: "session_summary", name: `Session ${day}`, body: `Goal: the work of day ${day}, all of it.` },
    { now: `2026-05-0${day}T12:00:00Z`, person },
  );
}

async function statuses(project: OpenProject): Promise<Record<string, string | undefined>> {
  const workspace = await project.open();
  const memories = listMemories(workspace, workspace.roots);
  return Object.fromEntries(memories.map(({ file, memory }) => [file.id, memory?.status]));
}

test("the sixth session summary archives the oldest, and says why", async (t) => {
  const project = openProject(t);
  await project.save({ name: "No summary" });
  for (const day of [2, 1, 3, 4, 5]) await summarize(project, day);
  assert.equal(Object.values(await statuses(project)).includes("archived"), false);
  await summarize(project, 6);
  assert.deepEqual(await statuses(project), {
    project_no_summary: "active",
    project_session_1: "archived",
    project_session_2: "active",
    project_session_3: "active",
    project_session_4: "active",
    project_session_5: "active",
    project_session_6: "active",
  });
  const workspace = await project.open();
  const { memory } = listMemories(workspace, workspace.roots)[1] ?? {};
  assert.deepEqual(
    [memory?.archivedAt, memory?.archivedReason],
    ["2026-05-06T12:00:00Z", "a newer session summary took its place"],
  );
});

test("summaries that a person approved stay, however old they are", async (t) => {
  const project = openProject(t);
  for (const day of [1, 2]) await summarize(project, day, true);
  for (const day of [3, 4, 5, 6, 7]) await summarize(project, day);
  assert.deepEqual(await statuses(project), {
    project_session_1: "active",
    project_session_2: "active",
    project_session_3: "active",
    project_session_4: "active",
    project_session_5: "active",
    project_session_6: "active",
    project_session_7: "active",
  });
  await summarize(project, 8);
  assert.equal((await statuses(project))["project_session_3"], "archived");
});
