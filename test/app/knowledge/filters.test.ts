import assert from "node:assert/strict";
import { test } from "node:test";
import type { MaterialFilter } from "../../../src/app/knowledge/gather-material.ts";
import { askingProject, replyOf } from "../../fixture/asking-project.ts";
import { scriptedProvider } from "../../fixture/scripted-provider.ts";

const body = (text: string): string => `${text}\n\nWhy: it was agreed.\nHow to apply: think of it.`;

const DAY = "2026-04-30T00:00:00Z";

const ROWS: readonly (readonly [Partial<MaterialFilter>, readonly string[]])[] = [
  // The question is about the runner: what has its words comes first.
  [{ type: "project" }, ["project_test_runner", "project_deploy_window"]],
  [{ tag: "DEPLOY" }, ["project_deploy_window"]],
  [{ since: Date.parse(DAY) }, ["project_test_runner"]],
  [{ query: "tuesdays deployments", tag: "deploy" }, ["project_deploy_window"]],
  [{ query: "zzyzx quokka" }, []],
  [{ type: "user" }, []],
];

test("each filter narrows what a model is given, by itself and with others, anew for each question", async (t) => {
  const project = askingProject(t);
  const deploy = { name: "Deploy window", body: body("Deployments happen on Tuesdays."), tags: ["deploy"] };
  await project.save(deploy, { person: true, now: "2026-04-20T12:00:00Z" });
  await project.save({ name: "Test runner", body: body("Tests run with the numbat runner.") });
  for (const [filter, ids] of ROWS) {
    const provider = scriptedProvider(() => replyOf(null));
    const outcome = await project.ask("which numbat runs the tests?", provider, { filter });
    const told = JSON.stringify(filter);
    assert.equal(outcome.kind, ids.length === 0 ? "extracts" : "answer", told);
    const given = [...(provider.asked[0]?.prompt ?? "").matchAll(/<memory id="([^"]*)"/g)].map(
      ([, id]) => id,
    );
    assert.deepEqual(given, ids, told);
  }
});
