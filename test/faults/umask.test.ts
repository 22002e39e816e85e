import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDone, boundProject, ID } from "./bound-project.ts";
import { BODY, saving } from "./sample-calls.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

function modesIn(tree: Snapshot, kind: "files" | "directories"): number[] {
  const isKind = (name: string): boolean => name.endsWith("/") === (kind === "directories");
  return [...new Set([...tree].filter(([name]) => isKind(name)).map(([, { mode }]) => mode))];
}

for (const [umask, file, directory] of [
  [0, 0o644, 0o755],
  [0o77, 0o600, 0o700],
  [0o777, 0o600, 0o700],
] as const) {
  const modes = `${file.toString(8)} and ${directory.toString(8)}`;
  test(`under umask ${umask.toString(8)} a project is ${modes}, a user root and the state 600 and 700`, async (t) => {
    const { project, run } = await boundProject(t, umask);
    const userId = "user_tabs";
    const steps = [
      ["init", "--scope", "user"],
      ["save", "--id", userId, "--type", "user", "--name", "Tabs", "--description", "Tabs", "--body", BODY],
      ["update", ID, "--body", `${BODY} Also on Mondays.`],
      ["demote", ID, "--reason", "wrong"],
      ["archive", ID, "--as-test-person"],
      saving("project_beta", "Beta", "Staging listens on port 5432, behind the proxy of the office."),
      ["move", "project_beta", "--scope", "user"],
      ["retire", userId],
      ["config", "set", "retrieval.max_inject", "3", "--as-test-person"],
      ["doctor", "--repair"],
    ];
    for (const args of steps) assertDone(await run(...args));
    const trees = [project.root, project.userRoot, project.state].map((path) => readSnapshot(path));
    assert.deepEqual(
      trees.map((tree) => modesIn(tree, "files")),
      [[file], [0o600], [0o600]],
    );
    assert.deepEqual(
      trees.map((tree) => modesIn(tree, "directories")),
      [[directory], [0o700], [0o700]],
    );
  });
}
