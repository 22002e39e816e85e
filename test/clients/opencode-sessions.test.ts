// What the real OpenCode has of a memory that it was shown: one line while the conversation still holds the text, and the text
// again after an undo, a compaction and a restart. Its server is what its terminal talks to.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { renameSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { opencodeProgram } from "./client-program.ts";
import type { ClientProject } from "./client-project.ts";
import type { Asked } from "./model/asked.ts";
import { acting } from "./model/script.ts";
import { OPENCODE } from "./opencode-client.ts";
import { connectedProject, countBlocks, PROMPT } from "./walk.ts";

const MODEL = { providerID: "stand-in", modelID: "model" };

type Turn = { readonly message: string; readonly asked: readonly Asked[] };

type Server = {
  readonly call: (
    path: string,
    body: object,
  ) => Promise<{ readonly id: string; readonly info: { readonly parentID: string } }>;
  /** The first event of one of these kinds that its terminal would get. */
  readonly until: (...types: string[]) => Promise<Event>;
  readonly end: () => Promise<void>;
};

type Event = { readonly type: string; readonly properties: { readonly message?: string } };

async function startServer({ top, clientEnv }: ClientProject): Promise<Server> {
  const child = spawn(opencodeProgram(), ["serve", "--port", "0", "--hostname", "127.0.0.1"], {
    ...{ cwd: top, env: clientEnv, stdio: ["ignore", "pipe", "ignore"] },
  });
  after(() => child.kill("SIGKILL"));
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    call: async (path, body) => {
      const response = await fetch(`${url}${path}`, {
        ...{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
      });
      const text = await response.text();
      assert.ok(response.ok, `${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
    until: async (...types) => {
      const { body } = await fetch(`${url}/event`);
      assert.ok(body !== null);
      const input = Readable.fromWeb(body);
      for await (const line of createInterface({ input })) {
        const event: Event | null = line.startsWith("data: ") ? JSON.parse(line.slice(6)) : null;
        if (event === null || !types.includes(event.type)) continue;
        input.on("error", () => undefined).destroy();
        return event;
      }
      throw new Error(`it ended without ${types.join(" and ")}`);
    },
    end: () => {
      child.kill();
      return closed;
    },
  };
}

/** How often the last request has the memory with its text, the line that stands for it, and the block of the session's start. */
function countForms({ asked }: Pick<Turn, "asked">): {
  readonly full: number;
  readonly lines: number;
  readonly starts: number;
} {
  const seen =
    asked
      .at(-1)
      ?.said.map(({ text }) => text)
      .join("\n") ?? "";
  const count = (rest: string): number =>
    seen.split(new RegExp(`\\(inferred\\) .* -> project_kiwi\\.md\\n {2}${rest}`)).length - 1;
  const text = "\\| .*\\n";
  return {
    full: count(`${text}</memory-context>`),
    lines: count("shown earlier"),
    starts: count(`${text}\\d+ of \\d+ memories`),
  };
}

const FULL = { full: 1, lines: 0, starts: 1 } as const;
const AGAIN = { full: 1, lines: 1, starts: 1 } as const;

async function expectForms(): Promise<void> {
  const project = await connectedProject({ after }, OPENCODE);
  const server = await startServer(project);
  const { id } = await server.call("/session", {});
  const askOf = async ({ call }: Server, text = PROMPT): Promise<Turn> => {
    const from = project.standIn.asked.length;
    const { info } = await call(`/session/${id}/message`, { model: MODEL, parts: [{ type: "text", text }] });
    // The one that finds a title has no block.
    const asked = project.standIn.asked.slice(from).filter((each) => countBlocks(each) > 0);
    return { message: info.parentID, asked };
  };
  const first = await askOf(server);
  assert.deepEqual(countForms(first), FULL);
  assert.deepEqual(countForms(await askOf(server)), AGAIN);
  await server.call(`/session/${id}/revert`, { messageID: first.message });
  assert.deepEqual(countForms(await askOf(server)), FULL);
  assert.deepEqual(countForms(await askOf(server)), AGAIN);
  const { asked } = await askOf(server, acting({ subagent: PROMPT }));
  const forms = asked.map((each) => countForms({ asked: [each] }));
  assert.ok(
    forms.some(({ full, lines }) => full === 1 && lines === 0),
    JSON.stringify(forms),
  );
  await server.call(`/session/${id}/summarize`, MODEL);
  assert.deepEqual(countForms(await askOf(server)), FULL);
  assert.deepEqual(countForms(await askOf(server)), AGAIN);
  await server.end();
  const again = await startServer(project);
  assert.deepEqual(countForms(await askOf(again)), FULL);
  assert.deepEqual(countForms(await askOf(again)), AGAIN);
  await again.end();
}

async function expectTold(): Promise<void> {
  const project = await connectedProject({ after }, OPENCODE);
  renameSync(project.dist, `${project.dist}-away`);
  const server = await startServer(project);
  const told = server.until("tui.toast.show", "session.idle");
  const { id } = await server.call("/session", {});
  await server.call(`/session/${id}/message`, { model: MODEL, parts: [{ type: "text", text: PROMPT }] });
  const { message = "" } = (await told).properties;
  assert.match(
    message,
    /^credence: its program is gone .*: install Credence again, then run credence install$/,
  );
  await server.end();
}

if (IS_DEEP) {
  test(
    "the start block comes once, a memory in full and then as one line, and all again after an undo, in a subagent, after a compaction and a restart",
    expectForms,
  );
  test("without our program its terminal says so", expectTold);
}
