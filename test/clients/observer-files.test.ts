// Hostile session text to the real SDK and client, in a place full of traps: nothing is read, loaded or run.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { ProviderError } from "../../src/observer/model/provider.ts";
import { IS_DEEP } from "../deep.ts";
import { readTree } from "../fixture/tree.ts";
import { freshDir } from "../temp-dir.ts";
import { type HostilePlace, hostilePlace, SECRET, waitForNone } from "./hostile-place.ts";
import { plantTraps } from "./plant-traps.ts";
import { type Hands, optionsIn, queryOnce } from "./query-once.ts";

/** How somebody might name a file so that a client brings it along. */
function references({ jail, treasure, home }: HostilePlace): string[] {
  const paths = ["id_ed25519", "notes.md"].map((name) => join(treasure, name));
  return [
    ...paths.flatMap((path) => [`@${path}`, `@"${path}"`, `@'${path}'`, `@${path}#L1-2`, `@file://${path}`]),
    ...paths.map((path) => `@${relative(jail, path)}`),
    `@${treasure}`,
    `@${join(home, ".claude/CLAUDE.md")}`,
    "@~/.claude/CLAUDE.md @~/CLAUDE.md @./CLAUDE.md @../../CLAUDE.md @CLAUDE.md",
    `@evil:file://${treasure}/notes.md`,
  ];
}

const EVERY_COMMAND = ["/pwn", "/compact", "/help", "/add-dir /", "! touch marker", "# note"];
const COMMANDS = IS_DEEP ? EVERY_COMMAND : EVERY_COMMAND.slice(0, 2);

const place = await hostilePlace({ after }, () => [{ type: "text", text: "nothing" }]);
const before = { treasure: readTree(place.treasure), home: readTree(place.home) };

function expectUntouched(requests: readonly string[]): void {
  assert.doesNotMatch(requests.join("\n"), new RegExp(SECRET));
  assert.equal(existsSync(place.marker), false);
  assert.deepEqual({ treasure: readTree(place.treasure), home: readTree(place.home) }, before);
}

test("files named with @ are not read, however they are named, and the words arrive as they are", async () => {
  const prompt = references(place).join("\n see ");
  await place.ask(prompt);
  const request = place.standIn.requests.at(-1) ?? "";
  assert.ok(request.includes(JSON.stringify(prompt).slice(1, -1)));
  expectUntouched(place.standIn.requests);
});

test("a prompt that is a command runs none: it goes to the model as text", async () => {
  for (const command of COMMANDS) {
    const from = place.standIn.requests.length;
    await place.ask(command);
    assert.equal(place.standIn.requests.length, from + 1);
    const sent = `"messages":[{"role":"user","content":${JSON.stringify(command)}}`;
    assert.ok(place.standIn.requests.at(-1)?.includes(sent), command);
  }
  expectUntouched(place.standIn.requests);
});

test("a jail in which something was planted is refused before anything is started", async () => {
  for (const name of ["CLAUDE.md", ".mcp.json"]) {
    const local = await hostilePlace({ after }, () => [{ type: "text", text: "nothing" }]);
    mkdirSync(local.jail, { mode: 0o700 });
    writeFileSync(join(local.jail, name), SECRET);
    await assert.rejects(
      local.ask(`see @${name}`),
      (error) => error instanceof ProviderError && error.fault === "unsafe",
    );
    assert.deepEqual(local.standIn.calls, []);
    assert.equal(readFileSync(join(local.jail, name), "utf8"), SECRET);
  }
});

test("even in a jail and a home full of traps the options alone let nothing through", async (t) => {
  const [jail, home] = [freshDir(t), freshDir(t)];
  for (const directory of [jail, home]) plantTraps(directory, { marker: place.marker, secret: SECRET });
  writeFileSync(join(jail, "notes.md"), SECRET);
  const hands = optionsIn(place, jail, home);
  const sent = await queryOnce(place, hands, `see @notes.md @${jail}/notes.md @CLAUDE.md /pwn`);
  assert.match(sent, /see @notes\.md/);
  expectUntouched([sent]);
  assert.deepEqual(await waitForNone(place), []);
});

test("each of the three locks on @ holds alone, and without all three the file is sent", async (t) => {
  const [jail, home] = [freshDir(t), freshDir(t)];
  const file = join(place.treasure, "id_ed25519");
  const open = (): Hands => {
    const { client, options } = optionsIn(place, jail, home);
    const { CLAUDE_CODE_DISABLE_ATTACHMENTS: _, ...env } = options.env;
    const settings = { ...options.settings, permissions: {} };
    return { client, options: { ...options, env, ...weaken({ verbatimPrompts: false, settings }) } };
  };
  const isSent = async ({ client, options }: Hands, lock: object): Promise<boolean> =>
    (await queryOnce(place, { client, options: { ...options, ...lock } }, `see @${file}`)).includes(SECRET);
  const { options } = optionsIn(place, jail, home);
  assert.equal(await isSent(open(), {}), true);
  const locks = [{ verbatimPrompts: true }, { env: options.env }, { settings: options.settings }];
  for (const lock of IS_DEEP ? locks : locks.slice(0, 1)) assert.equal(await isSent(open(), lock), false);
});

/** Options that the builder never makes. */
function weaken(options: object): object {
  return options;
}
