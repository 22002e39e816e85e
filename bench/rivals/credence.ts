// Ours, by the same interface: the built server at a pipe, the built hook, the person's own command for what only a person may do.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { renderInstant } from "../../src/memory/instant.ts";
import { type InitProject, initProject } from "../../test/fixture/init-project.ts";
import type { Note, Opened, Place, Rival } from "./rival.ts";
import { startStdio } from "./stdio-server.ts";

const SHOWN = 5;
const PERSON = "--as-test-person";

type Owner = Parameters<typeof initProject>[0];

/** Its place is a project of its own, so it is opened here and not by `start`. */
export type Own = { readonly rival: Rival; readonly place: Place };

export async function openOwn(owner: Owner, dist: string, env: Place["env"]): Promise<Own> {
  const project = await initProject(owner);
  const { base, top, home } = project;
  const place = { modules: dist, home: base, top, env: { ...env, HOME: home } };
  return { place, rival: describeOwn(project, dist) };
}

function describeOwn(project: InitProject, dist: string): Rival {
  const { state, credenceHome } = project;
  const places = ["--state", state, "--cache", join(credenceHome, "cache")];
  const program = join(dist, "credence.cjs");
  return {
    name: "Credence",
    packages: [],
    mode: "its MCP server over stdio and its hook; agents save, nobody approved anything",
    asks: "prompt",
    start: (place) => openServer(project, place, [process.execPath, program, "mcp", ...places]),
    hook: ({ top: cwd }) => ({
      words: [program, "hook", "claude-code", "UserPromptSubmit", "--only", "recall", ...places],
      env: {},
      input: (prompt) => ({
        ...{ session_id: randomUUID(), prompt_id: randomUUID(), cwd },
        ...{ hook_event_name: "UserPromptSubmit", prompt },
      }),
    }),
  };
}

async function openServer(project: InitProject, { top, env }: Place, words: string[]): Promise<Opened> {
  const server = await startStdio({ words, cwd: top, env });
  const ids = new Map<string, string>();
  return {
    save: (note) => server.call("memory_save", { type: "project", ...note }),
    // Its server takes no more than 30 writes a minute.
    load: async (notes) => {
      for (const note of notes) {
        const id = await saveByCommand(project, note);
        if (id !== null) ids.set(note.name, id);
      }
    },
    find: (query) => server.call("memory_search", { query, limit: SHOWN }),
    atPrompt: (query) => {
      // Another session each time: what one was shown in full is a line the next time.
      const session = { session: randomUUID(), prompt_id: randomUUID() };
      return server.call("memory_search", { hook: true, query, ...session });
    },
    remove: (name) => {
      const id = ids.get(name);
      if (id === undefined) throw new Error(`${name} was loaded`);
      return project.done(["forget", id, "--reason", "measured", PERSON], atNow());
    },
    stop: server.close,
  };
}

/** By an agent's own call of the command. @returns null where it is refused. */
async function saveByCommand(
  project: InitProject,
  { name, description, body }: Note,
): Promise<string | null> {
  const words = ["--name", name, "--description", description, "--body", body];
  const { exit, stdout } = await project.call(
    ["save", "--json", "--scope", "project", "--type", "project", ...words],
    atNow(),
  );
  return exit === 0 ? JSON.parse(stdout).id : null;
}

function atNow(): { readonly now: string } {
  return { now: renderInstant(Date.now()) };
}
