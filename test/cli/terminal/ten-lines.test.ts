// A person who writes one sentence, changes it or takes it back reads ten lines at most.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atTerminal, type Screen } from "../../fixture/at-terminal.ts";
import { PASSPHRASE } from "../../fixture/keyed-project.ts";
import { sealedProject } from "../../fixture/persons-project.ts";

function rowsOf({ text, exit }: Screen): string[] {
  assert.equal(exit, 0, text);
  return text.replaceAll("\r\n", "\n").trim().split("\n");
}

test("save, edit and undo of one sentence print at most ten lines at a terminal", async (t) => {
  const project = await sealedProject(t);
  const passphrase = ["passphrase of", PASSPHRASE] as const;
  const yes = ["[y/N]", "y"] as const;
  const said = ["save", "Deploys happen on Tuesdays, and on no other day of the week"];
  const saved = rowsOf(await atTerminal(project, said, { replies: [yes, passphrase] }));
  const id = /saved (\S+) as verified/.exec(saved.join("\n"))?.[1] ?? "";
  const EDITOR = join(project.base, "editor.sh");
  writeFileSync(EDITOR, `#!/bin/sh\nsed -i 's/no other day/no Monday/' "$1"\n`, { mode: 0o755 });
  const replies = [passphrase, yes];
  const edited = rowsOf(await atTerminal(project, ["edit", id], { replies, env: { EDITOR } }));
  assert.ok(edited.includes("+ Deploys happen on Tuesdays, and on no Monday of the week"), edited.join("\n"));
  const undone = rowsOf(await atTerminal(project, ["undo"], { replies }));
  assert.ok(undone.includes("- Deploys happen on Tuesdays, and on no Monday of the week"), undone.join("\n"));
  for (const rows of [saved, edited, undone]) assert.ok(rows.length <= 10, rows.join("\n"));
});
