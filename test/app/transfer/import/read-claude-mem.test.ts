import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { pick } from "../../../fixture/pick.ts";
import { readTree } from "../../../fixture/tree.ts";
import { EPOCH, insert, makeDatabase, observation } from "./claude-mem-store.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { sample, writeStore } from "./sample-store.ts";

test("an observation becomes a project memory, field by field", async (t) => {
  const project = await initProject(t);
  const path = makeDatabase(project, (database) => {
    insert(database, "observations", observation(7));
    insert(
      database,
      "observations",
      observation(8, { type: "decision", title: "Keep Redis", created_at_epoch: EPOCH / 1000 }),
    );
  });
  const report = await playImport(project, ["claude-mem", path, "--execute"]);
  assert.deepEqual(outcomes(report), { "observations 7": "inferred", "observations 8": "inferred" });
  const { body, name, description, tags, category, createdAt } = await show(
    project,
    "project_cache_keys_hold_the_tenant_o7",
  );
  assert.deepEqual(
    { name, description, tags, category, createdAt },
    {
      name: "Cache keys hold the tenant",
      description: "Why two tenants never share a page",
      tags: ["discovery", "how-it-works", "shop"],
      category: null,
      createdAt: "2026-01-02T03:04:05Z",
    },
  );
  assert.equal(
    body,
    "The cache middleware puts the tenant first in each key.\n\n- keys begin with the tenant\n- set in middleware\n",
  );
  const file = readFileSync(join(project.root, "memories/project_cache_keys_hold_the_tenant_o7.md"), "utf8");
  assert.match(file, /^related-files: \[src\/keys\.ts, src\/cache\.ts\]$/m);
  assert.match(file, /^session: s-1$/m);
  const decision = await show(project, "project_keep_redis_o8");
  assert.deepEqual([decision["category"], decision["createdAt"]], ["decision", "2026-01-02T03:04:05Z"]);
});

test("of the session summaries the newest five stay in use, and the others are archived", async (t) => {
  const project = await initProject(t);
  const path = makeDatabase(project, (database) => {
    for (let id = 1; id <= 8; id += 1) {
      insert(database, "session_summaries", {
        id,
        project: "shop",
        request: `Make page ${id} faster`,
        completed: "Half of the queries are gone now.",
        next_steps: "Measure it again",
        created_at_epoch: EPOCH + id * 1000,
      });
    }
  });
  const report = await playImport(project, ["claude-mem", path, "--execute"]);
  assert.deepEqual(
    pick(report.items, "source", "becomes"),
    [8, 7, 6, 5, 4, 3, 2, 1].map((id) => [`session_summaries ${id}`, id > 3 ? "inferred" : "archived"]),
  );
  const { body } = await show(project, "project_make_page_8_faster_s8");
  assert.equal(
    body,
    "## Goal\n\nMake page 8 faster\n\n## Outcome\n\nHalf of the queries are gone now.\n\n## Next actions\n\nMeasure it again\n",
  );
});

test("--project takes one project; what is sensitive there and what has no text is named", async (t) => {
  const project = await initProject(t);
  const path = makeDatabase(project, (database) => {
    insert(database, "observations", observation(1, { project: "blog" }));
    insert(database, "observations", observation(2, { type: "sensitive" }));
    insert(database, "observations", observation(3, { narrative: null, facts: "not json" }));
    insert(database, "observations", observation(4));
  });
  assert.deepEqual(outcomes(await playImport(project, ["claude-mem", path, "--project", "shop"])), {
    "observations 2": "skipped: it is marked as sensitive there",
    "observations 3": "skipped: INVALID_MEMORY: FAIL-STRUCT: the body has 0 characters, fewer than 30",
    "observations 4": "inferred",
  });
  const { exit, stderr } = await project.call(["import", "claude-mem", path, "--execute"]);
  assert.equal(exit, 64);
  assert.match(
    stderr,
    /^error: USAGE: the database has the memories of 2 projects, and one root takes those of one: blog, shop\n/,
  );
});

test("an older schema is read as far as it goes; rows still in the log are seen; nothing is written beside it", async (t) => {
  const project = await initProject(t);
  const path = join(project.base, "old", "claude-mem.db");
  mkdirSync(join(project.base, "old"));
  const writer = new DatabaseSync(path);
  t.after(() => writer.close());
  writer.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE observations (id INTEGER PRIMARY KEY, sdk_session_id TEXT, project TEXT, type TEXT, title TEXT, text TEXT, created_at TEXT)",
  );
  writer.exec(
    "INSERT INTO observations VALUES (1, 's', 'p', 'change', 'Old row', 'A text that is long enough for a body.', '2025-05-05T05:05:05Z')",
  );
  const before = Object.keys(readTree(join(project.base, "old")));
  const report = await playImport(project, ["claude-mem", path, "--execute"]);
  assert.deepEqual(outcomes(report), {
    "observations 1": "inferred",
    session_summaries: "skipped: the database has no such table",
  });
  assert.deepEqual(Object.keys(readTree(join(project.base, "old"))), before);
  assert.equal((await show(project, "project_old_row_o1"))["createdAt"], "2025-05-05T05:05:05Z");
});

test("what is no database, a view in place of a table and a cell without end are refused or named", async (t) => {
  const project = await initProject(t);
  writeFileSync(join(project.base, "no.db"), "x".repeat(5000));
  const refused = await project.call(["import", "claude-mem", join(project.base, "no.db")]);
  assert.match(refused.stderr, /^error: NOT_READABLE: the database cannot be read/);
  const path = makeDatabase(project, (database) => {
    database.exec(
      "DROP TABLE session_summaries; CREATE VIEW session_summaries AS SELECT 1 AS id, 'x' AS request",
    );
    insert(database, "observations", observation(1, { narrative: "x".repeat(2_000_000) }));
    insert(database, "observations", observation(2, { created_at_epoch: 9e18, created_at: "soon" }));
  });
  assert.deepEqual(outcomes(await playImport(project, ["claude-mem", path])), {
    "observations 1": "skipped: INVALID_MEMORY: FAIL-STRUCT: larger than 64 KiB",
    "observations 2": "inferred",
    session_summaries: "skipped: the database has no such table",
  });
});

test("an entity becomes a memory with its observations and relations; bad lines are named", async (t) => {
  const project = await initProject(t);
  const store = writeStore(join(project.base, "store"), { "memory.jsonl": sample("memory.jsonl") });
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
  const path = join(
    writeStore(join(project.base, "store"), { "memory.jsonl": sample("memory.jsonl") }),
    "memory.jsonl",
  );
  const ids = async (...more: string[]): Promise<(string | null)[]> =>
    (await playImport(project, ["mcp-memory", path, ...more])).items
      .filter(({ source }) => ["line 2", "line 3"].includes(source))
      .map(({ id }) => id);
  const planned = await ids();
  assert.deepEqual(planned, ["reference_c", "reference_c_04022884"]);
  assert.deepEqual(await ids("--execute"), planned);
  assert.equal((await playImport(project, ["mcp-memory", path, "--execute"])).counts.here, 3);
});
