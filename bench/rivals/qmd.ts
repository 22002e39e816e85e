// A search over Markdown files. It saves nothing itself: what saves is a file in the collection and its own update.

import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { foldName, type Note, type Place, type Rival } from "./rival.ts";
import { startStdio } from "./stdio-server.ts";
import { contentWords } from "./words.ts";

const SHOWN = 5;
const COMMAND_MS = 60_000;
/** So many searches it takes in one query. */
const SEARCHES_MAX = 10;

export const QMD: Rival = {
  name: "qmd",
  packages: ["@tobilu/qmd@2.8.3"],
  mode: "its MCP server over stdio, BM25 alone, a lexical search per word in one query; no vectors and no reranking, which need three models",
  asks: "prompt",
  start: async (place) => {
    const program = join(place.modules, "@tobilu/qmd/bin/qmd");
    const notes = join(place.home, "notes");
    const run = (...args: string[]): Promise<unknown> => runCommand(place, [program, ...args]);
    if (mkdirSync(notes, { recursive: true }) !== undefined)
      await run("collection", "add", notes, "--name", "notes");
    const words = [process.execPath, program, "mcp"];
    const server = await startStdio({ words, cwd: place.top, env: place.env });
    const load = async (all: readonly Note[]): Promise<void> => {
      for (const note of all) writeFileSync(pathOf(place, note.name), renderNote(note));
      await run("update");
    };
    return {
      load,
      save: (note) => load([note]),
      find: async (query) => {
        const searches = contentWords(query).slice(0, SEARCHES_MAX);
        if (searches.length === 0) return "";
        const found = await server.call("query", {
          searches: searches.map((word) => ({ type: "lex", query: word })),
          ...{ rerank: false, limit: SHOWN, collections: ["notes"] },
        });
        // Its search names files; the texts an agent gets by their paths, as its tools say.
        const paths = [...found.matchAll(/notes\/\S+\.md/g)].map(([path]) => path);
        if (paths.length === 0) return "";
        return `${found}\n${await server.call("multi_get", { pattern: paths.join(",") })}`;
      },
      remove: async (name) => {
        rmSync(pathOf(place, name));
        await run("update");
        await run("cleanup");
      },
      readAll: () => server.call("multi_get", { pattern: "notes/*.md" }),
      stop: server.close,
    };
  },
};

/** Beside whatever the measuring process does meanwhile: it may kill it. */
function runCommand({ top, env }: Place, words: readonly string[]): Promise<unknown> {
  return promisify(execFile)(process.execPath, [...words], { cwd: top, env, timeout: COMMAND_MS });
}

function pathOf({ home }: Place, name: string): string {
  return join(home, "notes", `${foldName(name)}.md`);
}

function renderNote({ name, body }: Note): string {
  return `# ${name}\n\n${body}\n`;
}
