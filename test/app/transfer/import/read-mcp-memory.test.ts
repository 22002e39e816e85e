import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { writeStore } from "./sample-store.ts";

const LINES = [
  {
    type: "entity",
    name: "Ana Lima",
    entityType: "person",
    observations: ["speaks Portuguese", "owns the API"],
  },
  {
    type: "entity",
    name: "C++",
    entityType: "language",
    observations: ["used in the engine, compiled with clang"],
  },
  {
    type: "entity",
    name: "C#",
    entityType: "language",
    observations: ["used in the old tools, on Windows only"],
  },
  { type: "relation", from: "Ana Lima", to: "C++", relationType: "maintains" },
  { type: "relation", from: "Nobody", to: "C++", relationType: "likes" },
  { type: "entity", name: "Ana Lima", entityType: "person", observations: ["again"] },
  { type: "entity", name: "Broken", entityType: "person", observations: [1, 2] },
  ["not", "an", "object", "of", "ours"],
].map((line) => JSON.stringify(line));

const FILE = [...LINES, "{ half", "", '{"type":"entity"}'].join("\n");

test("an entity becomes a memory with its observations and relations; bad lines are named", async (t) => {
  const project = await initProject(t);
  const store = writeStore(join(project.base, "store"), { "memory.jsonl": FILE });
  const report = await playImport(project, ["mcp-memory", join(store, "memory.jsonl"), "--execute"]);
  assert.deepEqual(outcomes(report), {
    "line 1": "inferred",
    "line 2": "inferred",
    "line 3": "inferred",
    "line 5": "skipped: a relation of an entity that is not in the file",
    "line 6": "skipped: the entity of line 1 again",
    "line 7": "skipped: neither entity nor relation",
    "line 8": "skipped: neither entity nor relation",
    "line 9": "skipped: not a JSON object",
    "line 11": "skipped: neither entity nor relation",
  });
  const ana = await show(project, "reference_ana_lima");
  assert.equal(
    ana.body,
    "What is on record about Ana Lima (person):\n\n- speaks Portuguese\n- owns the API\n\n- maintains C++\n",
  );
  assert.deepEqual(
    [ana["description"], ana["tags"], ana["createdAt"]],
    ["person: speaks Portuguese", ["person"], "2026-02-03T04:05:06Z"],
  );
});

test("names that make the same id stay two memories, the same ones in every run", async (t) => {
  const project = await initProject(t);
  const path = join(writeStore(join(project.base, "store"), { "memory.jsonl": FILE }), "memory.jsonl");
  const ids = async (...more: string[]): Promise<(string | null)[]> =>
    (await playImport(project, ["mcp-memory", path, ...more])).items
      .filter(({ source }) => ["line 2", "line 3"].includes(source))
      .map(({ id }) => id);
  const planned = await ids();
  assert.deepEqual(planned, ["reference_c", "reference_c_04022884"]);
  assert.deepEqual(await ids("--execute"), planned);
  assert.equal((await playImport(project, ["mcp-memory", path, "--execute"])).counts.here, 3);
});
