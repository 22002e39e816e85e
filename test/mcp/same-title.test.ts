// Only the same title is the same matter, whatever id is made from it.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
const { call } = await project.connectInside({ after });
// One server writes so many times a minute only.
const more = await project.connectInside({ after });
const theirs = await project.connectInside({ after }, { name: "theirs" });

type Saved = { readonly outcome: unknown; readonly id: string };

async function save(name: string, body: string, by = call): Promise<Saved> {
  const draft = { type: "project", name, description: "A line", body: `${body} Why: somebody said so once.` };
  const { value, text } = await by("memory_save", draft);
  assert.ok(value["id"] !== undefined, `${name}: ${text}`);
  return { outcome: value["outcome"], id: String(value["id"]) };
}

const ALIKE: readonly (readonly [first: string, second: string, id: string])[] = [
  ["C++ style", "C# style", "project_c_style"],
  ["Кэш Redis", "Очередь Redis", "project_redis"],
  ["日本 Zig", "中国 Zig", "project_zig"],
  ["Résumé parser", "Resume parser", "project_resume_parser"],
  ["Release 1.12", "Release 1-12", "project_release_1_12"],
  [
    `${"long name ".repeat(10)}number A`,
    `${"long name ".repeat(10)}number B`,
    `project_${"long_name_".repeat(8)}long_na`,
  ],
];

for (const [first, second, id] of ALIKE) {
  test(`${second} is stored beside ${first}, and each changes under its own title alone`, async () => {
    assert.deepEqual(await save(first, "The first says alpha."), { outcome: "created", id });
    const other = await save(second, "The second says beta.");
    assert.equal(other.outcome, "created");
    assert.match(other.id, new RegExp(`^${id.slice(0, 60)}[a-z_]*_[0-9a-f]{8}$`));
    assert.deepEqual(await save(second, "The second says gamma."), { outcome: "updated", id: other.id });
    assert.deepEqual(await save(first, "The first says delta."), { outcome: "updated", id });
    assert.match(readFileSync(project.pathOf(id), "utf8"), /The first says delta\./);
    assert.match(readFileSync(project.pathOf(other.id), "utf8"), /The second says gamma\./);
  });
}

for (const name of ["🙂🙂", "..."]) {
  test(`the title ${name}, which no search finds, is found again by its id`, async () => {
    const first = await save(name, "It says alpha.");
    assert.equal(first.outcome, "created");
    assert.deepEqual(await save(name, "It says alpha."), { outcome: "unchanged", id: first.id });
    assert.deepEqual(await save(name, "It says beta."), { outcome: "updated", id: first.id });
    assert.equal((await save(name, "It says gamma.", theirs.call)).outcome, "proposed");
  });
}

test("a title of stop words is found again where the search knows stop words", async (t) => {
  project.writeConfig({ retrieval: { match_strategy: "fts5_bm25" } });
  t.after(() => project.writeConfig({}));
  const first = await save("It is", "The words of this title are everywhere.", more.call);
  assert.deepEqual(await save("It is", "The words say nothing.", more.call), {
    outcome: "updated",
    id: first.id,
  });
});

test("what is withheld keeps its id whatever its title is, and the advice is one that helps", async () => {
  const { id } = await save("Numbat food", "It eats termites.", more.call);
  appendFileSync(project.pathOf(id), "Changed behind everybody's back.\n");
  const before = readFileSync(project.pathOf(id), "utf8");
  for (const name of ["Numbat food", "Numbat: food"]) {
    const draft = {
      type: "project",
      name,
      description: "A line",
      body: "It eats twenty thousand termites a day.",
    };
    const { isError, text } = await more.call("memory_save", draft);
    assert.equal(isError, true);
    assert.equal(
      text,
      `error: EXISTS: ${id} exists and says something else\nhint: memory_get returns it, or why it is withheld; another name creates a new one`,
    );
  }
  assert.equal(readFileSync(project.pathOf(id), "utf8"), before);
});
