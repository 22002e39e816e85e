// The page of a real process at a real terminal: how the browser comes to its ticket, and what is left when the process ends.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atTerminal } from "../fixture/at-terminal.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { cheaplyKeyedProject, ID, PASSPHRASE } from "../fixture/keyed-project.ts";
import { decide } from "./page-acts.ts";
import { plantBrowser } from "./planted-browser.ts";
import { playPage } from "./play-page.ts";
import type { Tab } from "./started-page.ts";

const KEYS = "[q] end:";
const ASK = "passphrase of your person key, to carry out this decision:";
const TAB = "tab-of-the-terminal-1";

const promote = async (tab: Tab): Promise<number> => (await decide(tab, [ID, "raise:promote"])).status;

test("the ticket reaches the browser in a private file and in no argument, and the passphrase is typed at the terminal", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const { bin, noted, enter } = plantBrowser(project);
  const seen: unknown[] = [];
  const walk = async (): Promise<void> => {
    const tab = await enter(TAB);
    seen.push(await promote(tab), JSON.parse((await tab.post("/api/sign", {})).body).done.length);
    seen.push((await tab.post("/api/end", {})).status);
  };
  let walking = Promise.resolve();
  const begin = (): void => {
    walking = walk();
  };
  const { exit, text, echoes } = await atTerminal(project, ["ui", "--now", "2026-05-20T12:00:00Z"], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    replies: [
      [KEYS, begin],
      [ASK, PASSPHRASE],
    ],
  });
  await walking;
  assert.deepEqual([exit, echoes, seen], [0, true, [200, 1, 200]], text);
  assert.match(text, /the page has ended: ended from the page/);
  assert.equal(text.includes(PASSPHRASE), false);
  const [count, path = ""] = noted("given").split("\n");
  assert.deepEqual([count, path.startsWith(join(project.state, "page", "open-"))], ["1", true]);
  assert.equal(noted("modes"), "600\n700\n");
  const token = /#([\w-]+)/.exec(noted("page"))?.[1] ?? "";
  assert.equal(token.length, 43);
  assert.deepEqual([noted("arguments").includes(token), noted("arguments").includes(path)], [false, true]);
  assert.deepEqual(readdirSync(join(project.state, "page")), []);
});

test("a terminal that goes away ends the page, nothing is signed, and the next page tells of what was dropped", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const { bin, enter } = plantBrowser(project);
  const directory = join(project.state, "page");
  let walking = Promise.resolve();
  const begin = (): void => {
    walking = walk();
  };
  const walk = async (): Promise<void> => {
    assert.equal(await promote(await enter(TAB)), 200);
    const record = readdirSync(directory).find((name) => name.startsWith("unsigned-")) ?? "";
    assert.equal(statSync(join(directory, record)).mode & 0o777, 0o600);
    const { root } = JSON.parse(readFileSync(join(project.root, "root.json"), "utf8"));
    assert.deepEqual(JSON.parse(readFileSync(join(directory, record), "utf8")), {
      v: 1,
      unsigned: [{ root, id: ID, says: "confirm as fact" }],
    });
    process.kill(Number(/\d+/.exec(record)), "SIGHUP");
  };
  const { exit } = await atTerminal(project, ["ui", "--now", "2026-05-20T12:00:00Z"], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    replies: [[KEYS, begin]],
  });
  await walking;
  assert.notEqual(exit, 0);
  assert.match((await inProcess(project)(["show", ID])).stdout, /inferred/);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      const { marks, dropped } = JSON.parse((await tab.get("/api/marks")).body);
      assert.deepEqual([marks, dropped], [[], [{ id: ID, says: "confirm as fact" }]]);
    },
  });
});

test("a terminal that is closed before the page was opened leaves no way in behind", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const { bin, opener } = plantBrowser(project);
  const directory = join(project.state, "page");
  let left: string[] = [];
  const hangUp = async (): Promise<void> => {
    const pid = await opener();
    left = readdirSync(directory);
    process.kill(pid, "SIGHUP");
  };
  let hanging = Promise.resolve();
  const begin = (): void => {
    hanging = hangUp();
  };
  const { exit } = await atTerminal(project, ["ui", "--now", "2026-05-20T12:00:00Z"], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    replies: [[KEYS, begin]],
  });
  await hanging;
  assert.notEqual(exit, 0);
  assert.match(left.join(" "), /^open-[0-9a-f]+\.html$/);
  assert.deepEqual(readdirSync(directory), []);
});

test("an agent gets no page, with a terminal or without, and neither does a script", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const call = inProcess(project);
  for (const command of [
    ["ui"],
    ["ui", "--no-open"],
    ["review", "--web"],
    ["review", "--web", "--no-open"],
  ]) {
    const agent = await call(command, { answers: [], env: { CLAUDECODE: "1" } });
    assert.equal(agent.exit, 1);
    assert.match(agent.stderr, /NEEDS_PERSON: only a person can open the page: an agent runs this command/);
    const script = await call(command);
    assert.match(script.stderr, /NEEDS_PERSON: only a person can open the page: there is no terminal/);
  }
});
