// A person at a terminal sees what is withheld from everybody else, with what hides in it made visible. An agent that
// borrows the terminal sees nothing.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atTerminal } from "../fixture/at-terminal.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";

const NO_COLOR = { NO_COLOR: "1" };
const [ESC, BELL, CSI] = ["\u001B", "\u0007", "\u009B"];

/** Moves the cursor, sets the title, writes the clipboard, hides words; and says something in characters unseen. */
const HOSTILE = memoryText({
  name: "Quiet\u200Bname\u202E",
  description: "Plain\u2066 words",
  tags: ["ta\u200Dg"],
  body: `The visible part of a text.${ESC}[2J${ESC}]52;c;eA==${BELL}${CSI}31m and \u{E0041}\u{E0042} then\rover\b\u007F it.`,
});

async function projectWithForeign(t: { after(cleanUp: () => void): void }): Promise<InitProject> {
  const project = await initProject(t);
  writeFileSync(join(project.root, "memories/project_foreign.md"), HOSTILE);
  return project;
}

/** What a terminal gets from its own line discipline and from us: text, tabs and line ends. */
function assertHarmless(screen: string): void {
  const control =
    /[\u0000-\u0008\u000B-\u000C\u000E-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u;
  assert.equal(control.exec(screen.replaceAll("\r\n", "\n")), null, JSON.stringify(screen));
  assert.equal(screen.replaceAll("\r\n", "\n").includes("\r"), false);
}

test("a person at a terminal sees a foreign memory, with every hidden character by its number", async (t) => {
  const project = await projectWithForeign(t);
  const { exit, text } = await atTerminal(project, ["show", "project_foreign"], { env: NO_COLOR });
  assert.equal(exit, 0, text);
  for (const shown of [
    "standing      foreign (never seen here)",
    "Quiet⟦U+200B⟧name⟦U+202E⟧",
    "Plain⟦U+2066⟧ words",
    "ta⟦U+200D⟧g",
    "The visible part of a text.⟦U+001B⟧[2J⟦U+001B⟧]52;c;eA==⟦U+0007⟧⟦U+009B⟧31m and ⟦U+E0041⟧⟦U+E0042⟧ then⟦U+000D⟧over⟦U+0008⟧⟦U+007F⟧ it.",
  ]) {
    assert.ok(text.includes(shown), `${shown} in ${text}`);
  }
  assertHarmless(text);
});

test("no form of an answer moves the cursor of a person", async (t) => {
  const project = await projectWithForeign(t);
  for (const args of [["list"], ["show", "project_foreign", "--json"], ["list", "--json"], ["doctor"]]) {
    assertHarmless((await atTerminal(project, args, { env: NO_COLOR })).text);
  }
});

test("with an agent's marker in the environment the same terminal shows nothing of it", async (t) => {
  const project = await projectWithForeign(t);
  for (const marker of ["CLAUDECODE", "CODEX_SANDBOX"]) {
    const { exit, text } = await atTerminal(project, ["show", "project_foreign"], {
      env: { [marker]: "1" },
    });
    assert.equal(exit, 0, text);
    assert.match(text, /the text is withheld/, marker);
    assert.equal(text.includes("visible part"), false, marker);
    assert.equal(text.includes("Quiet"), false, marker);
  }
});

test("with an agent among the ancestors the same terminal shows nothing of it", async (t) => {
  const project = await projectWithForeign(t);
  for (const name of ["claude", "codex"]) {
    const agent = join(project.base, name);
    // Not exec: the agent stays the parent of the command.
    writeFileSync(agent, '#!/bin/sh\n"$@"\nexit $?\n', { mode: 0o755 });
    const { exit, text } = await atTerminal(project, ["show", "project_foreign"], { before: agent });
    assert.equal(exit, 0, text);
    assert.match(text, /the text is withheld/, name);
    assert.equal(text.includes("visible part"), false, name);
  }
});

test("a terminal whose input is a pipe is not a person", async (t) => {
  const project = await projectWithForeign(t);
  const { stdout, exit } = project.run(["show", "project_foreign"], { stdin: "y\n" });
  assert.equal(exit, 0);
  assert.match(stdout, /the text is withheld/);
});
