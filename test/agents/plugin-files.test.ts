// The files of the plugin, against what install writes and against the open standard for skills.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { claudeCodeSettings } from "../../src/agents/claude-code.ts";
import { serverWords } from "../../src/agents/hook-words.ts";

const PLUGIN = join(import.meta.dirname, "../../plugin");
type Group = { matcher?: string; hooks: { timeout: number; async?: boolean; args: string[] }[] };
type Hooks = Record<string, Group[]>;

/** What a hook is, without what it starts. */
function outline(hooks: Hooks): unknown {
  return Object.entries(hooks).map(([event, groups]) => [
    event,
    groups.map(({ matcher = "", hooks: [hook] }) => {
      const at = hook?.args.indexOf("--only") ?? -1;
      return [matcher, hook?.timeout, hook?.async === true, at === -1 ? "" : hook?.args[at + 1]];
    }),
  ]);
}

test("the plugin has the same hooks as the settings that install writes", () => {
  const launch = { node: "/n", script: "/s", state: "/st", cache: "/c" };
  const made = claudeCodeSettings.merge(null, { launch, userRoot: "/u", version: [2, 1, 325] });
  assert.ok(made.kind === "edited" && made.text !== null);
  const own = JSON.parse(readFileSync(join(PLUGIN, "hooks/hooks.json"), "utf8"));
  assert.deepEqual(outline(own.hooks), outline(JSON.parse(made.text).hooks));
});

test("the plugin starts the same server as install, by way of its launcher", () => {
  const { mcpServers } = JSON.parse(readFileSync(join(PLUGIN, ".mcp.json"), "utf8"));
  const launch = { node: "node", script: "/s", state: "/st", cache: "/c" };
  const [command, ...args] = serverWords(launch);
  const { credence } = mcpServers;
  assert.deepEqual(Object.keys(mcpServers), ["credence"]);
  assert.equal(credence.command, command);
  assert.deepEqual(credence.args.slice(0, -2), args.slice(0, args.indexOf("/s")));
  assert.match(credence.args.slice(-2).join(" "), /\/hooks\/launch\.cjs --server$/);
});

test("each skill bears the name of its folder and says in its description when it is for", () => {
  const names = readdirSync(join(PLUGIN, "skills")).sort();
  assert.deepEqual(names, ["memory-review", "memory-save", "memory-search"]);
  for (const name of names) {
    const text = readFileSync(join(PLUGIN, "skills", name, "SKILL.md"), "utf8");
    const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    assert.equal(/^name: (.*)$/m.exec(head)?.[1], name);
    const description = /^description: (.*)$/m.exec(head)?.[1] ?? "";
    assert.ok(description.length > 40 && description.length <= 1_024, name);
    assert.match(description, /\bUse when\b/);
  }
});

test("the plugin is of the version of the package", () => {
  const versionIn = (path: string): string => JSON.parse(readFileSync(join(PLUGIN, path), "utf8")).version;
  assert.equal(versionIn(".claude-plugin/plugin.json"), versionIn("../package.json"));
});
