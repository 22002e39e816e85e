// Roots that a client offers: where the project is, when the client's environment does not say so.

import assert from "node:assert/strict";
import { mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Connected } from "./mcp-project.ts";
import { FOUND, rootsProject, SEARCH, uriOf } from "./roots-project.ts";

const { project, elsewhere, file } = await rootsProject({ after });
const NO_ROOT = /error: NO_ROOT: there is no memory root here/;

async function search({ call }: Connected): Promise<string> {
  return (await call("memory_search", SEARCH)).text;
}

test("the project is looked for in the root that the client offers, not where it started the server", async (t) => {
  let asked = 0;
  const roots = () => {
    asked += 1;
    return { roots: [{ uri: uriOf(project.top) }] };
  };
  const client = await project.connectInside(t, { cwd: elsewhere, roots });
  assert.match(await search(client), FOUND);
  const draft = { type: "project", name: "Takin", description: "Where takins live" };
  const body = "The takin lives in bamboo forests of the mountains.";
  assert.equal((await client.call("memory_save", { ...draft, body })).value["outcome"], "created");
  assert.equal(asked, 1);
});

test("a directory within the project is the project", async (t) => {
  const deep = join(project.top, "a directory/ü");
  mkdirSync(deep, { recursive: true });
  const roots = () => ({ roots: [{ uri: uriOf(deep) }] });
  assert.match(await search(await project.connectInside(t, { cwd: elsewhere, roots })), FOUND);
});

test("CLAUDE_PROJECT_DIR goes before roots, unless there is no such directory", async (t) => {
  const roots = () => ({ roots: [{ uri: uriOf(elsewhere) }] });
  const env = { CLAUDE_PROJECT_DIR: project.top };
  assert.match(await search(await project.connectInside(t, { cwd: elsewhere, env, roots })), FOUND);
  for (const nowhere of [join(elsewhere, "nowhere"), file, "relative", `/${"x".repeat(9_000)}`]) {
    const lost = { cwd: elsewhere, env: { CLAUDE_PROJECT_DIR: nowhere } };
    const right = () => ({ roots: [{ uri: uriOf(project.top) }] });
    assert.match(await search(await project.connectInside(t, { ...lost, roots: right })), FOUND, nowhere);
  }
});

test("roots that changed are asked for again", async (t) => {
  let uri = uriOf(elsewhere);
  const client = await project.connectInside(t, { cwd: elsewhere, roots: () => ({ roots: [{ uri }] }) });
  assert.match(await search(client), NO_ROOT);
  uri = uriOf(project.top);
  assert.match(await search(client), NO_ROOT);
  await client.client.sendRootsListChanged();
  assert.match(await search(client), FOUND);
});

test("a directory that goes away is passed over from the next call on, and comes back with it", async (t) => {
  const [first, started] = [join(elsewhere, "first"), join(elsewhere, "started")];
  for (const each of [first, started]) mkdirSync(each);
  const roots = () => ({ roots: [first, project.top].map((each) => ({ uri: uriOf(each) })) });
  const offering = await project.connect(t, { cwd: started, roots });
  const alone = await project.connect(t, { cwd: started });
  const ofUser = await project.connect(t, { cwd: started, words: [...project.words, "--scope", "user"] });
  for (const each of [offering, alone]) assert.match(await search(each), NO_ROOT);
  for (const each of [first, started]) rmdirSync(each);
  assert.match(await search(offering), FOUND);
  const GONE = "error: PATH_ERROR: the working directory of this server no longer exists";
  assert.equal(
    await search(alone),
    `${GONE}\nhint: ask the user to restart the session in an existing directory`,
  );
  assert.match(await search(ofUser), NO_ROOT);
  mkdirSync(first);
  assert.match(await search(offering), NO_ROOT);
});

test("the newer revision deprecates roots: they are not asked for, and where the server started counts", async (t) => {
  let asked = 0;
  const roots = () => {
    asked += 1;
    return { roots: [{ uri: uriOf(elsewhere) }] };
  };
  const revision = "2026-07-28";
  assert.match(await search(await project.connectInside(t, { revision, roots })), FOUND);
  assert.match(await search(await project.connectInside(t, { revision, cwd: elsewhere, roots })), NO_ROOT);
  assert.equal(asked, 0);
});
