// The first day with the real Claude Code: one command after the program is there, and what the agent is told to remember is in
// the model's next request; in the next project without any command.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtPackage } from "../built.ts";
import { IS_DEEP } from "../deep.ts";
import { atTerminal } from "../fixture/at-terminal.ts";
import { makeRepository } from "../fixture/git-repository.ts";
import { AGAIN, CHOOSE, PASSPHRASE, WRITTEN } from "../fixture/keyed-project.ts";
import { installPacked } from "../fixture/packed-package.ts";
import { type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";

import { calling, claudeScript } from "./claude-project.ts";
import { claudeProgram } from "./client-program.ts";
import { newsOf, startConversation } from "./conversation.ts";
import { startStandIn } from "./model/stand-in.ts";

const ROOT = join(import.meta.dirname, "..", "..");

type Arrival = { readonly path: string; readonly command: string };

/** What `npm run quickstart` leaves in a clone. */
async function cloneAndBuild(base: string): Promise<Arrival> {
  const path = join(base, "clone");
  mkdirSync(join(path, ".git"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(path, "package.json"));
  cpSync((await builtPackage()).dist, join(path, "dist"), { recursive: true });
  return { path, command: join(path, "dist/credence.cjs") };
}

const ARRIVALS: readonly (readonly [from: string, arrive: (base: string) => Promise<Arrival>])[] = [
  ["a clone", cloneAndBuild],
  ["an installed tarball", installPacked],
];

/** The whole first minute, at a terminal in a project; nothing but its defaults and a passphrase. */
async function setUp(project: ScratchProject, top: string, { command }: Arrival): Promise<string> {
  const bin = join(project.base, "bin");
  mkdirSync(bin);
  symlinkSync(claudeProgram(), join(bin, "claude"));
  const { exit, text } = await atTerminal({ ...project, top }, [], {
    replies: [
      ["provider. [y/N]", ""],
      ["turns it on again. [Y/n]", ""],
      ["Go on? [Y/n/details]", ""],
      [CHOOSE, PASSPHRASE],
      [AGAIN, PASSPHRASE],
      [WRITTEN, ""],
    ],
    script: command,
    // As at a person's: where state is, the home says.
    env: { PATH: `${bin}:/usr/bin:/bin`, CREDENCE_HOME: "" },
  });
  assert.equal(exit, 0, text);
  return text;
}

const SAVE = "mcp__credence__memory_save";

type Told = { readonly name: string; readonly body: string; readonly question: string };

/** What setup teaches the person to say, to the letter. */
const DEPLOYS: Told = {
  name: "Deploy day",
  body: "we deploy on Tuesdays",
  question: "on which day do we deploy here?",
};
const MILK: Told = {
  name: "Milk",
  body: "The milk is delivered on Mondays before noon.",
  question: "when is the milk delivered?",
};

/** One session: the agent saves what it is told, and the next prompt brings it to the model. */
async function rememberAndAsk(
  owner: Parameters<typeof startConversation>[0],
  { cwd, home }: { readonly cwd: string; readonly home: string },
  { name, body, question }: Told,
): Promise<string> {
  const standIn = await startStandIn(claudeScript);
  owner.after(() => void standIn.close());
  const env = {
    HOME: home,
    PATH: "/usr/bin:/bin",
    ANTHROPIC_BASE_URL: standIn.url,
    ANTHROPIC_API_KEY: ["sk", "ant", "stand", "in"].join("-"),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const session = startConversation(owner, { cwd, env, standIn }, ["--allowedTools", SAVE]);
  const draft = { type: "project", name, description: `About ${name}`, body, dictated: true };
  let saved = newsOf(await session.ask(calling(SAVE, draft)));
  // A client begins before its servers do.
  for (let left = 5; left > 0 && saved.includes("No such tool available"); left -= 1)
    saved = newsOf(await session.ask(calling(SAVE, draft)));
  assert.match(saved, /created/);
  const seen = newsOf(await session.ask(question));
  assert.equal(await session.end(), 0);
  return seen;
}

for (const [from, arrive] of IS_DEEP ? ARRIVALS : ARRIVALS.slice(0, 1))
  test(`from ${from}: after one command a memory is in the model's request, and in a second project after none`, async (t) => {
    const project = scratchProject(t, { state: "none", inGit: false });
    const [shop, cafe] = ["shop", "cafe"].map((name) => makeRepository(join(project.home, name)));
    assert.ok(shop !== undefined && cafe !== undefined);
    const arrival = await arrive(project.base);
    assert.match(
      await setUp(project, shop, arrival),
      /✓ Claude Code connected: the guard refused a test write/,
    );
    // The program has a place of its own by now; what npm installed is one.
    if (from === "a clone") rmSync(arrival.path, { recursive: true });
    const [first, second] = await Promise.all([
      rememberAndAsk(t, { cwd: shop, home: project.home }, DEPLOYS),
      rememberAndAsk(t, { cwd: cafe, home: project.home }, MILK),
    ]);
    assert.match(first, /UserPromptSubmit hook additional context: <memory-context source=/);
    assert.match(first, /\(inferred\)[^"]*we deploy on Tuesdays/);
    assert.match(second, /The milk is delivered on Mondays before noon\./);
    assert.doesNotMatch(second, /Tuesdays/);
    const roots = readdirSync(join(project.userRoot, "projects")).filter((name) => !name.startsWith("."));
    assert.match(roots.sort().join(" "), /^cafe-[0-9a-f]{12} shop-[0-9a-f]{12}$/);
    for (const top of [shop, cafe]) assert.deepEqual(readdirSync(top), [".git"]);
  });
