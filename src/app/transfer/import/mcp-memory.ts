// The file of the MCP reference memory server: one JSON value per line, entities with observations and relations between
// them. An entity becomes a memory; its relations become lines of it.

import { CredenceError } from "../../../memory/errors.ts";
import { areTexts, parseJson } from "../../../memory/json.ts";
import { TAG_CHARS_MAX } from "../../../memory/limits.ts";
import { readFileContent } from "../../../store/memory-files.ts";
import {
  chooseInstant,
  fitDescription,
  fitName,
  IMPORTED_DRAFT,
  type ImportRecord,
  type ImportSource,
  RECORDS_MAX,
  type SourcePlace,
  skip,
} from "./record.ts";

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const LINE_CHARS_MAX = 1024 * 1024;

type Entity = {
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly facts: readonly string[];
};
type Relation = { readonly line: number; readonly from: string; readonly to: string; readonly kind: string };

export function readMcpMemory({ path, now }: SourcePlace): ImportSource {
  const content = readFileContent(path, FILE_BYTES_MAX);
  if (content.kind === "refused") throw new CredenceError("NOT_READABLE", `the file: ${content.why}`);
  const lines = new TextDecoder("utf-8").decode(content.bytes).split("\n");
  const graph = readGraph(lines);
  const createdAt = chooseInstant([content.mtimeMs], now);
  const memories = [...graph.entities.values()].map((entity): ImportRecord => {
    const relations = graph.relations.get(entity.name) ?? [];
    return { kind: "memory", source: `line ${entity.line}`, memory: toMemory(entity, relations, createdAt) };
  });
  const lost = [...graph.relations.values()]
    .flat()
    .filter(({ from }) => !graph.entities.has(from))
    .map(({ line }) => skip(`line ${line}`, "a relation of an entity that is not in the file"));
  const records = [...graph.skipped, ...lost, ...memories];
  return { total: () => records.length, records };
}

type Graph = {
  readonly entities: Map<string, Entity>;
  /** By the entity at which they begin. */
  readonly relations: Map<string, Relation[]>;
  readonly skipped: ImportRecord[];
};

function readGraph(lines: readonly string[]): Graph {
  const graph: Graph = { entities: new Map(), relations: new Map(), skipped: [] };
  for (const [index, text] of lines.slice(0, RECORDS_MAX).entries()) {
    if (text.trim() === "") continue;
    const why = text.length > LINE_CHARS_MAX ? "a line that is too long" : addLine(graph, index + 1, text);
    if (why !== null) graph.skipped.push(skip(`line ${index + 1}`, why));
  }
  if (lines.length > RECORDS_MAX) graph.skipped.push(skip("the rest", `more than ${RECORDS_MAX} lines`));
  return graph;
}

/** @returns the reason why the line is left out; null when it was added. */
function addLine({ entities, relations }: Graph, line: number, text: string): string | null {
  if (text.includes("\uFFFD")) return "not valid UTF-8";
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return "not a JSON object";
  const fields = new Map(Object.entries(value));
  const word = (key: string): string => {
    const found = fields.get(key);
    return typeof found === "string" ? found : "";
  };
  const facts = fields.get("observations");
  if (word("type") === "entity" && word("name") !== "" && areTexts(facts)) {
    const earlier = entities.get(word("name"));
    if (earlier !== undefined) return `the entity of line ${earlier.line} again`;
    entities.set(word("name"), { line, name: word("name"), kind: word("entityType"), facts });
    return null;
  }
  if (word("type") !== "relation" || word("from") === "" || word("to") === "")
    return "neither entity nor relation";
  const relation = { line, from: word("from"), to: word("to"), kind: word("relationType") };
  const known = relations.get(relation.from);
  if (known === undefined) relations.set(relation.from, [relation]);
  else known.push(relation);
  return null;
}

function toMemory(
  { name, kind, facts }: Entity,
  relations: readonly Relation[],
  createdAt: number,
): Extract<ImportRecord, { kind: "memory" }>["memory"] {
  const parts = [
    `What is on record about ${name} (${kind || "entity"}):`,
    facts.map((fact) => `- ${fact}`).join("\n"),
    relations.map((each) => `- ${each.kind} ${each.to}`).join("\n"),
  ];
  const title = fitName(name);
  return {
    id: null,
    stem: name,
    draft: {
      ...IMPORTED_DRAFT,
      type: "reference",
      name: title,
      description: fitDescription(`${kind}: ${facts[0] ?? ""}`, title),
      tags: kind === "" ? [] : [kind.slice(0, TAG_CHARS_MAX)],
      body: parts.filter((part) => part !== "").join("\n\n"),
    },
    createdAt,
    keys: {},
    // The graph does not tell the type of the memory.
    isClear: false,
  };
}
