// Questions to the memories of a project's life, half of which only several memories answer together.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDay } from "../src/memory/instant.ts";
import { CATEGORIES } from "../src/memory/memory.ts";
import { bar, type RecallDocument, type RecallSet } from "./recall-sets.ts";

/** Set A was there when the ranking was made. */
const FILES: readonly (readonly [string, string])[] = [["several memories, A", "life-parcels.txt"]];

export function readLifeSets(): RecallSet[] {
  return FILES.map(([name, file]) => {
    const lines = readFileSync(join(import.meta.dirname, file), "utf8").split("\n");
    return {
      name,
      documents: lines.filter((line) => /^[a-z]/.test(line)).map(parseMemory),
      queries: lines.filter((line) => line.startsWith("? ")).map(parseQuestion),
      bars: [bar("recall5", 0.9)],
    };
  });
}

function parseMemory(line: string): RecallDocument {
  const [id = "", day = "", kind = "", name = "", tags = "", body = "", replaces = ""] = line.split(" | ");
  return {
    id,
    group: "",
    name,
    tags: tags.split(", "),
    body,
    time: parseDay(day) ?? 0,
    category: CATEGORIES.find((category) => category === kind) ?? null,
    supersedes: replaces === "" ? null : replaces.replace("replaces ", ""),
  };
}

function parseQuestion(line: string): RecallSet["queries"][number] {
  const [text = "", ids = ""] = line.slice(2).split(" = ");
  return { text, group: "", right: new Map(ids.split(" ").map((id) => [id, 1])) };
}
