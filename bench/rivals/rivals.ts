// Those that are run, and those that are not.

import type { Skipped } from "../evidence/section.ts";
import { CLAUDE_MEM } from "./claude-mem.ts";
import { MEMORY_KEEPER } from "./memory-keeper.ts";
import { MEMORY_LIBSQL } from "./memory-libsql.ts";
import { QMD } from "./qmd.ts";
import type { Rival } from "./rival.ts";
import { SERVER_MEMORY } from "./server-memory.ts";

export const QUICK_RIVALS: readonly Rival[] = [SERVER_MEMORY];
export const RIVALS: readonly Rival[] = [SERVER_MEMORY, CLAUDE_MEM, QMD, MEMORY_LIBSQL, MEMORY_KEEPER];

export const NOT_RUN: readonly Skipped[] = [
  { what: "basic-memory", why: "it is a Python package and not on npm" },
  { what: "mem0", why: "its server on npm wants an account with its service" },
  { what: "memorix", why: "its SQLite driver is compiled by an install script" },
  {
    what: "@agentmemory/agentmemory, @byterover/cipher and Letta Code",
    why: "they want an engine or a model beside them and were not tried",
  },
  {
    what: "@itseasy21/mcp-knowledge-graph and @allpepper/memory-bank-mcp",
    why: "one is a further graph like server-memory's and the other reads and writes whole files; they were not tried",
  },
];
