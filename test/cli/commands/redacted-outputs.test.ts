// What a person wrapped in <redacted> is theirs: whoever asks without a person gets the mark alone, in every output.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InProcess, inProcess } from "../../fixture/command-in-process.ts";
import { playRows } from "../../fixture/command-rows.ts";
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

test("without a person no output holds a word of it, nor does a folder that was exported; the person sees what they wrote", async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  await save(run);
  const marked = new RegExp(`^(?![\\s\\S]*${HIDDEN})[\\s\\S]*\\[redacted\\]`);
  const looks = ["list", "show project_vault", "search vault"].flatMap((look) => [look, `${look} --json`]);
  await playRows(
    run,
    [...looks, "export --format json"].map((line) => [line, 0, marked]),
  );
  for (const format of ["markdown", "claude-memory"]) {
    expectDone(await run(["export", "--format", format, "--out", format]));
    const out = join(project.top, format);
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
    assert.match(texts.join(""), marked, format);
  }
  const { stdout } = await run(["show", "project_vault", "--as-test-person"]);
  assert.equal(stdout.split(HIDDEN).length - 1, 3);
});
