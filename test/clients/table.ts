// The promises of docs/clients.md as rows that hold for every client. Each asks a real program once or twice, so only the deep
// run tries them; which rows a client is held to is in its own test file.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { CAPTURED } from "../fixture/hook-project.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import type { ClientProject, RealClient } from "./client-project.ts";
import { type Asked, listIn } from "./model/asked.ts";
import { acting, actingInTurn, resultsOf } from "./model/script.ts";
import { countBlocks, DENIED, PROMPT } from "./walk.ts";

type Place = {
  readonly client: RealClient;
  readonly project: ClientProject;
  /** What the client needs besides, to let the model act. */
  readonly args: readonly string[];
};

type Row = { readonly title: string; readonly run: (place: Place) => Promise<void> };

const ROWS = {
  quiet: {
    title: "a prompt that needs no memory gets none, and the session has its start block",
    run: async ({ project, args }) => {
      const { asked } = await project.ask("please run the tests again and fix what fails", ...args);
      assert.equal(countBlocks(firstOf(asked)), 1);
    },
  },
  called: {
    title: "the model calls a tool of the MCP server, and its answer arrives",
    run: async ({ client, project, args }) => {
      const search = { mcp: "memory_search", input: { query: "kiwi sleep" } };
      const before = client.beforeServer === undefined ? [] : [client.beforeServer];
      const { asked } = await project.ask(actingInTurn(...before, search), ...args);
      assert.match(lastResults(asked).join("\n"), /project_kiwi.*inferred/);
    },
  },
  captured: {
    title: "of what is captured a secret is taken out, and of a private turn nothing is on disk",
    run: async ({ project, args }) => {
      project.writeConfig(CAPTURED);
      await project.ask(`the quokka has the token ${SAMPLE_SECRET}`, ...args);
      await project.ask("<private>the numbat is shy</private>", ...args);
      const kept = readAll(join(project.state, "spool"));
      assert.match(kept, /quokka has the token \[redacted: /);
      assert.doesNotMatch(kept, new RegExp(SAMPLE_SECRET));
      assert.doesNotMatch(kept, /numbat/);
    },
  },
  resumed: {
    title: "a session that goes on has its start block again, with what no longer applies",
    run: async ({ client, project, args }) => {
      await project.save("project_emu", { name: "Emu", body: "The emu outruns horses on every field." });
      await project.ask("does the emu outrun horses on every field?", ...args);
      await project.done(["demote", "project_emu", "--reason", "not so"]);
      const { asked } = await project.start(...client.resuming("and what about wombats?", project), ...args);
      assert.match(JSON.stringify(firstOf(asked).said), /that no longer apply: project_emu\./);
    },
  },
  guarded: {
    title: "a subagent is refused what its agent is",
    run: async ({ project, args }) => {
      const write = acting({ shell: `echo gone > ${project.pathOf("project_sub")}` });
      const { asked } = await project.ask(acting({ subagent: write }), ...args);
      assert.ok(asked.some((each) => resultsOf(each).some((result) => DENIED.test(result))));
      assert.equal(existsSync(project.pathOf("project_sub")), false);
    },
  },
  hanging: {
    title: "with a hook that never ends the session goes on",
    run: async ({ project, args }) => {
      const program = join(project.dist, "credence.cjs");
      const text = readFileSync(program, "utf8");
      // The server ends at once: how long a client waits for one is its own matter.
      writeFileSync(program, 'if (process.argv[2] === "hook") setInterval(() => undefined, 1_000);');
      const { exit, stdout } = await project.ask(PROMPT, ...args);
      writeFileSync(program, text);
      assert.equal(exit, 0);
      assert.match(stdout, /\bok\b/);
    },
  },
  absent: {
    title: "without our program the session goes on",
    run: async ({ project, args }) => {
      renameSync(project.dist, `${project.dist}-away`);
      const { exit, stdout, asked } = await project.ask(PROMPT, ...args);
      renameSync(`${project.dist}-away`, project.dist);
      assert.equal(exit, 0);
      assert.match(stdout, /\bok\b/);
      assert.equal(countBlocks(firstOf(asked)), 0);
    },
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Rows for a client that is connected. */
export function testTable(place: () => Promise<Place>, rows: readonly (keyof typeof ROWS)[]): void {
  if (!IS_DEEP) return;
  const opened = place();
  for (const name of rows) test(ROWS[name].title, async () => ROWS[name].run(await opened));
}

/** The first request in which the model could act. */
function firstOf(asked: readonly Asked[]): Asked {
  const first = asked.find(({ body }) => listIn(body, "tools").length > 0);
  assert.ok(first !== undefined, "the model was never asked");
  return first;
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
