// What the terminal of the page lists, and what the page is told where something is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { initProject } from "../fixture/init-project.ts";
import { openProject } from "../fixture/open-project.ts";
import { playPage } from "./play-page.ts";
import { startPage } from "./started-page.ts";

const ID = "project_deploy_window_of_the_billing_service_in_production_and_in_staging";
const TITLE =
  "The deploy window of the billing service, in production and in staging, with who has to be there and why";

test("each decision is listed with its whole title, and what the page told of it", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { name: TITLE, now: "2026-05-19T12:00:00Z" });
  await project.done(["demote", ID, "--reason", "doubtful"], { now: "2026-05-19T12:00:00Z" });
  const { questions } = await playPage(t, project, {
    command: ["review", "--web", "--no-open"],
    now: "2026-05-20T12:00:00Z",
    columns: 120,
    walk: async ({ tab }) => {
      const { digest } = JSON.parse((await tab.get(`/api/memory?scope=project&id=${ID}`)).body);
      const mark = {
        scope: "project",
        id: ID,
        act: "raise:restore",
        digest,
        seen: [digest],
        acknowledged: [],
        word: "restore",
      };
      assert.equal((await tab.post("/api/marks", mark)).status, 200);
      await tab.post("/api/sign", {});
    },
    type: (question) => (question.includes("passphrase") ? "none" : ""),
  });
  const list = questions.find((each) => each.includes("decided on the page:")) ?? "";
  assert.equal(
    list.slice(0, list.indexOf("\n\n", 2)),
    `
decided on the page:
  bring back as fact   ${/[0-9a-f]{8}/.exec(list)?.[0]} ${ID}
    | ${TITLE}
    it would be observed until 2026-05-26; brought back, it is a fact at once`,
  );
});

test("a refusal on the page names nothing that only a command line has", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true, id: "project_fact" });
  const { enter } = await startPage(t, { ...project, open: () => project.open({ person: true }) });
  const tab = await enter();
  const answers = [
    await tab.get("/api/memory?scope=project&id=project_nowhere"),
    await tab.get("/api/memory?scope=nobody&id=project_fact"),
    await tab.get("/api/memories?sort=sideways"),
    await tab.post("/api/marks", { scope: "project", id: "project_fact", act: "raise:restore", digest: "0" }),
    await tab.post("/api/marks", { scope: "project", id: "project_nowhere", act: "demote", digest: null }),
    await tab.post("/api/sign", {}),
    await tab.post("/api/recall", { prompt: 7 }),
  ];
  for (const { status, body } of answers) {
    const { message, hint } = JSON.parse(body).error;
    assert.ok(status >= 400 && hint !== "", body);
    assert.doesNotMatch(`${message} ${hint}`, /--\w|credence (?:list|show|update|validate)|the command/);
  }
});
