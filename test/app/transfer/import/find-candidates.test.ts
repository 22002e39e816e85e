// What belongs to this project is found and offered; what is another's is not even opened, which its access time shows.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { git } from "../../../fixture/git-repository.ts";
import { type InitProject, initProject } from "../../../fixture/init-project.ts";
import { pick } from "../../../fixture/pick.ts";
import { SAMPLE_SECRET } from "../../../fixture/sample-secret.ts";
import { insert, makeDatabase, observation } from "./claude-mem-store.ts";
import {
  claudeDirectory,
  listMemories,
  markUnread,
  note,
  seesReads,
  wasRead,
  writeNotes,
  writeOthers,
  writeSession,
} from "./claude-notes.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

type Offered = {
  readonly source: string;
  readonly path: string;
  readonly belongs: string;
  readonly why: string | null;
  readonly count: number | null;
  readonly titles: readonly string[];
};

async function offered(project: InitProject, cwd = project.top): Promise<Offered[]> {
  const { stdout } = await project.done(["import", "--json"], { cwd });
  const { candidates }: { candidates: Offered[] } = JSON.parse(stdout);
  return candidates;
}

/** This project's notes, one with a secret, and those of four others. */
function writeFive(project: InitProject): { readonly path: string; readonly others: readonly string[] } {
  const others = writeOthers(project, ["one", "two", "three", "four"]);
  const path = writeNotes(project, project.top, {
    "MEMORY.md": "- [Docker](project_docker.md): tests need it\n",
    "project_docker.md": note("Tests need docker"),
    "project_token.md": note(`Token ${SAMPLE_SECRET}`),
    "project_deploy.md": note("Deploys on Tuesdays"),
  });
  writeSession(project, project.top);
  return { path, others };
}

test("of five projects' notes a bare import lists exactly this project's, and opens no others", async (t) => {
  const project = await initProject(t);
  const { path, others } = writeFive(project);
  const own = markUnread(join(path, "project_docker.md"));
  const titles = ["Deploys on Tuesdays", "Tests need docker"];
  assert.deepEqual(await offered(project), [
    { source: "claude-code-memory", path, project: null, belongs: "surely", why: null, count: 3, titles },
  ]);
  const listed = await project.call(["import"]);
  assert.equal(listed.exit, 0);
  assert.match(listed.stdout, /^claude-code-memory: 3 memories of this project in ~\/\.claude\/projects\//);
  assert.match(listed.stdout, /\n {2}Deploys on Tuesdays\n {2}Tests need docker\n {2}…\n/);
  assert.match(listed.stdout, /\nnothing was imported: nobody can be asked, because there is no terminal\n$/);
  assert.doesNotMatch(listed.stdout, /ghp_|-srv-/);
  await project.call(["doctor"]);
  assert.deepEqual(others.filter(wasRead), []);
  assert.equal(wasRead(own), seesReads(project));
});

test("a yes imports this project's notes and no others; what is left out makes it exit 1", async (t) => {
  const project = await initProject(t);
  const { path, others } = writeFive(project);
  const person = ["import", "--as-test-person"];
  await project.done(person, { answers: [""] });
  assert.deepEqual(listMemories(project.root), []);
  const screens: string[] = [];
  const taken = await project.call(person, { answers: ["y"], onAsk: (screen) => screens.push(screen) });
  assert.deepEqual(screens, ["import 3 memories from claude-code-memory? [y/N] "]);
  assert.deepEqual(listMemories(project.root), ["project_deploy.md", "project_docker.md"]);
  assert.equal(taken.exit, 1);
  assert.match(
    taken.stdout,
    /\n2 new, 0 already here, 2 left out\nto go on: take the secret out of the record there, /,
  );
  rmSync(join(path, "project_token.md"));
  assert.equal((await project.call(person, { answers: ["y"] })).exit, 0);
  assert.deepEqual(others.filter(wasRead), []);
});

test("notes of other projects are refused by every source, whole or one by one, and are not opened", async (t) => {
  const project = await initProject(t);
  const others = writeOthers(project, ["one", "two"]);
  const projects = join(project.home, ".claude/projects");
  for (const source of ["claude-code-memory", "markdown", "claude-config"]) {
    for (const [path, message] of [
      [
        projects,
        /^error: PATH_ERROR: these are the notes of several projects.*\nhint: .*credence import --all-projects/,
      ],
      [join(project.home, ".claude"), /^error: PATH_ERROR: these are the notes of several projects/],
      [
        join(projects, "-srv-one"),
        /^error: PATH_ERROR: -srv-one has the notes of another project\nhint: run credence import in/,
      ],
      [join(projects, "-srv-two/memory"), /^error: PATH_ERROR: -srv-two has the notes of another project/],
      [
        join(projects, "-srv-two/memory/MEMORY.md"),
        /^error: PATH_ERROR: -srv-two has the notes of another project/,
      ],
    ] as const) {
      const { exit, stderr } = await project.call(["import", source, path, "--execute"]);
      assert.match(stderr, message, `${source} ${path}`);
      assert.equal(exit, 1);
    }
  }
  assert.deepEqual(listMemories(project.root), []);
  assert.deepEqual(others.filter(wasRead), []);
});

test("a directory that may be another project's is only perhaps this one's, and no yes takes it", async (t) => {
  const project = await initProject(t);
  const [dashed, nested] = [join(project.base, "b-c"), join(project.base, "b/c")];
  for (const directory of [dashed, nested]) {
    mkdirSync(directory, { recursive: true });
    git(directory, "init", "--quiet");
    await project.done(["init"], { cwd: directory });
  }
  const memory = writeNotes(project, dashed, { "project_plan.md": note("The plan of one of them") });
  const plan = markUnread(join(memory, "project_plan.md"));
  const belongs = async (cwd: string): Promise<unknown> =>
    (await offered(project, cwd)).map(({ belongs, why, titles }) => [belongs, why, titles]);
  const unknown = [["perhaps", "no session in it says which directory it is about", []]];
  assert.deepEqual(await belongs(dashed), unknown);
  assert.deepEqual(await belongs(nested), unknown);
  // One name for both: the transcript says whose it is.
  writeSession(project, nested, "s-nested");
  assert.deepEqual(await belongs(dashed), []);
  writeSession(project, dashed, "s-dashed");
  utimesSync(join(claudeDirectory(project, dashed), "s-nested.jsonl"), 1, 1);
  assert.deepEqual(await belongs(dashed), [["perhaps", `it has sessions of ${nested}, too`, []]]);
  const { exit, stdout } = await project.call(["import", "--as-test-person"], { cwd: dashed, answers: [] });
  assert.equal(exit, 0);
  assert.match(
    stdout,
    /^no memories of other tools belong to this project for sure\nperhaps claude-code-memory: 1 record in /,
  );
  assert.match(stdout, /\n {2}if it is this project's: credence import claude-code-memory \//);
  assert.equal(wasRead(plan), false);
});

/** Four sessions in folders of this name, and one of another project. */
function writeClaudeMem(project: InitProject): void {
  const path = makeDatabase(project, (database) => {
    database.exec(
      "CREATE TABLE sdk_sessions (content_session_id TEXT, memory_session_id TEXT, project TEXT)",
    );
    const sessions = [
      ["began-here", "m-1"],
      ["unknown", "m-2"],
      ["touched", "m-3"],
      ["both", "m-4"],
    ];
    for (const [content = "", memory = ""] of sessions)
      insert(database, "sdk_sessions", {
        content_session_id: content,
        memory_session_id: memory,
        project: "project",
      });
    const row = (id: number, session: string, files: readonly string[] = []): void =>
      insert(
        database,
        "observations",
        observation(id, {
          project: "project",
          memory_session_id: session,
          title: `Row ${id}`,
          files_modified: JSON.stringify(files),
        }),
      );
    row(1, "m-1");
    row(2, "m-2", ["src/relative.ts"]);
    row(3, "m-3", [join(project.top, "src/keys.ts")]);
    row(4, "m-4", [join(project.top, "src/keys.ts"), "/other/project/keys.ts"]);
    insert(database, "observations", observation(5, { project: "blog" }));
  });
  mkdirSync(join(project.home, ".claude-mem"));
  const database = new DatabaseSync(path);
  database.exec(`VACUUM INTO '${join(project.home, ".claude-mem/claude-mem.db")}'`);
  database.close();
}

test("claude-mem's rows are this project's by the transcript of their session or the files it touched", async (t) => {
  const project = await initProject(t);
  writeClaudeMem(project);
  writeSession(project, project.top, "began-here");
  const found = await offered(project);
  assert.deepEqual(pick(found, "source", "belongs", "count", "titles"), [
    ["claude-mem", "surely", 2, ["Row 3", "Row 1"]],
    ["claude-mem", "perhaps", 2, []],
  ]);
  await project.done(["import", "--as-test-person"], { answers: ["yes"] });
  assert.deepEqual(listMemories(project.root), ["project_row_1_o1.md", "project_row_3_o3.md"]);
  writeFileSync(join(project.home, ".claude-mem/claude-mem.db"), "x".repeat(5000));
  assert.match((await offered(project))[0]?.why ?? "", /^the database cannot be read/);
});

test("stores in the project and files that its settings name are found; what may be anybody's is perhaps", async (t) => {
  const project = await initProject(t);
  writeStore(join(project.top, ".claude/memory"), recordFiles(sampleRecord()));
  const entity = `${JSON.stringify({ type: "entity", name: "Zebra", entityType: "animal", observations: ["It has stripes and lives in the savanna."] })}\n`;
  const named = (path: string): string =>
    JSON.stringify({ mcpServers: { memory: { command: "npx", env: { MEMORY_FILE_PATH: path } } } });
  writeStore(project.top, {
    "graph/memory.jsonl": entity,
    ".mcp.json": named("graph/memory.jsonl"),
    ".cursor/mcp.json": named("../elsewhere.jsonl"),
  });
  writeStore(project.base, { "elsewhere.jsonl": entity });
  writeStore(project.home, {
    ".claude/memory-shared/memories/project_shared.md": note("Shared"),
    ".gemini/settings.json": named("all.jsonl"),
    "all.jsonl": entity,
  });
  assert.deepEqual(
    (await offered(project)).map(({ source, belongs, why, count, titles }) => [
      source,
      belongs,
      why ?? count,
      titles,
    ]),
    [
      ["claude-memory", "surely", 1, ["Use PostgreSQL"]],
      ["mcp-memory", "surely", 1, ["Zebra"]],
      ["mcp-memory", "perhaps", ".cursor/mcp.json names it, and it is outside this project", []],
      ["mcp-memory", "perhaps", "a client uses it for all projects", []],
      ["claude-config", "perhaps", "it belongs to no single project", []],
    ],
  );
});

test("a file that clients load by themselves is named and not imported", async (t) => {
  const project = await initProject(t);
  writeStore(project.top, {
    "CLAUDE.md": "# House rules\n\nEverybody follows these rules in this project.\n",
  });
  const { stdout } = await project.call(["import"]);
  assert.match(
    stdout,
    /^not imported, because clients load it in each session: \/\S+\/project\/CLAUDE\.md$/m,
  );
  const given = await project.done(["import", "markdown", "CLAUDE.md", "--execute"]);
  assert.match(
    given.stdout,
    /^left out {3}CLAUDE\.md: clients load it in each session, so it is not imported\n/,
  );
});
