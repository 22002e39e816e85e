// The built program on every Node that is promised: the oldest one each time, in a deep run the others too. From the first
// command to the page, and nothing but our own words comes to a terminal or out of a hook.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listNodes, type PromisedNode } from "../../scripts/verify/fetch-nodes.ts";
import { builtPackage } from "../built.ts";
import { IS_DEEP } from "../deep.ts";
import { atTerminal } from "../fixture/at-terminal.ts";
import { inTime } from "../fixture/in-time.ts";
import { AGAIN, CHOOSE, PASSPHRASE, WRITTEN } from "../fixture/keyed-project.ts";
import { runProcess, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import { rawServer, toolCall } from "../mcp/raw-server.ts";
import type { Owner } from "../temp-dir.ts";
import { plantBrowser } from "../web/planted-browser.ts";

const ID = "project_kiwi";
const KIWI = "The kiwi sleeps by day, and the kiwi hunts by night.";
const EMU = "The emu outruns horses on every field that it has seen.";
const ASKED = "when does the kiwi sleep and hunt?";
const NODES = listNodes(IS_DEEP ? "deep" : "quick");

type Walked = ScratchProject & {
  readonly node: string;
  readonly script: string;
  readonly places: readonly string[];
  /** Succeeds, and says nothing beside its answer. */
  readonly done: (args: readonly string[], stdin?: string) => string;
};

async function prepare(owner: Owner, { program, version }: PromisedNode): Promise<Walked> {
  assert.ok(existsSync(program), `Node ${version} is not here: npm run verify fetches it`);
  const project = scratchProject(owner, { state: "none" });
  const script = join((await builtPackage()).dist, "credence.cjs");
  const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];
  const done = (args: readonly string[], stdin = ""): string => {
    const place = { cwd: project.top, env: project.env };
    const { exit, stdout, stderr } = runProcess([program, script, ...args], place, { stdin });
    assert.deepEqual([exit, stderr], [0, ""], `${args.join(" ")} on ${version}: ${stdout}`);
    return stdout;
  };
  return { ...project, node: program, script, places, done };
}

/** Dictated: what an agent wrote by itself is observed for a week before a person can approve it. */
function saveWords(name: string, body: string): string[] {
  return [
    ...["save", "--dictated", "--type", "project", "--name", name],
    ...["--description", `About the ${name}`, "--body", body],
  ];
}

/** At a real terminal, with a key that is made for it. */
async function approve(walked: Walked): Promise<void> {
  const { exit, text } = await atTerminal(walked, ["promote", ID], {
    node: walked.node,
    script: walked.script,
    replies: [
      [CHOOSE, PASSPHRASE],
      [AGAIN, PASSPHRASE],
      [WRITTEN, ""],
      ["[y/N]", "y"],
    ],
  });
  assert.equal(exit, 0, text);
  assert.doesNotMatch(text, /Warning/);
}

function fireHooks({ done, places, top }: Walked, file_path: string): void {
  const fire = (event: string, input: object): string => {
    const asked = (session_id: string): string =>
      JSON.stringify({ session_id, cwd: top, hook_event_name: event, ...input });
    return inTime((session) => done(["hook", "claude-code", event, ...places], asked(session)));
  };
  assert.match(
    fire("SessionStart", { source: "startup" }),
    /The kiwi sleeps by day[\s\S]*1 memory, 1 approved/,
  );
  assert.match(fire("UserPromptSubmit", { prompt: ASKED }), /The kiwi sleeps by day/);
  assert.match(
    fire("PreToolUse", { tool_name: "Write", tool_input: { file_path, content: "gone" } }),
    /"permissionDecision":"deny"/,
  );
}

async function askServer(owner: Owner, { node, script, places, top, env }: Walked): Promise<void> {
  const words = [node, script, "mcp", ...places];
  const server = rawServer(owner, { words, serverEnv: env, top });
  await server.hello();
  server.send({ method: "notifications/initialized" });
  server.send(toolCall(1, "memory_search", { query: "kiwi sleep" }));
  assert.match(await server.answerTo(1), /project_kiwi/);
  const draft = { type: "project", name: "Emu", description: "About the emu", body: EMU };
  server.send(toolCall(2, "memory_save", draft));
  assert.match(await server.answerTo(2), /"outcome":"created"/);
  server.child.stdin.end();
  await server.exit;
  assert.equal(server.errors(), "");
}

async function lookAtPage(walked: Walked): Promise<void> {
  const { bin, enter } = plantBrowser(walked);
  let overview = "";
  const look = async (): Promise<void> => {
    const tab = await enter("tab-of-this-node-1");
    overview = (await tab.get("/api/overview")).body;
    await tab.post("/api/end", {});
  };
  let looking = Promise.resolve();
  const begin = (): void => {
    looking = look();
  };
  const { exit, text } = await atTerminal(walked, ["ui"], {
    node: walked.node,
    script: walked.script,
    env: { PATH: `${bin}:/usr/bin:/bin` },
    replies: [["[q] end:", begin]],
  });
  await looking;
  assert.equal(exit, 0, text);
  assert.match(text, /the page has ended: ended from the page/);
  assert.doesNotMatch(text, /Warning/);
  assert.match(overview, /"verified":1\b/);
}

assert.ok(NODES.length > 0, "there is a Node to walk on");
for (const promised of NODES) {
  test(`Node ${promised.version} saves, approves, recalls, searches, guards, serves an agent and shows the page`, async (t) => {
    const walked = await prepare(t, promised);
    const { done, places } = walked;
    done(["init"]);
    const [, saved = ""] = done(saveWords("Kiwi", KIWI)).trim().split(": ~");
    await approve(walked);
    const recalled = done(["recall", "--prompt", ASKED]);
    assert.match(recalled, /The kiwi sleeps by day/);
    // What a person approved is marked as a fact.
    assert.doesNotMatch(recalled, /^- .*\(inferred\)/m);
    assert.match(recalled, /^- .*\(fact\)/m);
    assert.match(done(["search", "kiwi"]), /^verified +project_kiwi/);
    fireHooks(walked, join(walked.home, saved));
    await askServer(t, walked);
    await lookAtPage(walked);
    // What a hook starts aside.
    done(["observe", ...places]);
    assert.equal(done(["review", "--json"]), "[]\n");
    assert.match(done(["list"]), /project_emu/);
    if (IS_DEEP) done(["doctor"]);
  });
}
