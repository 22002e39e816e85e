// The reference server of the protocol: a graph of entities in one JSON file.

import { join } from "node:path";
import type { Rival } from "./rival.ts";
import { startStdio } from "./stdio-server.ts";

export const SERVER_MEMORY: Rival = {
  name: "server-memory",
  packages: ["@modelcontextprotocol/server-memory@2026.8.31"],
  mode: "all of it, over stdio; one entity per memory",
  asks: "word",
  start: async ({ modules, home, top, env }) => {
    const server = await startStdio({
      words: [process.execPath, join(modules, "@modelcontextprotocol/server-memory/dist/index.js")],
      cwd: top,
      env: { ...env, MEMORY_FILE_PATH: join(home, "memory.jsonl") },
    });
    return {
      save: ({ name, body }) =>
        server.call("create_entities", { entities: [{ name, entityType: "note", observations: [body] }] }),
      find: (query) => server.call("search_nodes", { query }),
      remove: (name) => server.call("delete_entities", { entityNames: [name] }),
      readAll: () => server.call("read_graph", {}),
      stop: server.close,
    };
  },
};
