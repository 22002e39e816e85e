// A person who writes one sentence, changes it or takes it back reads ten lines at most.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atTerminal, type Screen } from "../../fixture/at-terminal.ts";
import { initProject } from "../../fixture/init-project.ts";

const PASS = "correct horse";
const KEY = [
  ["Choose a passphrase", PASS],
  ["once more:", PASS],
  ["Enter when it is on paper:", ""],
] as const;

function rowsOf({ text, exit }: Screen): string[] {
  assert.equal(exit, 0, text);
  return text.replaceAll("\r\n", "\n").trim().split("\n");
}

test("save, edit and undo of one sentence print at most ten lines at a terminal", async (t) => {
  const project = await initProject(t, { state: "real" });
  const first = ["save", "The office has two doors, and both have bells"];
  rowsOf(await atTerminal(project, first, { replies: [["[y/N]", "y"], ...KEY] }));
  const said = ["save", "Deploys happen on Tuesdays, and on no other day of the week"];
  const saved = rowsOf(
    await atTerminal(project, said, {
      replies: [
        ["[y/N]", "y"],
        ["passphrase of", PASS],
      ],
    }),
  );
  assert.ok(saved.length <= 10, saved.join("\n"));
  const id = /saved (\S+) as verified/.exec(saved.join("\n"))?.[1] ?? "";
  const editor = join(project.base, "editor.sh");
  writeFileSync(editor, `#!/bin/sh\nsed -i 's/no other day/no Monday/' "$1"\n`, { mode: 0o755 });
  const answers = [
    ["passphrase of", PASS],
    ["[y/N]", "y"],
  ] as const;
  const edited = rowsOf(
    await atTerminal(project, ["edit", id], { replies: answers, env: { EDITOR: editor } }),
  );
  assert.ok(edited.length <= 10, edited.join("\n"));
  assert.ok(edited.includes("+ Deploys happen on Tuesdays, and on no Monday of the week"), edited.join("\n"));
  const undone = rowsOf(await atTerminal(project, ["undo"], { replies: answers }));
  assert.ok(undone.length <= 10, undone.join("\n"));
  assert.ok(undone.includes("- Deploys happen on Tuesdays, and on no Monday of the week"), undone.join("\n"));
});
