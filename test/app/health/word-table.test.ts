// The program without its table of word vectors, as after a copy that went wrong: it goes on by words, says so, and catches up
// by itself when the table is there again.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { COMPILED, copyPackage } from "../../built.ts";
import { initProject } from "../../fixture/init-project.ts";

const project = await initProject({ after });
const dist = await copyPackage({ after });
const table = join(dist, "words-64x32k.bin");

function run(...args: string[]): { readonly stdout: string; readonly stderr: string } {
  const options = { cwd: project.top, env: { ...COMPILED, ...project.env }, encoding: "utf8" } as const;
  return spawnSync(process.execPath, [join(dist, "cli.cjs"), ...args], options);
}

const QUESTION = "is friday fine for a hotfix?";
const DEPLOY = "We deploy to production only on Tuesdays and Thursdays.";

test("without the table search goes by words, doctor says so, and its rows catch up when it is back", () => {
  renameSync(table, `${table}.away`);
  const sample = ["--type", "project", "--name", "Window", "--description", "Window", "--body", DEPLOY];
  run("save", "--id", "project_window", ...sample);
  assert.equal(run("search", QUESTION).stdout, "no memory matches\n");
  assert.match(run("search", "tuesdays").stdout, /project_window/);
  const said = run("doctor").stdout;
  assert.match(
    said,
    /words-64x32k\.bin beside the program is absent, so search and recall go by words alone/,
  );
  renameSync(`${table}.away`, table);
  assert.match(run("search", QUESTION).stdout, /project_window/);
  assert.doesNotMatch(run("doctor").stdout, /words-64x32k/);
});

test("a table with one changed byte is named by doctor, unless meaning is turned off", () => {
  const bytes = readFileSync(table);
  bytes[2_000_000] = (bytes[2_000_000] ?? 0) ^ 1;
  writeFileSync(table, bytes);
  assert.match(
    run("doctor").stdout,
    /words-64x32k\.bin beside the program is not the one it was made with, so .*: install Credence again, then credence index --rebuild/,
  );
  run("config", "set", "retrieval.meaning", "false", "--as-test-person");
  assert.doesNotMatch(run("doctor").stdout, /words-64x32k/);
});
