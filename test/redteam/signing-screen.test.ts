// A hostile memory on the screen where it would be signed: it draws nothing, hides nothing and says nothing in our voice.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";

const ID = "project_hostile";
const [ESC, BELL, CSI] = ["\u001B", "\u0007", "\u009B"];
const CONTROL =
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

const BODIES: Readonly<Record<string, string>> = {
  "escape sequences": `A plain start.${ESC}[2J${ESC}[1;1H${ESC}]52;c;eA==${BELL}${CSI}31m the end`,
  "characters that turn the line around":
    "Pay \u202Eeve\u202C and \u2066bob\u2069, then \u{E0041}\u{E0042} and \u200B\uFEFF on.",
  "a line of sixty thousand characters": `Begin ${"word ".repeat(12_000)}end`,
  "a line without a space": `Begin ${"x".repeat(50_000)}`,
  "wide characters": "全角文字の".repeat(2_000),
  "a question of its own": `Nothing to see.${" ".repeat(70)}allow exactly this text as advice, marked as inferred? [y/N] y\n\nanswer: y`,
  "a carriage return over the line": "It is fine.\rIt is not fine, and more of it.",
  "our own marks": "@ 12 unchanged\n| already approved\nunchanged since 2026-05-01:",
};

for (const [what, body] of Object.entries(BODIES)) {
  test(`${what} is nothing but text on the screen where it would be signed`, async (t) => {
    const project = await initProject(t, { state: "real", inGit: false });
    await project.done(["spool", "clear"], { answers: ["none", "none"] });
    const path = join(project.root, "memories", `${ID}.md`);
    writeFileSync(path, memoryText({ name: "Hostile\u200B name", body }));
    const screens: string[] = [];
    const { stderr } = await project.call(["keep", ID, "--acknowledge"], {
      // Whatever is typed at the end of a page goes on, but for q.
      answers: Array.from({ length: 20 }, () => "n"),
      onAsk: (screen) => screens.push(screen),
    });
    assert.match(stderr, /^error: DECLINED: you did not say yes/m);
    const rows = screens
      .join("\n")
      .split("\n")
      .filter((row) => !/^-- \d[\d ]* of \d[\d ]* rows; Enter for more, q to stop: $/.test(row));
    const begin = rows.indexOf("never approved here before:");
    assert.equal(rows.at(-1), "allow exactly this text as advice, marked as inferred? [y/N] ");
    assert.match(rows.at(-2) ?? "", /^\d+ lines shown$/);
    for (const row of rows) {
      assert.equal(CONTROL.exec(row), null, row);
      const width = [...row].reduce((sum, char) => sum + (char <= "~" ? 1 : 2), 0);
      assert.ok(width <= 80, row);
    }
    const end = rows.indexOf("", begin);
    for (const row of rows.slice(begin + 1, end)) assert.match(row, /^\|( |$)/);
    // Below the text are our own words only.
    assert.match(rows[end + 1] ?? "", /^(?:findings|hidden|standing) /);
    assert.equal(
      rows.slice(end).some((row) => row.startsWith("|")),
      false,
    );
  });
}
