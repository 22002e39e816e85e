// What a person wrapped in <redacted> is theirs: whoever asks without a person gets the mark alone, in every output.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InProcess, inProcess } from "../../fixture/command-in-process.ts";
import { expectDone, scratchProject } from "../../fixture/scratch-project.ts";

const HIDDEN = "zebrasecret";
const MARKED = `<redacted>${HIDDEN}</redacted>`;
const WORDS = {
  id: "project_vault",
  type: "project",
  name: `The vault of ${MARKED}`,
  description: `How the vault ${MARKED} opens`,
  body: `The vault opens with ${MARKED} and nothing else.\n\nWhy: it is old.`,
};

async function save(run: InProcess): Promise<void> {
  const options = Object.entries(WORDS).flatMap(([name, value]) => [`--${name}`, value]);
  expectDone(await run(["save", ...options, "--as-test-person"]));
}

test("without a person no output holds a word of it", async (t) => {
  const run = inProcess(scratchProject(t));
  await save(run);
  for (const args of [
    ["list"],
    ["list", "--json"],
    ["show", "project_vault"],
    ["show", "project_vault", "--json"],
    ["search", "vault"],
    ["search", "vault", "--json"],
    ["export", "--format", "json"],
  ]) {
    const { exit, stdout } = await run(args);
    assert.equal(exit, 0, args.join(" "));
    assert.doesNotMatch(stdout, new RegExp(HIDDEN), args.join(" "));
    assert.match(stdout, /\[redacted\]/, args.join(" "));
  }
});

test("nor does a folder that was exported", async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  await save(run);
  for (const format of ["markdown", "claude-memory"]) {
    expectDone(await run(["export", "--format", format, "--out", format]));
    const out = join(project.top, format);
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
    assert.match(texts.join(""), /The vault of \[redacted\]/);
    assert.doesNotMatch(texts.join(""), new RegExp(HIDDEN), format);
  }
});

test("the person sees what they wrote", async (t) => {
  const run = inProcess(scratchProject(t));
  await save(run);
  const { stdout } = await run(["show", "project_vault", "--as-test-person"]);
  assert.equal(stdout.split(HIDDEN).length - 1, 3);
});
