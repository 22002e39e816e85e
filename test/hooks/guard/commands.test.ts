import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readCommands } from "./cases.ts";
import { guardedProject } from "./guarded-project.ts";

const { judge, judgeBash, calm, home, top, places } = guardedProject({ after });

const CASES = readCommands("commands");

for (const { says, command, rule, because } of CASES) {
  const outcome = because === undefined ? (rule === null ? "no opinion" : "denied") : "not followed";
  test(`${outcome}: ${says}`, () => assert.equal(judgeBash(command)?.rule ?? null, rule, command));
}

test("the tables hold more than 350 cases, each with a sentence and a command of its own", () => {
  assert.ok(CASES.length > 350);
  assert.equal(new Set(CASES.map(({ says }) => says)).size, CASES.length);
  assert.equal(new Set(CASES.map(({ command }) => command)).size, CASES.length);
});

test("with nothing in quarantine a search from above or in the root has nothing to find, and is free", () => {
  const roots = places.roots.map((root) => ({ ...root, path: root.path.replace("/proj/", "/calm/") }));
  const quiet = { ...places, roots };
  for (const command of [
    "grep -rn x .",
    "grep -r x .claude/memory",
    "rg --hidden x",
    "cp -r .claude /tmp/c",
  ]) {
    assert.equal(judge("Bash", { command }, { cwd: calm, places: quiet }), null, command);
  }
  const named = "cat .claude/memory/quarantine/project_x.md";
  assert.equal(judge("Bash", { command: named }, { cwd: calm, places: quiet })?.rule, "read-quarantine");
});

test("a session without any root keeps those that it meets", () => {
  const rootless = { cwd: home, places: { ...places, roots: [] } };
  const bash = (command: string) => judge("Bash", { command }, rootless)?.rule;
  assert.equal(bash("cd proj && echo x > .claude/memory/memories/new.md"), "write-root");
  assert.equal(bash("rm -rf proj/.claude/memory/attest"), "write-root");
  assert.equal(bash("cat proj/.claude/memory/quarantine/project_bad.md"), "read-quarantine");
  assert.equal(bash("cat proj/.claude/memory/memories/project_a.md"), undefined);
  const file_path = `${top}/.claude/memory/memories/project_x.md`;
  assert.equal(judge("Write", { file_path, content: "x" }, rootless)?.rule, "write-root");
});

test("a session that stands inside of a root is judged from there", () => {
  const inside = `${top}/.claude/memory/memories`;
  assert.equal(judgeBash("rm project_a.md", inside)?.rule, "write-root");
  assert.equal(judgeBash("echo x > new.md", inside)?.rule, "write-root");
  assert.equal(judgeBash("cat ../quarantine/project_bad.md", inside)?.rule, "read-quarantine");
  assert.equal(judgeBash("cat project_a.md", inside), null);
});

test("where the system knows no case, another case is the same path", () => {
  const folding = { ...places, caseInsensitive: true };
  const command = "rm .CLAUDE/Memory/INDEX.md";
  assert.equal(judge("Bash", { command }, { places: folding })?.rule, "write-root");
  assert.equal(judge("Bash", { command }), null);
  const dotted = "rm .claude./memory.../index.md";
  assert.equal(judge("Bash", { command: dotted }, { places: folding })?.rule, "write-root");
});

test("a composed and a decomposed name are the same path", () => {
  const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];
  const roots = [
    { path: `/srv/${composed}/.claude/memory`, shown: ".claude/memory/", scope: "project" as const },
  ];
  const elsewhere = { ...places, roots };
  const command = `rm /srv/${decomposed}/.claude/memory/index.md`;
  assert.equal(judge("Bash", { command }, { places: elsewhere })?.rule, "write-root");
});

test("a denial says what to do instead, and never allows", () => {
  const reasons = [
    judgeBash("rm .claude/memory/index.md"),
    judgeBash("rm -rf .claude"),
    judgeBash("cat .claude/memory/quarantine/project_bad.md"),
    judgeBash("grep -r x ."),
    judgeBash("credence promote a"),
    judgeBash("cat ~/.local/state/credence/config.json"),
  ].map((denial) => denial?.reason ?? "");
  assert.match(reasons[0] ?? "", /`credence save`.*`credence update ID`/);
  assert.match(reasons[1] ?? "", /ask them to do it themselves/);
  assert.match(reasons[2] ?? "", /`credence list`/);
  assert.match(reasons[3] ?? "", /--exclude-dir=quarantine/);
  assert.match(reasons[4] ?? "", /`credence promote` is for a person/);
  assert.match(reasons[5] ?? "", /`credence doctor`/);
  for (const reason of reasons) assert.doesNotMatch(reason, /\ballow|\n/);
});
