import assert from "node:assert/strict";
import { test } from "node:test";
import { hideSecrets, showName } from "../../../src/app/memories/hide-secrets.ts";
import { initProject } from "../../fixture/init-project.ts";
import { assertFails } from "../../fixture/refusal.ts";
import { APPROVED, twoMachines, WRITTEN } from "../../fixture/two-machines.ts";

test("the beginning of an id, with or without its type, or a title stands for the one memory that it fits", async (t) => {
  const project = await initProject(t, { user: true });
  await project.save("project_deploy_window", { name: "When we deploy" });
  await project.save("project_deploy_target");
  await project.save("user_tabs");
  const idOf = async (given: string): Promise<string> =>
    JSON.parse((await project.done(["show", given, "--json"])).stdout).id;
  for (const given of ["project_deploy_w", "deploy_w", "WHEN  we deploy", "project_deploy_window.md"])
    assert.equal(await idOf(given), "project_deploy_window");
  assert.equal(await idOf("tabs"), "user_tabs");
  const both = await project.call(["show", "deploy"]);
  assert.equal(both.exit, 1);
  assert.equal(
    both.stderr,
    "error: NOT_FOUND: deploy fits more than one memory\n" +
      "hint: give the whole id: project_deploy_target (inferred), project_deploy_window (inferred)\n",
  );
  assert.match((await project.call(["show", "zebra"])).stderr, /^error: NOT_FOUND: /);
  assert.match((await project.call(["show", ""])).stderr, /^error: NOT_FOUND: /);
});

test("a short form never means a withheld memory, nor another where a withheld one fits too", async (t) => {
  const { bo } = await twoMachines(t);
  await bo.save("project_appetite");
  const alone = await bo.call(["show", "written"]);
  assert.match(alone.stderr, /^error: NOT_FOUND: written is not the whole id .* withheld\n/);
  assert.match(alone.stderr, new RegExp(`hint: give the whole id: ${WRITTEN} \\(foreign\\)\n$`));
  const both = await bo.call(["retire", "app"]);
  assert.match(
    both.stderr,
    new RegExp(`hint: give the whole id: project_appetite \\(inferred\\), ${APPROVED} \\(foreign\\)\n$`),
  );
  const asAgent = await bo.call(["show", "app"], { env: { CLAUDECODE: "1" } });
  assert.match(asAgent.stderr, /project_appetite \(inferred\), foreign #1 \(foreign\)/);
  assert.equal(asAgent.stderr.includes(APPROVED), false);
  // The same words as the title of an own memory.
  await bo.save("project_title", { name: `About ${APPROVED}` });
  await bo.done(["show", `about ${APPROVED}`]);
});

test("forget wants the whole id", async (t) => {
  const project = await initProject(t);
  await project.save("project_deploy_window");
  assertFails(
    await project.call([...["forget", "deploy", "--reason", "x", "--as-test-person"]]),
    /^error: NOT_FOUND: /,
  );
});

const PASSWORD = ["Tr0u", "b4dor", "&3x"].join("");

test("of secrets that overlap no end is shown, whatever finds the longer one", () => {
  const name = `secret: "password=${PASSWORD}"`;
  const shown = 'secret: ""pass…" (21 characters)"';
  assert.deepEqual([showName(name), hideSecrets(name)], [shown, shown]);
});

test("what is masked once is not masked again", () => {
  const shown = hideSecrets(`the password=${PASSWORD} of db`);
  assert.equal(shown, 'the password="Tr0u…" (12 characters) of db');
  assert.deepEqual([hideSecrets(shown), showName(shown)], [shown, shown]);
});

test("the name of a file shows what nobody sees, and a line leaves it out", () => {
  assert.deepEqual([showName("a\u200Bb"), hideSecrets("a\u200Bb")], ["a⟦U+200B⟧b", "ab"]);
});
