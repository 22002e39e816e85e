// The commands that a person types inside an agent: written by install in each client's own form, and taken away by uninstall.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listCommandFiles } from "../../../src/app/clients/client-files.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";
import { connectProject, DENIES, standIn } from "./connect-project.ts";

const PLUGIN = join(import.meta.dirname, "../../../plugin/commands");
const PLACES = {
  "claude-code": [".claude/settings.json", ".claude/commands/credence/remember.md"],
  codex: [".codex/config.toml", ".codex/prompts/credence-remember.md"],
  gemini: [".gemini/settings.json", ".gemini/commands/credence/remember.toml"],
  opencode: [".config/opencode/opencode.json", ".config/opencode/commands/credence-remember.md"],
} as const;

test("each client gets the three commands in its own form, and loses them again with their directories", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  for (const [settings] of Object.values(PLACES))
    project.write(settings, settings.endsWith("json") ? "{}\n" : "");
  const before = readTree(project.home);
  await project.call(["install"]);
  for (const [client, [, path]] of Object.entries(PLACES)) {
    const text = project.read(path) ?? "";
    const isToml = client === "gemini";
    const head = isToml
      ? /^# made by credence install; .*\ndescription = "Save /
      : /^---\n# made by credence install; .*\ndescription: Save /;
    assert.match(text, head, client);
    assert.match(
      text,
      isToml ? /\nprompt = '''\n[^']*: \{\{args\}\}\n/ : /\n---\n\n.*: \$ARGUMENTS\n/,
      client,
    );
    // Approval is the person's, in a terminal of their own.
    assert.match(text, /terminal of their own:\ncredence review\. You cannot approve it\./, client);
    assert.equal(readdirSync(join(project.home, path, "..")).length, 3, client);
  }
  const installed = readTree(project.home);
  await project.call(["install"]);
  assert.deepEqual(readTree(project.home), installed);
  await project.call(["uninstall"]);
  assert.deepEqual(readTree(project.home), before);
  for (const directory of [
    ".claude/commands",
    ".codex/prompts",
    ".gemini/commands",
    ".config/opencode/commands",
  ])
    assert.equal(existsSync(join(project.home, directory)), false, directory);
});

test("a command of the person under the same name stays as it is, and so does one that was rewritten", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  const [why, review] = [".codex/prompts/credence-why.md", ".codex/prompts/credence-review.md"];
  project.write(why, "mine\n");
  // A project gets no commands of its own.
  await project.call(["install", "codex", "--scope", "project"]);
  assert.deepEqual(readdirSync(join(project.top, ".codex")), ["hooks.json"]);
  await project.call(["install", "codex"]);
  assert.equal(project.read(why), "mine\n");
  project.write(review, "mine too\n");
  await project.call(["uninstall", "codex"]);
  assert.deepEqual([project.read(why), project.read(review)], ["mine\n", "mine too\n"]);
  assert.equal(project.read(".codex/prompts/credence-remember.md"), null);
});

test("the plugin has the same commands", () => {
  const files = listCommandFiles({ path: (name) => `${name}.md`, form: "markdown" });
  assert.deepEqual(readdirSync(PLUGIN).sort(), files.map(({ path }) => path).sort());
  for (const { path, text } of files)
    assert.equal(readFileSync(join(PLUGIN, path), "utf8"), text.replace(/^# made by .*\n/m, ""));
});
