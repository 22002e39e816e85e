// A search from above quarantine: denied where it would print something of it, and free where it would not.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { readCommands } from "./cases.ts";
import { guardedProject } from "./guarded-project.ts";

const { judge, judgeBash, top, home } = guardedProject({ after });
const TEXT =
  "name: Staging port\n\nThe staging database listens on port 5433 (see ops/db.md), a+b and c|d.\n";
writeFileSync(join(top, ".claude/memory/quarantine/project_bad.md"), TEXT);
writeFileSync(join(top, ".claude/memory/archive/2026-01/project_old.md"), "The old tapir.\n");
mkdirSync(join(home, "copy/.claude/memory/quarantine"), { recursive: true });

test("a search that would print a withheld text is denied, and any other is free, whatever it goes through", () => {
  for (const { command, rule } of readCommands("searches"))
    assert.equal(judgeBash(command)?.rule ?? null, rule, command);
});

test("the search tools of clients are held against withheld texts in the same way", () => {
  const rule = (input: object, tool = "Grep"): string | undefined => judge(tool, input)?.rule;
  assert.equal(rule({ pattern: "tapir", output_mode: "content" }), "read-quarantine");
  assert.equal(rule({ pattern: "TAPIR", path: ".", "-i": true, output_mode: "content" }), "read-quarantine");
  assert.equal(rule({ pattern: "t.pir" }, "search_file_content"), "read-quarantine");
  assert.equal(rule({ pattern: "tapir", output_mode: "files_with_matches" }), undefined);
  assert.equal(rule({ pattern: "NOTE", output_mode: "content" }), undefined);
  assert.equal(rule({ pattern: "tapir", glob: "src/**", output_mode: "content" }), undefined);
  assert.equal(rule({ pattern: "tapir", path: "src", output_mode: "content" }), undefined);
});

const WORDS = ["staging", "port", "tapir", "see", "a", "NOTE", "zebra", "5433", "c|d", "a+b", "(see"];
const FORMS = [
  "W",
  "W.*V",
  "W\\|V",
  "W|V",
  "(W|V) on",
  "W+",
  "Wz*",
  "Wz?",
  "\\bW\\b",
  "^W",
  "W[s ]",
  "W\\+b",
  "x(W|V)?",
];

test("whatever grep finds in quarantine by an expression of either kind, the guard denies", () => {
  const patterns = FORMS.flatMap((form) =>
    WORDS.map((word, index) => form.replace("W", word).replace("V", WORDS[index + 1] ?? "x")),
  );
  const calls = patterns.flatMap((pattern) => ["-G", "-E"].map((kind) => ({ kind, pattern })));
  const script =
    'while read -r kind pattern; do grep -rq "$kind" -e "$pattern" .claude && echo 1 || echo 0; done';
  const stdin = calls.map(({ kind, pattern }) => `${kind} ${pattern}\n`).join("");
  const { stdout } = spawnSync("bash", ["-c", script], { cwd: join(top), input: stdin, encoding: "utf8" });
  const found = stdout.trim().split("\n");
  assert.equal(found.length, calls.length);
  let free = 0;
  for (const [index, { kind, pattern }] of calls.entries()) {
    const denial = judgeBash(`grep -rn ${kind} -e '${pattern}' .claude/memory/quarantine/..`);
    if (found[index] === "1") assert.notEqual(denial, null, `${kind} ${pattern}`);
    if (denial === null) free += 1;
  }
  assert.ok(free > 20, "a guard that denies everything shows nothing");
});

test("a search from above the personal roots is denied for what any of them withholds", () => {
  writeFileSync(
    join(home, ".claude/claude-memory/projects/shop-0/quarantine/project_bad.md"),
    "A kestrel.\n",
  );
  for (const path of ["~/.claude", "~/.claude/claude-memory", "~/.claude/claude-memory/projects"]) {
    assert.equal(judge("Grep", { pattern: "kestrel", path })?.rule, "read-quarantine", path);
    assert.equal(judgeBash(`grep -rn kestrel ${path}`)?.rule, "read-quarantine", path);
    assert.equal(judgeBash(`grep -rn albatross ${path}`), null, path);
  }
  assert.equal(judge("Grep", { pattern: "kestrel", path: home })?.rule, "read-quarantine");
  assert.equal(judge("Grep", { pattern: "albatross", path: home }), null);
  assert.equal(judgeBash("grep -rn albatross ~")?.rule, "read-state");
});
