// The promises as rows that hold for every client. Most ask a real program once or twice, so only the deep run tries those; to
// which a client is held is in its own file.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { CAPTURED } from "../fixture/hook-project.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import type { RealClient } from "./client-project.ts";
import { type Asked, listIn } from "./model/asked.ts";
import { type Act, acting, actingInTurn, resultsOf } from "./model/script.ts";
import { PROMISES, type PromiseName, WALKED } from "./promises.ts";
import {
  type Connected,
  countBlocks,
  DENIED,
  expectBlocks,
  expectDenials,
  expectServer,
  firstOf,
  PROMPT,
  readFiles,
  type Walk,
  walk,
} from "./walk.ts";

type Place = {
  readonly client: RealClient;
  readonly project: Connected;
  /** What the client needs besides, to let the model act. */
  readonly args: readonly string[];
};

type WalkedName = (typeof WALKED)[number];

const WALKS: Readonly<Record<WalkedName, (walked: Walk, client: RealClient) => void>> = {
  blocks: expectBlocks,
  denied: expectDenials,
  offered: expectServer,
};

type Row = (place: Place) => Promise<void> | void;

const ROWS: Readonly<Record<Exclude<PromiseName, WalkedName>, Row>> = {
  quiet: async ({ project, args }) => {
    const { asked } = await project.ask("hello there", ...args);
    assert.equal(countBlocks(firstOf(asked)), 1);
  },
  resumed: async ({ client, project, args }) => {
    await project.save("project_emu", { name: "Emu", body: "The emu outruns horses on every field." });
    await project.ask("does the emu outrun horses on every field?", ...args);
    await project.done(["demote", "project_emu", "--reason", "not so"]);
    const { asked } = await project.start(...client.resuming("and what about wombats?", project), ...args);
    const { said } = firstOf(asked);
    assert.match(JSON.stringify(said), /that no longer apply: project_emu\./);
    assert.ok(said.some(({ by, text }) => by === "person" && text.includes("does the emu outrun horses on")));
  },
  continued: async ({ client, project, args }) => {
    await project.ask("hello there", ...args);
    for (const again of ["hello again", "hello once more"]) {
      const { asked } = await project.start(...client.resuming(again, project), ...args);
      assert.equal(countBlocks(firstOf(asked)), 1, again);
    }
  },
  compacted: async ({ client, project, args }) => {
    await project.ask("when does the kiwi sleep by day?", ...args);
    project.standIn.spend({ input_tokens: 195_000 });
    const more = [...args, ...(client.compacting ?? [])];
    const go = client.resuming(acting({ shell: "true" }), project);
    const { asked } = await project.start(...go, ...more);
    const summary = asked.findLastIndex(({ body }) => listIn(body, "tools").length === 0);
    const next = asked[summary + 1];
    assert.ok(summary > 0 && next !== undefined, "nothing was compacted");
    assert.equal(countBlocks(next), 1);
  },
  untitled: async ({ project, args }) => {
    const { asked } = await project.ask(PROMPT, ...args);
    const others = asked.filter(({ body }) => listIn(body, "tools").length === 0);
    assert.ok(others.length > 0, "no title was asked for");
    for (const other of others) assert.equal(countBlocks(other), 0);
  },
  edited: async ({ client, project, args }) => {
    const path = project.pathOf("project_kiwi");
    const before = readFileSync(path, "utf8");
    const { asked } = await project.ask(acting(client.edit(path, "sleeps", "dances")), ...args);
    assert.match(lastResults(asked).join("\n"), client.fileDenial ?? DENIED);
    assert.equal(readFileSync(path, "utf8"), before);
  },
  nested: async ({ client, project, args }) => {
    const path = project.pathOf("project_nested");
    const { act, args: more = [] } = (client.nested ?? inlineCode)(path);
    const { asked } = await project.ask(acting(act), ...args, ...more);
    assert.match(lastResults(asked).join("\n"), DENIED);
    assert.equal(existsSync(path), false);
  },
  guarded: async ({ client, project, args }) => {
    const write = acting({ shell: `echo gone > ${project.pathOf("project_sub")}` });
    const { asked } = await project.ask(delegating(client, write), ...args);
    assert.ok(asked.some((each) => resultsOf(each).some((result) => DENIED.test(result))));
    assert.equal(existsSync(project.pathOf("project_sub")), false);
  },
  briefed: async ({ client, project, args }) => {
    for (let number = 1; number <= 30; number += 1) await project.save(`project_long_${number}`);
    const { asked } = await project.ask(delegating(client, "count the wombats"), ...args);
    const own = asked.find(({ said }) => isOwn(said, "count the wombats"));
    assert.ok(own !== undefined, "no subagent was started");
    assert.equal(countBlocks(own), 1);
    const [short, whole] = [own, firstOf(asked)].map(({ said }) => lengthOfBlock(said));
    assert.ok(Number(short) < Number(whole) && Number(short) <= 3_000, `${short} of ${whole}`);
  },
  called: async ({ client, project, args }) => {
    const { asked } = await project.ask(using(client, "memory_search", { query: "kiwi sleep" }), ...args);
    assert.match(lastResults(asked).join("\n"), /project_kiwi.*inferred/);
  },
  remembered: async ({ client, project, args }) => {
    // The sentence at the end of setup, and one that is as short as one may be.
    for (const [name, body] of [
      ["Deploys", "we deploy on Tuesdays"],
      ["Tea", "tea at ten"],
    ] as const) {
      const draft = { type: "project", name, description: `About ${name}`, body, dictated: true };
      const prompt = `remember that ${body}`;
      const { requests } = await project.ask(`${prompt} ${using(client, "memory_save", draft)}`, ...args);
      const seen = requests.join("\n");
      assert.ok(seen.includes(prompt));
      assert.match(seen, /true only if the user asked you to remember exactly this/);
      const { stdout } = await project.done(["show", `project_${name.toLowerCase()}`, "--json"]);
      const saved = JSON.parse(stdout);
      assert.deepEqual([saved.body, saved.origin], [`${body}\n`, "dictated"]);
    }
    const { asked } = await project.ask("on which day do we deploy here?", ...args);
    assert.match(JSON.stringify(firstOf(asked).said), /we deploy on Tuesdays/);
  },
  captured: async ({ project, args }) => {
    project.writeConfig(CAPTURED);
    await project.ask(`the quokka has the token ${SAMPLE_SECRET}`, ...args);
    // Also not what a tool says in that turn, and not in what follows on a tool: a client may begin that like a turn.
    const told = actingInTurn({ shell: "true" }, { shell: "echo numbat" });
    await project.ask(`<private>the numbat is shy</private> ${told}`, ...args);
    const kept = readAll(join(project.state, "spool"));
    assert.match(kept, /quokka has the token \[redacted: /);
    assert.doesNotMatch(kept, new RegExp(SAMPLE_SECRET));
    assert.doesNotMatch(kept, /numbat/);
    // Not even that there was something: each prompt is a session of its own.
    assert.equal(new Set(kept.match(/"session":"[^"]+"/g)).size, 1, kept);
    for (const place of [project.credenceHome, project.root])
      assert.doesNotMatch(readAll(place), new RegExp(`numbat|${SAMPLE_SECRET}`), place);
  },
  ended: async ({ project, args }) => {
    project.writeConfig(CAPTURED);
    await project.ask("the bilby digs", ...args);
    const kept = readAll(join(project.state, "spool"));
    const turn = kept.split("\n").findLast((line) => line.includes('"turn-end"')) ?? kept;
    assert.match(turn, /"ok"/);
    assert.match(kept, /the bilby digs/);
    assert.doesNotMatch(kept, /hook_context|memory-context/);
  },
  hanging: async ({ project, args }) => {
    const program = join(project.dist, "credence.cjs");
    const text = readFileSync(program, "utf8");
    const [begun, survived] = [join(project.home, "begun"), join(project.home, "survived")];
    writeFileSync(program, hangFor(20_000, { begun, survived }));
    const { exit, stdout } = await project.ask(PROMPT, ...args);
    writeFileSync(program, text);
    assert.equal(exit, 0);
    assert.match(stdout, /\bok\b/);
    assert.ok(new Set(readFileSync(begun, "utf8").trim().split("\n")).size > 1, "no hook was asked");
    // The client ended each, at the limit that install wrote: its own would be a minute or more.
    assert.deepEqual(readFiles(project.home, ["survived"]), { survived: null });
  },
  absent: async ({ project, args }) => {
    renameSync(project.dist, `${project.dist}-away`);
    const { exit, stdout, stderr, asked } = await project.ask(PROMPT, ...args);
    renameSync(`${project.dist}-away`, project.dist);
    assert.equal(exit, 0);
    assert.match(stdout, /\bok\b/);
    assert.doesNotMatch(stdout + stderr, /Cannot find module|^ +at .*:\d+:\d+\)?$|^hook: \w+ Failed/m);
    assert.equal(countBlocks(firstOf(asked)), 0);
  },
  restored: ({ client, project }) => {
    const files = Object.keys(project.before);
    const connected = readFiles(project.home, files);
    project.credence("install", client.name);
    assert.deepEqual(readFiles(project.home, files), connected);
    assert.notDeepEqual(connected, project.before);
    project.credence("uninstall", client.name);
    const after = readFiles(project.home, files);
    const { withoutOwn = (text) => text } = client;
    for (const file of files) assert.equal(withoutOwn(after[file] ?? null), project.before[file], file);
    // A file that its person changed since is not put back: our entries are taken out of it.
    project.credence("install", client.name);
    const theirs = files.filter((file) => typeof project.before[file] === "string");
    for (const file of theirs) appendFileSync(join(project.home, file), "\n\n");
    project.credence("uninstall", client.name);
    for (const [file, text] of Object.entries(readFiles(project.home, theirs)))
      assert.equal(withoutOwn(text), `${project.before[file]}\n\n`, file);
  },
};

/** Every promise that the client keeps; `restored` is the last, and disconnects. */
export function testClient(client: RealClient, place: () => Promise<Omit<Place, "client">>): void {
  const isWatched = (name: PromiseName): boolean => client.keeps[name] === "watched";
  const opened = place();
  const walked = opened.then(({ project, args }) => walk(project, ...args));
  for (const name of WALKED.filter(isWatched))
    test(PROMISES[name], async () => WALKS[name](await walked, client));
  if (!IS_DEEP) return;
  for (const [name, run] of Object.entries(ROWS))
    if (isWatched(name as PromiseName))
      test(PROMISES[name as PromiseName], async () => {
        // Also where it is run alone: the client of the walk writes into the same home.
        await Promise.allSettled([walked]);
        await run({ client, ...(await opened) });
      });
}

/** Where a client runs no code by itself, a shell does. */
function inlineCode(path: string): ReturnType<NonNullable<RealClient["nested"]>> {
  const code = `require("node:fs").writeFileSync(${JSON.stringify(path)}, "gone")`;
  return { act: { shell: `node - <<'END'\n${code}\nEND` } };
}

/** A program whose hooks hang for so long, and say when they begin and when they were left to their end. The server ends at once:
 * how long a client waits for one is its own matter; and so does what no session waits for. */
function hangFor(
  ms: number,
  { begun, survived }: { readonly begun: string; readonly survived: string },
): string {
  const say = (path: string): string =>
    `require("node:fs").appendFileSync(${JSON.stringify(path)}, event + "\\n")`;
  return `const [, , kind, , event, ...words] = process.argv;
if (kind === "hook" && !words.includes("capture")) {
  ${say(begun)};
  setTimeout(() => ${say(survived)}, ${ms});
}`;
}

/** Calls a tool of our server. */
function using({ beforeServer }: RealClient, tool: string, input: object): string {
  return actingInTurn(...(beforeServer === undefined ? [] : [beforeServer(tool)]), { mcp: tool, input });
}

function delegating({ beforeSubagent, afterSubagent }: RealClient, task: string): string {
  const acts: readonly (Act | undefined)[] = [beforeSubagent, { subagent: task }, afterSubagent];
  return actingInTurn(...acts.filter((act) => act !== undefined));
}

/** Is it the conversation of the subagent itself, and not that of its agent? */
function isOwn(said: Asked["said"], prompt: string): boolean {
  const text = said.map(({ text: each }) => each).join("\n");
  return text.includes(prompt) && !text.includes("[[do ");
}

/** Of the first block, in characters. */
function lengthOfBlock(said: Asked["said"]): number {
  const text = said.map(({ text: each }) => each).join("\n");
  return /<memory-context source=[\s\S]*?<\/memory-context>/.exec(text)?.[0].length ?? 0;
}

function lastResults(asked: readonly Asked[]): string[] {
  const last = asked.findLast((each) => resultsOf(each).length > 0);
  return last === undefined ? [] : resultsOf(last);
}

function readAll(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}
