// What another program makes in the very moment of an operation of our own leaves no trace in the times of the directories: only
// a look at all names shows it. In a large root no prompt waits for that.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { floodFiles, idsOf } from "../../../bench/hostile-clone.ts";
import { readDirectoryStamps } from "../../../src/app/index/survey-files.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { startSession } from "../../../src/app/session/start-session.ts";
import { openWorkspace, rootOf, type Workspace } from "../../../src/app/workspace/workspace.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { later, passTime, recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after });
await project.save("project_numbat", { name: "Numbat", body: "The numbat eats termites in the morning." });
await project.save("project_bilby", { name: "Bilby", body: "The bilby digs for bulbs in the dry sand." });
await project.recall("what does the numbat eat?");
project.keep();

async function inWorkspace<Answer>(
  work: (workspace: Workspace) => Answer | Promise<Answer>,
  now = Date.parse(later()),
): Promise<Answer> {
  const places = { state: project.state, cache: join(project.credenceHome, "cache") };
  const workspace = openWorkspace({
    ...{ cwd: project.top, home: project.home, env: {}, ...places, root: null, scope: null },
    presence: { kind: "nobody", why: "a test" },
    now,
  });
  try {
    return await work(workspace);
  } finally {
    workspace.close();
  }
}

/** As hooks and the server ask. */
const isFound = (now?: number): Promise<boolean> =>
  inWorkspace(async (workspace) => {
    const { text } = await recallMemories(workspace, {
      prompt: "what does the numbat eat?",
      isLate: () => false,
    });
    return text.includes("project_numbat.md");
  }, now);

function inIndex<Answer>(work: (database: DatabaseSync) => Answer): Answer {
  const database = new DatabaseSync(project.indexPath);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const readMark = (): string =>
  inIndex((database) => {
    const places = database.prepare("SELECT value FROM facts WHERE key = 'places'").get()?.["value"];
    return String(places).replace(/^.*[.-]\S*/, "");
  });

/** An update of one memory, and the file of another that comes in the same moment. */
async function updateWhileOneComes(mark: string, leaves?: string): Promise<void> {
  const [path, aside] = [project.pathOf("project_numbat"), join(project.base, "aside.md")];
  renameSync(path, aside);
  assert.equal(await isFound(), false);
  await project.done(["update", "project_bilby", "--description", `Seen again: ${mark}`]);
  assert.equal(readMark(), " ours");
  renameSync(aside, path);
  if (leaves !== undefined) renameSync(project.pathOf(leaves), join(project.base, "left.md"));
  const { text } = await inWorkspace((workspace) =>
    readDirectoryStamps(rootOf(workspace, "project"), Date.now()),
  );
  inIndex((database) => database.prepare("UPDATE facts SET value = ? WHERE key = 'places'").run(text + mark));
}

test("in a small root the next prompt finds a file that came together with our own change, or took the place of another", async () => {
  for (const leaves of [undefined, "project_bilby"]) {
    project.restore();
    await updateWhileOneComes(" ours", leaves);
    assert.equal(await isFound(), true);
    assert.equal(readMark(), "");
  }
});

test("one that was out of use and is put back in place is found by the next prompt", async () => {
  for (const status of ["archived", "retired"]) {
    project.restore();
    const path = project.pathOf("project_numbat");
    const text = readFileSync(path, "utf8");
    assert.equal(await isFound(), true);
    await passTime();
    writeFileSync(path, text.replace(/^type: .*$/m, `$&\nstatus: ${status}`));
    assert.equal(await isFound(), false);
    await passTime();
    writeFileSync(path, text);
    assert.equal(await isFound(), true, status);
  }
});

/** Three hundred and one, without the newest 32, by 32. */
const PAGES = 9;

/** By this clock prompts looked at the oldest one a moment ago, and come to it last. */
function afterItsTurn(): number {
  const now = Date.parse(later());
  return now - (now % PAGES) + 1;
}

/** Withheld by what was done to it, and older than hundreds that are withheld too. */
async function withholdBesideMany(withhold: () => void): Promise<void> {
  project.restore();
  assert.equal(await isFound(), true);
  await passTime();
  withhold();
  floodFiles(project.root, idsOf(300), memoryText());
  assert.equal(await isFound(), false);
  await passTime();
}

test("what withheld one and is put back is noticed by one of a few prompts, beside hundreds that are withheld", async () => {
  const path = project.pathOf("project_numbat");
  const text = readFileSync(path);
  const statements = join(project.root, "attest", "project_numbat");
  const [statement = ""] = readdirSync(statements);
  const [there, aside] = [join(statements, statement), join(project.base, statement)];
  for (const [withhold, putBack] of [
    [() => writeFileSync(path, `${text}\nMore.\n`), () => writeFileSync(path, text)],
    [() => renameSync(there, aside), () => renameSync(aside, there)],
  ] as const) {
    await withholdBesideMany(withhold);
    const index = readFileSync(project.indexPath);
    const now = afterItsTurn();
    for (let tick = 0; tick < PAGES; tick += 1) assert.equal(await isFound(now + tick), false);
    assert.deepEqual(readFileSync(project.indexPath), index, "a prompt that finds nothing writes nothing");
    putBack();
    for (let tick = 0; tick < PAGES; tick += 1) assert.equal(await isFound(now + tick), tick === PAGES - 1);
  }
});

test("a command notices it at once", async () => {
  for (const words of [
    ["search", "numbat"],
    ["index", "--cited"],
  ]) {
    const path = project.pathOf("project_numbat");
    const text = readFileSync(path);
    await withholdBesideMany(() => writeFileSync(path, `${text}\nMore.\n`));
    writeFileSync(path, text);
    assert.equal(await isFound(afterItsTurn()), false);
    await project.done(words);
    assert.equal(await isFound(afterItsTurn()), true, words.join(" "));
  }
});

test("in a large root the next session finds it, and so does any command", async () => {
  const findByCommand = async (): Promise<void> =>
    void (await project.recall("what does the bilby dig for?"));
  const findByStart = (): Promise<void> =>
    inWorkspace(async (workspace) => {
      await startSession(workspace, {
        ...{ session: "s", continues: false, isLate: () => false, tellsPerson: () => false },
      });
    });
  for (const find of [findByCommand, findByStart]) {
    project.restore();
    floodFiles(project.root, idsOf(1_000), memoryText());
    assert.equal(await isFound(), true);
    await updateWhileOneComes(" ours");
    for (const _ of [1, 2]) assert.equal(await isFound(), false);
    assert.equal(readMark(), " ours");
    await find();
    assert.equal(await isFound(), true);
    assert.equal(readMark(), "");
  }
});

test("what came in the same instant as a survey is found by the next prompt, however large the root", async () => {
  project.restore();
  floodFiles(project.root, idsOf(1_000), memoryText());
  assert.equal(await isFound(), true);
  await updateWhileOneComes(" young");
  assert.equal(await isFound(), true);
});
