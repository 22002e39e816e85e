// A second machine by one command on each: counted in commands and passphrases, with two homes, real keys and a bare repository
// between them; and whatever can end it halfway.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type CallOptions, inProcess } from "../fixture/command-in-process.ts";
import { expectDone, type Outcome, scratchProject } from "../fixture/scratch-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import { bareRepository, keysOf, type Machine, newMachine, PERSON, standingsOf } from "./machines.ts";

const SENTENCE = "Seven violet kettles, under a quay.";

/** A home with a key that has a passphrase, and everything that was asked for it. */
type Desk = {
  readonly call: (args: readonly string[], answers?: Answers) => Promise<Outcome>;
  readonly commands: string[];
  readonly passphrases: string[];
  readonly fingerprint: () => string;
};

type Answers = (question: string) => string | undefined | Promise<string | undefined>;

function realMachine(owner: Owner): Desk {
  const project = scratchProject(owner, { state: "none", inGit: false });
  const run = inProcess(project);
  const [commands, passphrases]: [string[], string[]] = [[], []];
  const answer =
    (more: Answers): Answers =>
    (question) => {
      if (/once more|passphrase/i.test(question)) return SENTENCE;
      return /on paper/.test(question) ? "" : more(question);
    };
  return {
    commands,
    passphrases,
    call: async (args, answers = () => "y") => {
      commands.push(args.join(" "));
      const onAskSecret = (question: string): unknown =>
        /passphrase/i.test(question) && passphrases.push(question);
      const options: CallOptions = { answers: answer(answers), onAskSecret };
      return run(args, options);
    },
    fingerprint: () => {
      const path = join(project.state, "keys", "person.json");
      return JSON.parse(readFileSync(path, "utf8")).signer.split(":")[1].slice(0, 8);
    },
  };
}

const standings = async ({ call }: Desk): Promise<Record<string, string>> => {
  const { stdout } = expectDone(await call(["list", "--scope", "user", "--json"]));
  const rows: { id: string; standing: string }[] = JSON.parse(stdout);
  return Object.fromEntries(rows.map(({ id, standing }) => [id, standing]));
};

const save = (id: string): string[] => [
  ...["save", "--scope", "user", "--type", "user", "--id", id, "--name", id],
  ...["--description", `About ${id}`, "--body", `What everybody should know about ${id}, at some length.`],
];

test("a second machine is three commands and one passphrase on each, and what is approved on either counts on both", async (t) => {
  const [first, second] = [realMachine(t), realMachine(t)];
  const remote = bareRepository(t);
  expectDone(await first.call(["init", "--scope", "user"]));
  expectDone(await first.call(save("user_first")));
  for (const { commands, passphrases } of [first, second])
    for (const list of [commands, passphrases]) list.length = 0;
  const onSecond: Answers = (question) =>
    /8 characters/.test(question) ? first.fingerprint() : /your team knows/.test(question) ? "Ana" : "y";
  let shown: Outcome | null = null;
  const added = await first.call(["machine", "add", remote], async (question) => {
    if (/your team knows/.test(question)) return "Ana";
    if (!/that it shows at its end/.test(question)) return "y";
    assert.match(
      question,
      /\n {2}credence machine add \/.*\.git\nIt asks for the first 8 characters of this one:\n/,
    );
    shown = expectDone(await second.call(["machine", "add", remote], onSecond));
    return second.fingerprint();
  });
  assert.match(expectDone(added).stdout, /what you approve on either machine counts on both/);
  assert.match(
    added.stderr,
    /^~\/\.claude\/claude-memory\/ goes to file:\/\/.*Then this waits for the other machine\.\n/,
  );
  assert.ok(shown);
  expectDone(await second.call(["sync"]));
  assert.deepEqual([...first.commands, ...second.commands].length, 3);
  assert.deepEqual([first.passphrases.length, second.passphrases.length], [1, 1]);
  assert.deepEqual(await standings(second), { user_first: "verified" });
  expectDone(await second.call(save("user_second")));
  for (const { call } of [second, first]) expectDone(await call(["sync"]));
  assert.deepEqual(await standings(first), { user_first: "verified", user_second: "verified" });
  const { stdout } = expectDone(await second.call(["team", "--scope", "user"]));
  assert.match(stdout, / you, 1 machine\n.* in, another machine of yours, 1 machine\n/);
});

test("an empty remote makes the first machine, also where it has no user root yet", async (t) => {
  const [first, second] = [realMachine(t), realMachine(t)];
  const remote = bareRepository(t);
  let isSecondDone = false;
  const added = await first.call(["machine", "add", remote], async (question) => {
    if (/your team knows/.test(question)) return "Ana";
    if (!/that it shows at its end/.test(question)) return "y";
    const onSecond: Answers = (asked) =>
      /8 characters/.test(asked) ? first.fingerprint() : /your team knows/.test(asked) ? "Ana" : "y";
    const { stderr } = expectDone(await second.call(["machine", "add", remote], onSecond));
    assert.match(stderr, /^This machine takes your memories from file:.*\nYour user root travels\. /);
    isSecondDone = true;
    return second.fingerprint();
  });
  assert.match(expectDone(added).stdout, /what you approve on either machine counts on both/);
  assert.ok(isSecondDone);
  assert.match(
    added.stderr,
    /^~\/\.claude\/claude-memory\/ goes to file:.*\nYour user root travels\. The memories of a project come with its repository, .*\nBoth are still empty, so this is your first machine\. If another one has your memories, stop here/,
  );
  expectDone(await second.call(["sync"]));
  expectDone(await second.call(save("user_second")));
  for (const { call } of [second, first]) expectDone(await call(["sync"]));
  assert.deepEqual(await standings(first), { user_second: "verified" });
});

test("where the key has a passphrase, nothing that is refused asks for it first", async (t) => {
  const { call, passphrases } = realMachine(t);
  expectDone(await call(["init", "--scope", "user"]));
  expectDone(await call(save("user_fact")));
  passphrases.length = 0;
  for (const [args, code] of [
    [["machine", "add"], "NO_REMOTE"],
    [["machine", "lost", "laptop"], "NOT_FOUND"],
    [["team", "remove", "Bo"], "NOT_FOUND"],
    [["team", "add", "Bo"], "NO_ROOT"],
    [["team", "join", "--name", "Ana"], "NO_ROOT"],
  ] as const) {
    const { stderr } = await call(args);
    assert.match(stderr, new RegExp(`^error: ${code}: .*\\nhint: `), args.join(" "));
  }
  assert.deepEqual(passphrases, []);
});

const beginningOf = (machine: Machine): string => {
  const { signer = "" } = keysOf(machine).find((each) => each.signer.startsWith("person")) ?? {};
  return signer.slice("person:".length, "person:".length + 8);
};

const add = (...more: string[]): string[] => ["machine", "add", ...more];

/** Gives a name, says yes, and types these characters where any are asked for. */
const typing =
  (characters: () => string) =>
  (question: string): string =>
    /your team knows/.test(question) ? "Ana" : /8 characters/.test(question) ? characters() : "y";

async function firstMachine(t: Owner): Promise<Machine> {
  const first = newMachine(t, "first");
  await first.save("user_fact", { more: [PERSON] });
  return first;
}

test("without a network a path on a disk does: the repository is made there, and no remote is named twice", async (t) => {
  const first = await firstMachine(t);
  const second = newMachine(t, "second");
  const disk = join(freshDir(t), "stick.git");
  const later = await first.call(add(disk), { answers: typing(() => "") });
  assert.equal(later.exit, 1);
  assert.match(later.stdout, /^no further machine is accepted here yet: credence machine add goes on\n/);
  assert.match(later.stderr, /made the empty repository file:\/\//);
  await second.done(add(disk), { answers: typing(() => beginningOf(first)) });
  const again = await second.call(add(), { answers: typing(() => "") });
  assert.match(
    again.stdout,
    /On the other machine `credence machine add` asks for the first 8 characters of\n/,
  );
  const other = await first.call(add("/srv/other.git"), { answers: [] });
  assert.match(
    other.stderr,
    /^error: EXISTS: .* is synced with file:.*\nhint: run credence machine add here, and /m,
  );
  const united = await first.done([...add(), "--json"], { answers: typing(() => beginningOf(second)) });
  assert.equal(JSON.parse(united.stdout).kind, "united");
  for (const machine of [second, first]) assert.equal((await machine.sync()).exit, 0);
  assert.deepEqual(await standingsOf(second), { user_fact: "verified" });
  // Both wait for a third one from then on.
  for (const machine of [first, second])
    assert.equal(
      JSON.parse((await machine.call([...add(), "--json"], { answers: [""] })).stdout).kind,
      "waits",
    );
});

test("each refusal comes before the passphrase and says what to run", async (t) => {
  const [first, second] = [await firstMachine(t), newMachine(t, "second")];
  const remote = bareRepository(t);
  for (const [machine, args, why] of [
    [
      second,
      add(),
      /^error: NO_REMOTE: no remote is named for your user root\nhint: credence machine add URL, with an empty git/,
    ],
    [
      first,
      add(),
      /^error: NO_REMOTE: no remote is named for your user root\nhint: credence machine add URL, /,
    ],
    [first, add("ext::sh -c true"), /^error: USAGE: this remote is not used/],
    [first, [...add(remote), "--scope", "project"], /^error: USAGE: your machines meet in your user root/],
  ] as const) {
    const refused = await machine.call(args, { answers: [] });
    assert.match(refused.stderr, why);
  }
  const agent = await first.call(add(remote), { answers: [], env: { CLAUDECODE: "1" } });
  assert.match(agent.stderr, /error: NEEDS_PERSON/);
});

test("whoever met an empty remote and sent nothing is the second machine once another one has sent its root", async (t) => {
  const [first, second] = [await firstMachine(t), newMachine(t, "second")];
  const remote = bareRepository(t);
  const cardless = await second.call(add(remote), {
    answers: (question) => (/knows you/.test(question) ? "Ana" : "n"),
  });
  assert.equal(cardless.exit, 1);
  assert.match(cardless.stdout, /^your card is not there yet: credence machine add goes on\n$/m);
  assert.equal((await first.call(add(remote), { answers: typing(() => "") })).exit, 1);
  await second.done(add(), { answers: typing(() => beginningOf(first)) });
  await first.done(add(), { answers: typing(() => beginningOf(second)) });
  assert.equal((await second.sync()).exit, 0);
  assert.deepEqual(await standingsOf(second), { user_fact: "verified" });
});

test("stopped before the card, at the wait, or on the new machine before it trusts anybody, the same command goes on", async (t) => {
  const [first, second] = [await firstMachine(t), newMachine(t, "second")];
  const remote = bareRepository(t);
  // No yes to the card: the memories are sent, and that is all.
  const cardless = await first.call(add(remote), {
    answers: (question) => (/knows you/.test(question) ? "Ana" : "n"),
  });
  assert.equal(cardless.exit, 1);
  assert.match(cardless.stdout, /^your card is not there yet: credence machine add goes on\n$/m);
  assert.equal((await first.call(add(), { answers: typing(() => "") })).exit, 1);
  // The terminal goes away while the new machine asks whom to trust.
  const cut = await second.call(add(remote), { answers: () => undefined });
  assert.notEqual(cut.exit, 0);
  assert.equal(existsSync(join(second.root, "memories")), true);
  await second.done(add(remote), { answers: typing(() => beginningOf(first)) });
  await first.done(add(), { answers: typing(() => beginningOf(second)) });
  for (const machine of [second, first]) assert.equal((await machine.sync()).exit, 0);
  assert.deepEqual(await standingsOf(second), { user_fact: "verified" });
  await second.save("user_of_second", { more: [PERSON] });
  for (const machine of [second, first]) assert.equal((await machine.sync()).exit, 0);
  assert.equal((await standingsOf(first))["user_of_second"], "verified");
});
