// What belongs to this project is found and offered; what is another's is not even opened, which its access time shows.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { git, makeRepository } from "../../../fixture/git-repository.ts";
import { homeProject } from "../../../fixture/home-project.ts";
import { type InitProject, initProject } from "../../../fixture/init-project.ts";
import { SAMPLE_SECRET } from "../../../fixture/sample-secret.ts";
import type { ScratchProject } from "../../../fixture/scratch-project.ts";
import { insert, makeDatabase, observation } from "./claude-mem-store.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

type Offered = {
  readonly source: string;
  readonly path: string;
  readonly belongs: string;
  readonly why: string | null;
  readonly count: number | null;
  readonly titles: readonly string[];
};

const note = (name: string): string =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: project\n---\nEverything that is known about ${name}, in a few words.\n`;

/** Claude Code's directory of a project. */
function claudeDirectory(project: ScratchProject, directory: string): string {
  return join(project.home, ".claude/projects", directory.replaceAll(/[^A-Za-z0-9]/g, "-"));
}

function writeNotes(
  project: InitProject,
  directory: string,
  files: Readonly<Record<string, string>>,
): string {
  return writeStore(join(claudeDirectory(project, directory), "memory"), files);
}

/** A transcript of a session that began there. */
function writeSession(project: ScratchProject, directory: string, name = "s-1"): string {
  const path = join(claudeDirectory(project, directory), `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const lines = [{ type: "summary" }, { type: "user", cwd: directory, message: { cwd: "/elsewhere" } }];
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  return path;
}

const LONG_AGO = 1_000_000_000;

/** Other projects, with notes that would be memories here, too. Gives the files. */
function writeOthers(project: InitProject, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const memory = writeNotes(project, `/srv/${name}`, {
      "MEMORY.md": `The bastion of ${name} is only reached over the second gateway.\n`,
      "project_deploy.md": note(`Deploying ${name}`),
    });
    writeSession(project, `/srv/${name}`);
    return readdirSync(memory).map((file) => markUnread(join(memory, file)));
  });
}

/** From now on its access time tells whether somebody read it. */
function markUnread(path: string): string {
  utimesSync(path, LONG_AGO, LONG_AGO + 1);
  return path;
}

function wasRead(path: string): boolean {
  return statSync(path).atimeMs !== LONG_AGO * 1000;
}

/** Some disks are told to keep no access times; what is read there nobody sees. */
function seesReads(project: InitProject): boolean {
  const probe = join(project.base, "probe");
  writeFileSync(probe, "x");
  readFileSync(markUnread(probe));
  return wasRead(probe);
}

async function offered(project: InitProject, cwd = project.top): Promise<Offered[]> {
  const { stdout } = await project.done(["import", "--json"], { cwd });
  const { candidates }: { candidates: Offered[] } = JSON.parse(stdout);
  return candidates;
}

function listMemories(project: InitProject, root = project.root): string[] {
  return readdirSync(join(root, "memories")).sort();
}

test("of five projects' notes a bare import takes exactly this project's, after a yes", async (t) => {
  const project = await initProject(t);
  const others = writeOthers(project, ["one", "two", "three", "four"]);
  const path = writeNotes(project, project.top, {
    "MEMORY.md": "- [Docker](project_docker.md): tests need it\n",
    "project_docker.md": note("Tests need docker"),
    "project_token.md": note(`Token ${SAMPLE_SECRET}`),
    "project_deploy.md": note("Deploys on Tuesdays"),
  });
  writeSession(project, project.top);
  const own = markUnread(join(path, "project_docker.md"));
  const titles = ["Deploys on Tuesdays", "Tests need docker"];
  assert.deepEqual(await offered(project), [
    {
      source: "claude-code-memory",
      path,
      project: null,
      belongs: "surely",
      why: null,
      count: 3,
      titles,
    },
  ]);
  const listed = await project.call(["import"]);
  assert.equal(listed.exit, 0);
  assert.match(listed.stdout, /^claude-code-memory: 3 memories of this project in ~\/\.claude\/projects\//);
  assert.match(listed.stdout, /\n {2}Deploys on Tuesdays\n {2}Tests need docker\n {2}…\n/);
  assert.match(listed.stdout, /\nnothing was imported: nobody can be asked, because there is no terminal\n$/);
  assert.doesNotMatch(listed.stdout, /ghp_|-srv-/);
  const person = ["import", "--as-test-person"];
  await project.done(person, { answers: [""] });
  assert.deepEqual(listMemories(project), []);
  const screens: string[] = [];
  const taken = await project.call(person, { answers: ["y"], onAsk: (screen) => screens.push(screen) });
  assert.deepEqual(screens, ["import 3 memories from claude-code-memory? [y/N] "]);
  assert.deepEqual(listMemories(project), ["project_deploy.md", "project_docker.md"]);
  assert.equal(taken.exit, 1);
  assert.match(
    taken.stdout,
    /\n2 new, 0 already here, 2 left out\nto go on: take the secret out of the record there, /,
  );
  rmSync(join(path, "project_token.md"));
  assert.equal((await project.call(person, { answers: ["y"] })).exit, 0);
  await project.call(["doctor"]);
  assert.deepEqual(others.filter(wasRead), []);
  assert.equal(wasRead(own), seesReads(project));
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
  assert.deepEqual(listMemories(project), []);
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

test("claude-mem's rows are this project's by the transcript of their session or the files it touched", async (t) => {
  const project = await initProject(t);
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
  new DatabaseSync(path).exec(`VACUUM INTO '${join(project.home, ".claude-mem/claude-mem.db")}'`);
  writeSession(project, project.top, "began-here");
  const found = await offered(project);
  assert.deepEqual(
    found.map(({ source, belongs, count, titles }) => [source, belongs, count, titles]),
    [
      ["claude-mem", "surely", 2, ["Row 3", "Row 1"]],
      ["claude-mem", "perhaps", 2, []],
    ],
  );
  await project.done(["import", "--as-test-person"], { answers: ["yes"] });
  assert.deepEqual(listMemories(project), ["project_row_1_o1.md", "project_row_3_o3.md"]);
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
    "CLAUDE.md": "# House rules\n\nEverybody follows these rules in this project.\n",
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
  const { stdout } = await project.call(["import"]);
  assert.match(
    stdout,
    /\nnot imported, because clients load it in each session: \/\S+\/project\/CLAUDE\.md\n/,
  );
  const given = await project.done(["import", "markdown", "CLAUDE.md", "--execute"]);
  assert.match(
    given.stdout,
    /^left out {3}CLAUDE\.md: clients load it in each session, so it is not imported\n/,
  );
});

test("--all-projects sorts notes into their own roots, and names those that go nowhere", async (t) => {
  const project = await initProject(t);
  const other = join(project.base, "other");
  const rootless = join(project.base, "rootless");
  for (const directory of [other, rootless]) {
    mkdirSync(directory);
    git(directory, "init", "--quiet");
  }
  await project.done(["init", "--test-state"], { cwd: other });
  const inside = join(project.top, "vendor");
  mkdirSync(inside);
  for (const [directory, name] of [
    [project.top, "here"],
    [other, "other"],
    [rootless, "rootless"],
    [inside, "vendor"],
    [join(project.base, "gone"), "gone"],
  ] as const) {
    writeNotes(project, directory, { [`project_${name}.md`]: note(name) });
    writeSession(project, directory);
  }
  writeNotes(project, "/srv/unknown", { "project_unknown.md": note("unknown") });
  assert.equal((await project.call(["import", "--all-projects"])).exit, 0);
  assert.deepEqual(listMemories(project), []);
  const { exit, stdout } = await project.call(["import", "--all-projects", "--execute", "--json"]);
  assert.equal(exit, 1);
  const told: {
    projects: { directory: string; root: string }[];
    leftOut: { path: string; why: string; fix: string }[];
  } = JSON.parse(stdout);
  assert.deepEqual(told.projects.map(({ directory }) => directory).sort(), [other, project.top].sort());
  const byHand = "in the project that they belong to: credence import";
  assert.deepEqual(
    told.leftOut.map(({ why, fix }) => [why, fix]).sort(),
    [
      [`${inside} has no root of its own`, byHand],
      [`${join(project.base, "gone")} is gone`, byHand],
      [`${rootless}: there is no memory root`, `cd ${rootless} && credence init`],
      ["no session says which directory they are about", byHand],
    ].sort(),
  );
  assert.deepEqual(listMemories(project), ["project_here.md"]);
  const roots = told.projects.map(({ directory, root }) => [directory, listMemories(project, root)]);
  assert.deepEqual(new Map(roots as [string, string[]][]).get(other), ["project_other.md"]);
});

test("where the person allowed it, the first import of a project makes its root", async (t) => {
  const project = homeProject(t);
  const blog = makeRepository(join(project.home, "blog"));
  for (const [directory, name] of [
    [project.shop, "shop"],
    [blog, "blog"],
  ] as const) {
    writeNotes(project, directory, { [`project_${name}.md`]: note(`Notes of ${name}`) });
    writeSession(project, directory);
  }
  mkdirSync(join(claudeDirectory(project, "/srv/empty"), "memory"), { recursive: true });
  const person = ["import", "--as-test-person"];
  const refused = await project.done(person, { answers: [] });
  assert.match(
    refused.stdout,
    /\nnothing was imported: there is no memory root here yet; credence init creates one\n$/,
  );
  project.allowAuto();
  const dry = await project.call(["import", "--all-projects"]);
  assert.match(dry.stdout, /blog: there is no memory root\nto go on: --execute makes one\n/);
  assert.deepEqual(project.personal(), []);
  await project.done(person, { answers: ["y"] });
  assert.deepEqual(await project.ids(project.shop), ["project_shop"]);
  assert.equal(project.personal().length, 1);
  await project.done(["import", "--all-projects", "--execute"]);
  assert.deepEqual(await project.ids(blog), ["project_blog"]);
  assert.deepEqual(await project.ids(project.shop), ["project_shop"]);
});
