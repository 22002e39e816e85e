// A graph of entities in SQLite, after the reference server.

import { join } from "node:path";
import type { Rival } from "./rival.ts";
import { startStdio } from "./stdio-server.ts";

export const MEMORY_LIBSQL: Rival = {
  name: "mcp-memory-libsql",
  packages: ["mcp-memory-libsql@0.0.17"],
  mode: "all of it, over stdio, with a database in a local file; one entity per memory",
  asks: "word",
  start: async ({ modules, home, top, env }) => {
    const server = await startStdio({
      words: [process.execPath, join(modules, "mcp-memory-libsql/dist/index.js")],
      cwd: top,
      env: { ...env, LIBSQL_URL: `file:${join(home, "memory.db")}` },
    });
    return {
      save: ({ name, body }) =>
        server.call("create_entities", { entities: [{ name, entityType: "note", observations: [body] }] }),
      find: (query) => server.call("search_nodes", { query, limit: 50 }),
      remove: (name) => server.call("delete_entity", { name }),
      stop: server.close,
    };
  },
};
