// Keys and values of an agent's sessions in SQLite, with a search for words in all of them.

import { join } from "node:path";
import { foldName, type Rival } from "./rival.ts";
import { startStdio } from "./stdio-server.ts";

const FOUND_MAX = 50;

export const MEMORY_KEEPER: Rival = {
  name: "mcp-memory-keeper",
  packages: ["mcp-memory-keeper@0.14.1"],
  // The version that it asks for is compiled by an install script.
  overrides: { "better-sqlite3": "13.2.0" },
  mode: "over stdio, its search over all sessions; its semantic one sees the present session alone and is not asked; its SQLite driver replaced by better-sqlite3 13.2.0, which needs no install script",
  asks: "word",
  start: async ({ modules, home, top, env }) => {
    const server = await startStdio({
      words: [process.execPath, join(modules, "mcp-memory-keeper/dist/index.js")],
      cwd: top,
      env: { ...env, DATA_DIR: join(home, "data") },
    });
    await server.call("context_session_start", { name: "session", projectDir: top });
    return {
      save: ({ name, body }) => server.call("context_save", { key: foldName(name), value: body }),
      find: (query) => server.call("context_search", { query, limit: FOUND_MAX, includeMetadata: true }),
      remove: (name) => server.call("context_batch_delete", { keys: [foldName(name)] }),
      stop: server.close,
    };
  },
};
