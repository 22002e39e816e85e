// What a person reads fits their terminal, and no word is broken by it; what a program reads stays one line each.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { wrapMarkedLine } from "../../../src/cli/terminal/style.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";

const NAME = "The deploy window of the billing service is on Tuesdays before noon and never later";

test("list, search, status and doctor fit the terminal at 60, 80 and 120 columns", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_deploy", { name: NAME, body: `# ${NAME}\n\nDeploy with the release script.` });
  writeFileSync(join(project.root, "memories/project_odd.md"), memoryText({ name: NAME }).slice(0, 90));
  const calls = [["list"], ["search", "deploy", "billing"], ["status"], ["doctor"]];
  for (const args of calls) {
    const { stdout: whole } = await project.call(args);
    const words = whole.split(/\s+/).filter(Boolean);
    for (const columns of [60, 80, 120]) {
      const { stdout } = await project.call(args, { answers: [], columns, env: { NO_COLOR: "1" } });
      for (const row of stdout.split("\n")) {
        const isOneWord = row.trim().split(" ").length <= 2;
        assert.ok(row.length <= columns || isOneWord, `${args.join(" ")} at ${columns}: ${row}`);
      }
      const shown = new Set(stdout.split(/\s+/));
      if (args[0] === "search") for (const word of words) assert.ok(shown.has(word), `${word} in ${stdout}`);
    }
  }
});

test("help fits a terminal of 40 and of 60 columns without losing a word, and is as it was for a program", async (t) => {
  const project = await initProject(t, { inGit: false });
  const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  for (const args of [["--help"], ["help", "all"], ["save", "--help"], ["review", "--help"]]) {
    const { stdout: whole } = await project.call(args, { columns: 40 });
    assert.match(whole, /\S {2,}\S/);
    for (const columns of [40, 60]) {
      const { stdout } = await project.call(args, { answers: [], columns });
      assert.deepEqual(wordsOf(stdout), wordsOf(whole));
      const rows = stdout.split("\n").filter((row) => row.length > columns);
      assert.deepEqual(rows, [], `${args.join(" ")} at ${columns}`);
    }
    assert.equal((await project.call(args, { answers: [], columns: 80 })).stdout, whole);
  }
  const version = await project.call(["--version", "--json"], { answers: [], columns: 40 });
  assert.equal(version.stdout, (await project.call(["--version", "--json"])).stdout);
});

test("the help of no command is wider than 40 columns: what is too long is broken between its choices", async (t) => {
  const project = await initProject(t, { inGit: false });
  for (const { name } of COMMANDS) {
    const { stdout: whole } = await project.call([name, "--help"], { columns: 40 });
    const { stdout } = await project.call([name, "--help"], { answers: [], columns: 40 });
    const rows = stdout.split("\n").filter((row) => row.length > 40);
    assert.deepEqual(rows, [], name);
    assert.equal(stdout.replaceAll(/\s/g, ""), whole.replaceAll(/\s/g, ""));
  }
  const { stdout } = await project.call(["import", "--help"], { answers: [], columns: 40 });
  const choices = ["claude-code-memory|", "claude-memory|claude-mem PATH"];
  assert.ok(stdout.includes(`credence import\n           ${choices.join("\n           ")}\n`), stdout);
});

test("a search does not repeat the title that the text begins with", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_deploy", {
    name: "Deploy window",
    body: "# Deploy window\n\nDeploy on Tuesdays.",
  });
  const { stdout } = await project.call(["search", "deploy"]);
  assert.match(stdout, /\n {12}Deploy window: «Deploy» on Tuesdays\./, stdout);
});

test("no row is wider than the terminal, each has its mark, and together they are the line", () => {
  const law = fc.property(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.integer({ min: 0, max: 120 }),
    (text, columns) => {
      const line = text.replaceAll(/[\n\r\t]/g, "");
      const rows = wrapMarkedLine(line, columns, ["> ", "| "]);
      assert.equal(rows.map((row) => row.slice(2)).join(""), line);
      const room = Math.max(columns, 22);
      for (const [place, row] of rows.entries()) {
        assert.ok(row.startsWith(place === 0 ? ">" : "|"));
        const width = [...row].reduce((sum, char) => sum + (char <= "~" ? 1 : 2), 0);
        assert.ok(width <= room, `${width} > ${room}`);
      }
    },
  );
  fc.assert(law, { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) });
});

test("a line is cut behind a space where there is one, and at the edge where there is none", () => {
  assert.deepEqual(wrapMarkedLine("one two three four five six seven", 24, ["+ ", "+ "]), [
    "+ one two three four ",
    "+ five six seven",
  ]);
  assert.deepEqual(wrapMarkedLine("x".repeat(30), 24, ["- ", "- "]), [
    `- ${"x".repeat(21)}`,
    `- ${"x".repeat(9)}`,
  ]);
  assert.deepEqual(wrapMarkedLine("", 80, ["| ", "| "]), ["|"]);
});
