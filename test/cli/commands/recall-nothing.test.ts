import assert from "node:assert/strict";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";

test("that nothing is recalled is said at a terminal, and to nobody else", async (t) => {
  const project = await initProject(t);
  await project.save("project_kiwi");
  const asked = ["recall", "--prompt", "something else entirely"];
  const said = "nothing is recalled; credence why ID explains why\n";
  assert.deepEqual(await project.call(asked, { answers: [] }), { exit: 0, stdout: "", stderr: said });
  assert.deepEqual(await project.call(asked), { exit: 0, stdout: "", stderr: "" });
  const json = await project.call([...asked, "--json"], { answers: [] });
  assert.deepEqual([JSON.parse(json.stdout).text, json.stderr], ["", ""]);
  const found = await project.call(["recall", "--prompt", "What should I know of project_kiwi?"], {
    answers: [],
  });
  assert.match(found.stdout, /project_kiwi\.md/);
  assert.equal(found.stderr, "");
});
