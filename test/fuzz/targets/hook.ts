// What a client writes to a hook. Attack: an event that was made up or mangled, by a client or by what a model made it say. A hook
// never fails in front of the person, and says nothing that its client does not read.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { CODECS } from "../../../src/agents/clients.ts";
import { readTrouble } from "../../../src/app/health/trouble.ts";
import { isRecord, parseJson } from "../../../src/memory/json.ts";
import { hookInProcess } from "../../fixture/hook-in-process.ts";
import type { HookProject } from "../../fixture/hook-project.ts";
import { hostileText, NEVER_SHOWN } from "../../memory/text/hostile-text.ts";
import { assertWithheld, fuzzedProject } from "../project.ts";
import { openedAs, type Target, textOf } from "../target.ts";

type Event = { readonly client: string; readonly event: string; readonly stdin: string };

/** Of this run; a seed of the corpus knows no directory. */
const TOP = "@TOP@";
const EVENTS = CODECS.flatMap(({ name, events }) =>
  Object.keys(events).map((event) => ({ client: name, event })),
);
const KEYS = [
  ..."session_id conversation_id sessionID prompt_id turn_id generation_id messageID cwd directory workspace_roots agent_id".split(
    " ",
  ),
  ..."subagent_id prompt submitted_prompt source tool_name tool tool_input args tool_response tool_output output command".split(
    " ",
  ),
  ..."last_assistant_message prompt_response text summary message transcript_path tokens hook_event_name trigger".split(
    " ",
  ),
];
const PROMPTS = [
  "when does the kiwi sleep by day?",
  "which port has the database in development?",
  "<private>\nx",
  "</private>",
];
const text = fc.oneof(
  hostileText,
  fc.constantFrom(...PROMPTS),
  fc.constantFrom("Bash", "Write", "startup", "compact", "s1", TOP, "/", "/nowhere"),
);
const value = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 2,
    arbitrary: fc.record({ command: text, file_path: text, content: text }, { requiredKeys: [] }),
  },
);
const plain = (client: string): Readonly<Record<string, unknown>> => ({
  ...{ [client === "opencode" ? "sessionID" : client === "cursor" ? "conversation_id" : "session_id"]: "s1" },
  ...{
    [client === "opencode" ? "directory" : "cwd"]: TOP,
    [client === "opencode" ? "tool" : "tool_name"]: "Bash",
  },
  ...{
    [client === "opencode" ? "args" : "tool_input"]: { command: "ls" },
    prompt: PROMPTS[0],
    source: "startup",
  },
});
const made: fc.Arbitrary<Event> = fc
  .tuple(
    fc.constantFrom(...EVENTS),
    fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 8 }),
    fc.nat({ max: 12 }),
  )
  .map(([of, fields, dice]) => ({
    ...of,
    stdin: cutAt(JSON.stringify({ ...plain(of.client), ...fields }), dice),
  }));

/** Now and then it ends in the middle. */
function cutAt(stdin: string, dice: number): string {
  return dice === 0 ? stdin.slice(0, stdin.length / 2) : stdin;
}

export const hook: Target = {
  name: "hook",
  promises:
    "nothing thrown and nothing internal noted; silence, or one JSON object that the client reads, within its limit",
  quick: 100,
  open: async (owner) => {
    const project = await fuzzedProject(owner);
    const never = (): never => assert.fail("a process of its own is not started here");
    const whole: HookProject = {
      ...project,
      command: join(project.base, "absent"),
      hook: never,
      troubles: () => [],
    };
    const run = hookInProcess(whole, () => Date.now() + 60_000);
    return openedAs({ made, read, check: (event) => check(project, run, event) });
  },
};

function read(value: unknown): Event | null {
  const [client, event, stdin] = [textOf(value, "client"), textOf(value, "event"), textOf(value, "stdin")];
  return client === null || event === null || stdin === null ? null : { client, event, stdin };
}

type Project = { readonly state: string; readonly top: string };

async function check(
  { state, top }: Project,
  run: HookProject["hook"],
  { client, event, stdin }: Event,
): Promise<void> {
  rmSync(join(state, "hook-trouble.ndjson"), { force: true });
  const { exit, stdout } = await run(event, {}, { client, stdin: stdin.replaceAll(TOP, top) });
  assert.equal(exit, 0);
  const codes = readTrouble(state).map(({ code }) => code);
  assert.ok(!codes.includes("INTERNAL"), `a fault of our own: ${codes.join(", ")}`);
  if (stdout === "") return;
  const codec = CODECS.find(({ name }) => name === client);
  assert.ok(codec !== undefined, "somebody who is no client of ours is answered");
  const answer = parseJson(stdout);
  assert.ok(isRecord(answer), `this is no object: ${stdout.slice(0, 200)}`);
  checkAnswer(answer, codec.contextChars);
  assert.doesNotMatch(allText(answer), NEVER_SHOWN);
  assertWithheld(allText(answer), stdin);
}

/** The keys that clients read, and what may stand there. */
const ANSWER_KEYS: ReadonlySet<string> = new Set([
  ..."hookSpecificOutput hookEventName additionalContext permissionDecision permissionDecisionReason systemMessage".split(
    " ",
  ),
  ..."additional_context permission user_message agent_message decision reason denial context suppressOutput continue".split(
    " ",
  ),
]);
const CONTEXTS = ["additionalContext", "additional_context", "context"];

function checkAnswer(answer: Readonly<Record<string, unknown>>, contextChars: number): void {
  for (const [key, value] of Object.entries(answer)) {
    assert.ok(ANSWER_KEYS.has(key), `no client reads ${key}`);
    if (isRecord(value)) checkAnswer(value, contextChars);
    else
      assert.ok(
        typeof value === "string" || typeof value === "boolean",
        `${key} is ${JSON.stringify(value)}`,
      );
    if (CONTEXTS.includes(key))
      assert.ok(String(value).length <= contextChars, `${String(value).length} characters`);
    if (key === "permissionDecision" || key === "permission" || key === "decision")
      assert.equal(value, "deny");
  }
}

function allText(value: unknown): string {
  if (typeof value === "string") return value;
  return isRecord(value) ? Object.values(value).map(allText).join("\n") : "";
}
