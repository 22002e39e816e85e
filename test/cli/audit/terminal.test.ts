// An audit at a terminal is read there: titles, short lists, nothing wider than the terminal, and no Markdown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { auditProject } from "../../fixture/audit-project.ts";

const NAME = "The deploy window of the billing service is on Tuesdays before noon";
const ARGS = ["audit", "--as-test-person", "--now", "2026-06-20T12:00:00Z"];

test("audit at a terminal shows sections that fit it, and no word is broken", async (t) => {
  const project = auditProject(t);
  await project.plant("project_deploy", { name: NAME, by: "nobody" });
  const show = async (columns: number): Promise<string> =>
    (await project.call(ARGS, { answers: [], columns, env: { NO_COLOR: "1" } })).stdout;
  const wide = await show(80);
  assert.match(wide, /^Credence audit of 2026-06-20\nSomething waits for a person\.\nGenerated on /);
  assert.ok(wide.includes("\nWaiting for review\n"), wide);
  assert.match(wide, /^ {2}foreign {2}project_deploy$/m);
  const rows = [
    "  project_deploy  never seen here: The deploy window of the billing service is",
    "    on Tuesdays before noon",
  ];
  assert.ok(wide.includes(`\n${rows.join("\n")}\n\nSigners\n`), wide);
  assert.doesNotMatch(wide, /^#|\*\*|^\|/m);
  const narrow = await show(40);
  assert.match(
    narrow.replaceAll(/\n {4}/g, " "),
    new RegExp(`^ {2}project_deploy  never seen here: ${NAME}$`, "m"),
  );
  for (const [columns, text] of [
    [80, wide],
    [40, narrow],
  ] as const)
    assert.deepEqual(
      text.split("\n").filter((row) => row.length > columns),
      [],
    );
});

test("audit is Markdown without a terminal, and at one where that is asked for", async (t) => {
  const project = auditProject(t);
  const piped = await project.call(ARGS);
  assert.match(piped.stdout, /^<!-- credence audit report 1 -->\n# Credence audit of 2026-06-20\n/);
  const asked = await project.call([...ARGS, "--format", "md"], { answers: [], columns: 80 });
  assert.equal(asked.stdout, piped.stdout);
});

test("no name in a report at a terminal turns its direction, and no colour runs into the cell beside it", async (t) => {
  const project = auditProject(t);
  await project.plant("project_draws", { name: '"Plain\\u202E words"', by: "nobody" });
  const { stdout } = await project.call(ARGS, { answers: [], columns: 100 });
  assert.match(stdout, /Plain words/);
  assert.doesNotMatch(stdout, /\u202E/);
  for (const row of stdout.split("\n"))
    assert.equal(row.match(/\u001B\[(?:1|2|31|32|33)m/g)?.length, row.match(/\u001B\[(?:22|39)m/g)?.length);
});
