import assert from "node:assert/strict";
import { existsSync, linkSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auditProject } from "../../fixture/audit-project.ts";
import { playRows } from "../../fixture/command-rows.ts";
import { readTree } from "../../fixture/tree.ts";
import { playCall } from "../call/played-call.ts";

const GOOD = "Plain words, long enough to be a body.\n\nWhy: so.\nHow to apply: so.";

test("Markdown is the default, and every section is there, whether or not there is anything in it", async (t) => {
  const { stdout, ...ended } = await auditProject(t).call(["audit"]);
  assert.deepEqual(ended, { exit: 0, stderr: "" });
  const head =
    "<!-- credence audit report 1 -->\n# Credence audit of 2026-05-01\n\n**There is nothing to do.**\n";
  assert.ok(stdout.startsWith(head), stdout);
  const titles =
    "Summary, Demoted, Validator findings, Stale, Waiting for review, Foreign, Quarantine, Kept out, Duplicate suspects, Broken references, Cited files, Unused, Drift, Signers, Recalls, Observer spend, Operations, Settings";
  assert.equal(Array.from(stdout.matchAll(/^## (.*)$/gm), ([, title]) => title).join(", "), titles);
  assert.match(stdout, /^No provider is chosen, so no model was asked and nothing was spent\.$/m);
});

test("exit 0 there is nothing to do, 1 something waits, 2 something was demoted or is broken", async (t) => {
  const project = auditProject(t);
  await project.plant("project_fine", { body: GOOD });
  assert.equal((await project.call(["audit"])).exit, 0);
  await project.plant("project_alien", { by: "nobody", body: GOOD });
  assert.equal((await project.call(["audit"])).exit, 1);
  writeFileSync(join(project.root, "memories", "project_broken.md"), "no frontmatter");
  assert.equal((await project.call(["audit", "--dry-run"])).exit, 2);
  assert.equal((await project.call(["audit"])).exit, 2);
  // It is in quarantine now, where it is left alone.
  assert.equal((await project.call(["audit"])).exit, 1);
});

test("--out writes a file of its own that only its owner reads, and says so in a line or in JSON", async (t) => {
  const project = auditProject(t);
  await project.plant("project_fine", { body: GOOD });
  const path = join(project.top, "reports", "audit.txt");
  const { stdout } = await project.call(["audit", "--out", "reports/audit.txt"]);
  assert.equal(stdout, "wrote reports/audit.txt: 1 memory\n");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.match(readFileSync(path, "utf8"), /^<!-- credence audit report 1 -->\n# Credence audit of /);
  const json = await project.call(["audit", "--json", "--out", "reports/audit.md"]);
  assert.deepEqual(JSON.parse(json.stdout), { format: "md", out: "reports/audit.md", exit: 0, memories: 1 });
});

test("--out replaces an earlier report of ours, of any format, and nothing else", async (t) => {
  const project = auditProject(t);
  const path = join(project.top, "audit.md");
  for (const format of ["md", "json", "md"]) {
    const { exit, stderr } = await project.call(["audit", "--format", format, "--out", "audit.md"]);
    assert.deepEqual([exit, stderr], [0, ""], format);
  }
  const report = readFileSync(path, "utf8");
  const taken = [`x${report}`, "", "# Credence audit of 2026-05-01\n"];
  for (const text of taken) {
    writeFileSync(path, text);
    const { exit, stderr } = await project.call(["audit", "--out", "audit.md"]);
    assert.deepEqual(
      [exit, stderr.split("\n")[0]],
      [1, "error: EXISTS: audit.md already exists and is not an audit report"],
    );
    assert.equal(readFileSync(path, "utf8"), text);
  }
});

test("--out replaces no second name of a file, and lands in no root and not in machine state", async (t) => {
  const project = auditProject(t);
  await project.call(["audit", "--out", "real.md"]);
  linkSync(join(project.top, "real.md"), join(project.top, "second.md"));
  const before = readTree(project.base);
  const places = ["second.md", ".", ".claude/memory/audit.md", ".claude/memory/memories/project_audit.md"];
  for (const out of [...places, join(project.state, "audit.md")]) {
    const { exit, stderr } = await project.call(["audit", "--out", out]);
    assert.equal(exit, 1, out);
    assert.match(stderr, /^error: (?:EXISTS|PATH_ERROR): /);
  }
  assert.deepEqual(readTree(project.base), before);
});

test("a report that cannot be written is refused before anything is demoted", async (t) => {
  const project = auditProject(t);
  writeFileSync(join(project.root, "memories", "project_broken.md"), "no frontmatter");
  writeFileSync(join(project.top, "mine.md"), "mine");
  assert.equal((await project.call(["audit", "--out", "mine.md"])).exit, 1);
  assert.ok(existsSync(join(project.root, "memories", "project_broken.md")));
});

test("a long audit shows a bar where a person watches, and takes it away at the end", async (t) => {
  const project = auditProject(t);
  for (const id of ["project_a", "project_b"]) await project.plant(id, { body: GOOD });
  let clock = Date.parse("2026-05-01T12:00:00Z");
  const now = (): number => {
    clock += 500;
    return clock;
  };
  const { env, home } = project;
  const watched = await playCall(project.top, ["audit"], {
    env,
    home,
    now,
    terminal: { in: true, out: true },
  });
  assert.match(watched.err, /auditing \[#{12}\.{12}\] 1 of 2\r\u001B\[2K$/);
  assert.equal((await playCall(project.top, ["audit"], { env, home, now })).err, "");
});

test("wrong calls are refused with what is right", async (t) => {
  const { call, home } = auditProject(t);
  await playRows(call, [
    ["audit --format pdf", 64, /--format is one of md, json/],
    ["audit --since yesterday", 64, /--since takes YYYY-MM-DD/],
    ["audit --json --format md", 64, /--json and --format can be combined only with --out/],
    ["audit --scope project", 1, /^error: NO_ROOT: /, { cwd: home }],
  ]);
});
