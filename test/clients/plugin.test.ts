// The plugin in the real Claude Code: accepted by its own check, installed from a marketplace on disk, and at work.

import assert from "node:assert/strict";
import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pluginProject } from "./plugin-project.ts";

const project = await pluginProject({ after });
const { base, home, market, bin, claude, credence, ask } = project;

const RECALLED = /UserPromptSubmit hook additional context: <memory-context source=/;

test("the plugin and the marketplace pass the client's own strict check", () => {
  for (const directory of ["plugin", "."])
    assert.match(claude("plugin", "validate", "--strict", join(market, directory)), /Validation passed/);
});

test("installed without a build, it works with the package it came with, and without one is silent", async () => {
  project.installPlugin();
  assert.match(claude("plugin", "list"), /credence@credence/);
  credence("init");
  const body =
    "The takin lives in bamboo forests of the mountains.\nWhy: it is so.\nHow to apply: look there.";
  credence(
    "save",
    "--type",
    "project",
    "--name",
    "Takin",
    "--description",
    "Where takins live",
    "--body",
    body,
  );
  const prompt = "where does the takin live, in bamboo forests?";
  assert.match(await ask(prompt), RECALLED);
  renameSync(join(market, "dist"), join(base, "dist"));
  assert.doesNotMatch(await ask(prompt), /memory-context/);
  symlinkSync(join(base, "dist/credence.cjs"), join(bin, "credence"));
  assert.match(await ask(prompt), RECALLED);
  const touch = JSON.stringify({ command: `touch ${join(home, ".local/state/credence/x")}` });
  assert.match(await ask(`please @@TOOL Bash ${touch}@@`), /only Credence itself may change/);
});

test("beside the entries of install, the same prompt is answered once", async () => {
  credence("install", "claude-code");
  const seen = await ask("where does the takin live, in bamboo forests?");
  const [request = ""] = seen.split("\n");
  assert.equal(request.split("UserPromptSubmit hook additional context: <memory-context").length - 1, 1);
});
