// The setting that setup writes turns off the real Claude Code's own memory: the model is told of none.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRepository } from "../fixture/git-repository.ts";
import { scratchProject } from "../fixture/scratch-project.ts";
import { claudeScript } from "./claude-project.ts";
import { startConversation } from "./conversation.ts";
import { startStandIn } from "./model/stand-in.ts";

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
