// A prompt is whatever somebody pasted. Whatever it is, search and recall answer: no error, no fault of our own, no wait.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import fc from "fast-check";
import { chanceOf, HOW_TO_REPEAT, sampleOf } from "../faults/sample.ts";
import { anyCharacter } from "../fixture/any-character.ts";
import { later, recallProject } from "../fixture/recall-project.ts";
import { hostileText } from "../memory/text/hostile-text.ts";

const project = await recallProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
await project.save("project_user_id", {
  name: "Keys",
  body: "Sort by user_id and near .env, or not AND so on.\n".repeat(9),
});
/** How many strings of the collection the quick gate tries. */
const NAUGHTY = 20;
/** And how many kinds of a megabyte. */
const HUGE_KINDS = 2;
/** Every file is old by now, so nothing is indexed anew for each question. */
const NOW = { now: later() };
const FIXTURES = join(import.meta.dirname, "../../../shared/data/fixtures");
const STRATEGIES = ["credence", "fts5_bm25", "title_tags"];
const RUNS = { numRuns: Math.min(1_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 300)), seed: 20_260_501 };

const OWN_QUERIES = [
  "kiwi OR 1=1",
  "kiwi NOT night",
  "NEAR(kiwi night, 3)",
  "NEAR/2 kiwi",
  '"kiwi" AND "night"',
  '"unclosed kiwi phrase',
  "kiwi* ^kiwi -kiwi +kiwi {name body}: kiwi",
  "name:kiwi tags:night - body:day",
  "kiwi'; DROP TABLE memories; --",
  "kiwi \u0000 night \u0000",
  "((((((((((kiwi",
  "\uD800kiwi\uDC00 night\uDFFF and so on",
  "\u202Ekiwi night\u202C \u2066day\u2069 and so on",
  "\u05D4\u05E7\u05D9\u05D5\u05D5\u05D9 \u05D9\u05E9\u05DF \u05D1\u05D9\u05D5\u05DD kiwi",
  "\u{1F95D}\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u{1F1E9}\u{1F1EA} kiwi by night",
  "K\u0301\u0301\u0301iwi a\u0300\u0316 by night",
  "%s %n {{7*7}} $kiwi $(kiwi) `kiwi`",
  ".... ---- ____ ._-._-._-",
  "\n\t\r kiwi \u0085\u2028\u2029 night and day",
  "AND OR NOT NEAR and or not near",
  "--help --json -- -x kiwi",
];

async function assertAnswers(query: string): Promise<void> {
  const isEmpty = query.trim() === "";
  for (const strategy of STRATEGIES) {
    const { exit, stdout, stderr } = await project.call(
      ["search", "--json", "--strategy", strategy, "--", query],
      NOW,
    );
    assert.equal(exit, isEmpty ? 64 : 0, `${strategy}: ${JSON.stringify(query)}\n${stderr}`);
    assert.ok(isEmpty || Array.isArray(JSON.parse(stdout)));
  }
  for (const args of [[`--prompt=${query}`], ["--json", `--prompt=${query}`]]) {
    const { exit, stderr } = await project.call(["recall", ...args], NOW);
    assert.equal(exit, 0, `recall ${JSON.stringify(query)}\n${stderr}`);
  }
}

for (const query of OWN_QUERIES) {
  test(`${JSON.stringify(query)} is answered`, () => assertAnswers(query));
}

test("words of the query language are plain words of a query", async () => {
  for (const query of OWN_QUERIES.filter((each) => /kiwi/i.test(each) && !/\uD800|\u0301/.test(each))) {
    const { stdout } = await project.done(["search", "--json", "--strategy", "fts5_bm25", "--", query], NOW);
    assert.ok(stdout.includes('"project_kiwi"'), JSON.stringify(query));
  }
});

test("asking why with a hostile prompt is answered, too", async () => {
  for (const query of OWN_QUERIES) {
    assert.equal((await project.call(["why", "project_kiwi", `--prompt=${query}`], NOW)).exit, 0);
    assert.equal((await project.call(["index", `--query=${query}`], NOW)).exit, 0);
  }
});

function readNaughty(t: TestContext): string[] {
  const path = join(FIXTURES, "naughty-strings.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  t.diagnostic("naughty-strings.json is not here: only this project's own strings were tried");
  return [];
}

test("strings of a public collection of troublesome ones are answered", async (t) => {
  for (const query of sampleOf(readNaughty(t), NAUGHTY, chanceOf(t))) await assertAnswers(String(query));
});

test("any text is answered", async () => {
  const law = fc.asyncProperty(fc.oneof(hostileText, fc.string({ unit: anyCharacter })), assertAnswers);
  await fc.assert(law, RUNS);
});

const HUGE: Readonly<Record<string, (chars: number) => string>> = {
  words: (chars) => numbered(chars, (at) => `kiwi${at} `),
  "one word": (chars) => "kiwi".repeat(chars / 4),
  "joined words": (chars) => numbered(chars, (at) => `kiwi_${at}.`),
  "parts of words": (chars) => numbered(chars, (at) => `kiwiNight${at}`),
  dots: (chars) => ".".repeat(chars),
  marks: (chars) => `a${"\u0301".repeat(chars - 1)}`,
  "a script without spaces": (chars) => "\u6F22\u5B57\u304B".repeat(chars / 3),
  spaces: (chars) => `kiwi${" ".repeat(chars - 8)}kiwi`,
  surrogates: (chars) => "\uD83D".repeat(chars),
};

function numbered(chars: number, render: (at: number) => string): string {
  let text = "";
  for (let at = 0; text.length < chars; at += 1) text += render(at);
  return text.slice(0, chars);
}

/** The quickest of three, in ms of this process's own work. */
async function timeOf(prompt: string): Promise<number> {
  const times: number[] = [];
  for (const _ of [1, 2, 3]) {
    const before = process.cpuUsage();
    for (const strategy of STRATEGIES)
      await project.done(["search", "--json", "--strategy", strategy, "--", prompt], NOW);
    await project.done(["recall", "--prompt", "-"], { stdin: prompt, ...NOW });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}

test("a megabyte of anything costs no more than five times what 20 KB cost", async (t) => {
  for (const [what, make] of sampleOf(Object.entries(HUGE), HUGE_KINDS, chanceOf(t))) {
    const small = await timeOf(make(20_000));
    const large = await timeOf(make(1_000_000));
    assert.ok(large <= 5 * small, `${what}: ${large} ms against ${small} ms, ${HOW_TO_REPEAT}`);
  }
});
