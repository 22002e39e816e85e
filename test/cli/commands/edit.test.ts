// What an edit cannot change is named and kept, never dropped; and an edit that is thrown away changes nothing.

import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { InitProject } from "../../fixture/init-project.ts";
import { personsProject } from "../../fixture/persons-project.ts";
import { readTree } from "../../fixture/tree.ts";
import type { Owner } from "../../temp-dir.ts";

const ID = "project_deploy_window";
const FILE = ["memories", `${ID}.md`] as const;

/** A project with one verified memory, and an editor that does this to the file it is given. */
async function editProject(
  owner: Owner,
  line: string,
): Promise<InitProject & { readonly env: { readonly EDITOR: string; readonly TOLD: string } }> {
  const project = await personsProject(owner);
  await project.save(ID, { answers: ["y"] });
  const [editor, told] = [join(project.base, "editor.sh"), join(project.base, "told")];
  writeFileSync(editor, `#!/bin/sh\nprintf %s "$1" > ${told}\n${line}\n`, { mode: 0o755 });
  return { ...project, env: { EDITOR: editor, TOLD: told } };
}

for (const [what, line, named] of [
  ["an unknown key", `sed -i '2i colour: red' "$1"`, "colour"],
  ["a comment on its own line", `sed -i '2i # mine' "$1"`, "a comment"],
  ["a comment behind a value", `sed -i 's/^\\(name: .*\\)$/\\1 # mine/' "$1"`, "a comment"],
  ["the type", `sed -i 's/^type: .*/type: user/' "$1"`, "type"],
  [
    "two of its marks beside its words",
    `sed -i 's/^trust-level: .*/trust-level: inferred/; /^created-at/d; s/it came up/it did/' "$1"`,
    "trust-level, created-at",
  ],
] as const) {
  test(`an edit of ${what} is refused by name before it is signed, and kept`, async (t) => {
    const project = await editProject(t, line);
    const before = readTree(project.root);
    const { exit, stdout, stderr } = await project.call(["edit", ID], { env: project.env, answers: ["y"] });
    assert.deepEqual([exit, stdout], [64, ""]);
    const [error = "", hint = ""] = stderr.split("\n").slice(-3);
    assert.ok(error.startsWith("error: USAGE: an edit cannot change "), stderr);
    assert.deepEqual(
      error
        .replace(/^.* change /, "")
        .split(", ")
        .sort(),
      named.split(", ").sort(),
    );
    const kept = readFileSync(project.env.TOLD, "utf8");
    assert.equal(
      hint,
      `hint: you can edit name, description, category, tags, cues, contradicts, related-files and the body; nothing was changed; your text is in ${kept}`,
    );
    assert.notEqual(readFileSync(kept, "utf8"), readFileSync(join(project.root, ...FILE), "utf8"));
    rmSync(dirname(kept), { recursive: true });
    assert.deepEqual(readTree(project.root), before);
  });
}

test("another way to quote a key that is not open to an edit is no change of it", async (t) => {
  const project = await editProject(
    t,
    `sed -i 's/^type: project/type: "project"/; s/it came up/it was asked for/' "$1"`,
  );
  await project.done(["edit", ID], { env: project.env, answers: ["y"] });
  assert.match(readFileSync(join(project.root, ...FILE), "utf8"), /^type: project$[\s\S]*it was asked for/m);
});

for (const [what, line] of [
  ["removes the file", `rm "$1"`],
  ["empties the file", `: > "$1"`],
] as const) {
  test(`an editor that ${what} drops the edit, and nothing is left of it`, async (t) => {
    const project = await editProject(t, line);
    const before = readTree(project.root);
    const { exit, stdout, stderr } = await project.call(["edit", ID], { env: project.env, answers: ["y"] });
    assert.deepEqual([exit, stdout], [1, ""]);
    assert.match(
      stderr,
      /error: DECLINED: empty text: your edit is discarded\nhint: nothing was changed; run the command again to decide otherwise\n$/,
    );
    assert.equal(existsSync(dirname(readFileSync(project.env.TOLD, "utf8"))), false);
    assert.deepEqual(readTree(project.root), before);
  });
}
