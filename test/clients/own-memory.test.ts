// The setting that setup writes turns off the own memory of the real client: the model is told of none.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRepository } from "../fixture/git-repository.ts";
import { scratchProject } from "../fixture/scratch-project.ts";
import { claudeScript } from "./claude-project.ts";
import { codexProgram } from "./client-program.ts";
import { clientProject, runProgram } from "./client-project.ts";
import { startConversation } from "./conversation.ts";
import { startStandIn } from "./model/stand-in.ts";
import { QWEN } from "./qwen-client.ts";

for (const [settings, isTold] of [
  ["{}\n", true],
  ['{ "autoMemoryEnabled": false }\n', false],
] as const)
  test(`with ${settings.trim()} in its settings the model is ${isTold ? "" : "not "}told where its own memory is`, async (t) => {
    const { home } = scratchProject(t, { state: "none", inGit: false });
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude/settings.json"), settings);
    const standIn = await startStandIn(claudeScript);
    t.after(() => void standIn.close());
    const env = {
      HOME: home,
      PATH: "/usr/bin:/bin",
      ANTHROPIC_BASE_URL: standIn.url,
      ANTHROPIC_API_KEY: ["sk", "ant", "stand", "in"].join("-"),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    };
    const session = startConversation(t, { cwd: makeRepository(join(home, "shop")), env, standIn }, []);
    await session.ask("good morning");
    assert.equal(await session.end(), 0);
    assert.equal(/\.claude\/projects\/[^"/]*\/memory/.test(standIn.requests.join("\n")), isTold);
  });

for (const [memory, isTold] of [
  [{}, true],
  [{ enableManagedAutoMemory: false }, false],
] as const)
  test(`with ${JSON.stringify(memory)} as its memory the model of Qwen Code is ${isTold ? "" : "not "}told of one`, async (t) => {
    const file = ".qwen/settings.json";
    const project = await clientProject(t, {
      ...QWEN,
      prepare: (place) => {
        QWEN.prepare?.(place);
        const path = join(place.home, file);
        writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), memory }));
      },
    });
    const { exit, requests, stderr } = await project.ask("good morning");
    assert.equal(exit, 0, stderr);
    assert.equal(/\.qwen\/projects\/[^"/]*\/memory/.test(requests.join("\n")), isTold);
  });

test("Codex keeps a memory only where its settings say so", async (t) => {
  const { home } = scratchProject(t, { state: "none", inGit: false });
  mkdirSync(join(home, ".codex"));
  const seen: string[] = [];
  for (const text of ["", "[features]\nmemories = true\n", "[features]\nmemories = false\n"]) {
    writeFileSync(join(home, ".codex/config.toml"), text);
    const place = { cwd: home, env: { HOME: home, PATH: "/usr/bin:/bin" } };
    const { stdout } = await runProgram([codexProgram(), "features", "list"], place);
    seen.push(/^memories .* (true|false)$/m.exec(stdout)?.[1] ?? "");
  }
  assert.deepEqual(seen, ["false", "true", "false"]);
});
