// A clone, a package script or another account put something else where a file of the root belongs. Every command answers,
// nothing is followed, and what a link leads to is neither shown nor touched.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { CLI, runProcess } from "../fixture/scratch-project.ts";
import { ODD_KINDS, type OddKind, plantOdd } from "./odd-file.ts";

const SECRET = "MARKER-of-a-private-file";
const CONTENT = memoryText({ name: SECRET, body: `${SECRET} is long enough to be the body of a memory.` });

function elsewhereOf(project: InitProject): { dir: string; content: string } {
  return { dir: join(project.base, "elsewhere"), content: CONTENT };
}

/** What no command may change: the target of a link, and that nothing was put beside it. */
function assertUntouched(project: InitProject, kind: OddKind): void {
  const { dir } = elsewhereOf(project);
  assert.deepEqual(readdirSync(dir), ["target"], kind);
  assert.equal(readFileSync(join(dir, "target"), "utf8"), CONTENT, kind);
}

const COMMANDS: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--json"],
  ["show", "project_odd"],
  ["show", "project_odd", "--json"],
  ["update", "project_odd", "--description", "Changed"],
  ["retire", "project_odd"],
  ["archive", "project_odd"],
  ["merge", "project_plain", "project_odd"],
  ["merge", "project_odd", "project_plain"],
  ["move", "project_odd", "--scope", "user"],
  ["forget", "project_odd", "--reason", "test", "--as-test-person"],
  [
    "save",
    "--type",
    "project",
    "--id",
    "project_odd",
    "--name",
    "Odd",
    "--description",
    "d",
    "--body",
    "x".repeat(40),
  ],
  ["doctor"],
  ["doctor", "--repair"],
  ["gc", "--dry-run"],
];

test("whatever lies in place of a memory file is withheld as broken, and no command follows it", async (t) => {
  const project = await initProject(t, { user: true });
  await project.save("project_plain");
  for (const kind of ODD_KINDS) {
    const path = join(project.root, "memories/project_odd.md");
    plantOdd(path, kind, elsewhereOf(project));
    const { stdout } = await project.done(["show", "project_odd", "--json"]);
    const { standing, reason, body } = JSON.parse(stdout);
    assert.deepEqual(
      { standing, reason, body },
      { standing: "quarantined", reason: "its file cannot be read", body: null },
    );
    for (const args of COMMANDS) {
      const outcome = await project.call(args);
      const told = `${kind}: ${args.join(" ")}: ${outcome.stdout}${outcome.stderr}`;
      assert.ok([0, 1, 2].includes(outcome.exit), told);
      assert.equal(told.includes(SECRET), false, told);
    }
    assertUntouched(project, kind);
  }
});

test("whatever lies in place of a memory file can be demoted by itself, without what it leads to", async (t) => {
  const project = await initProject(t);
  for (const kind of ODD_KINDS) {
    const id = `project_${kind.replaceAll(" ", "_")}`;
    plantOdd(join(project.root, `memories/${id}.md`), kind, elsewhereOf(project));
    await project.done(["demote", id, "--reason", "it is odd"]);
    assert.ok(readdirSync(join(project.root, "quarantine")).includes(`${id}.md`), kind);
    assert.equal(readdirSync(join(project.root, "memories")).includes(`${id}.md`), false, kind);
    assertUntouched(project, kind);
  }
});

test("a root.json that is not a plain small file makes no root, and init repairs nothing silently", async (t) => {
  const project = await initProject(t, { inGit: false });
  const path = join(project.root, "root.json");
  const elsewhere = { dir: join(project.base, "elsewhere"), content: readFileSync(path, "utf8") };
  for (const kind of ODD_KINDS.filter((each) => each !== "hard link")) {
    plantOdd(path, kind, elsewhere);
    const listed = await project.call(["list"]);
    assert.equal(listed.exit, 1, kind);
    assert.match(listed.stderr, /^error: (?:NO_ROOT|PATH_ERROR): /, kind);
    const made = await project.call(["init"]);
    assert.equal(made.exit, 1, kind);
    assert.match(made.stderr, /^error: PATH_ERROR: root\.json in .* is damaged\n/, kind);
  }
});

test("in a working directory that was removed every command says so", async (t) => {
  const project = await initProject(t);
  const gone = join(project.base, "gone");
  const place = { cwd: project.top, env: project.env };
  const outcome = runProcess(
    ["sh", "-c", 'mkdir "$0" && cd "$0" && rmdir "$0" && exec "$1" "$2" list', gone, process.execPath, CLI],
    place,
  );
  assert.deepEqual(outcome, {
    exit: 1,
    stdout: "",
    stderr:
      "error: PATH_ERROR: the working directory no longer exists\nhint: change to an existing directory\n",
  });
});

test("a root.json of another form is refused as one that is not known, and one without a root's id as damaged", async (t) => {
  const project = await initProject(t, { inGit: false });
  const path = join(project.root, "root.json");
  for (const [text, code] of [
    ['{"format":"credence/2","root":"x"}', "UNKNOWN_FORMAT"],
    [`{"v":1,"root":"${"a".repeat(32)}"}`, "UNKNOWN_FORMAT"],
    [`{"format":["credence/1"],"root":"${"a".repeat(32)}"}`, "UNKNOWN_FORMAT"],
    ["{}", "UNKNOWN_FORMAT"],
    ["", "PATH_ERROR"],
    ["[]", "PATH_ERROR"],
    ["null", "PATH_ERROR"],
    ['{"format":"credence/1"}', "PATH_ERROR"],
    ['{"format":"credence/1","root":"../../../etc"}', "PATH_ERROR"],
    [`{"format":"credence/1","root":"${"A".repeat(32)}"}`, "PATH_ERROR"],
    ["\u0000".repeat(100), "PATH_ERROR"],
  ] as const) {
    writeFileSync(path, text);
    const { exit, stderr } = await project.call(["list"]);
    assert.equal(exit, 1, text);
    assert.ok(stderr.startsWith(`error: ${code}: `), `${text}: ${stderr}`);
  }
});
