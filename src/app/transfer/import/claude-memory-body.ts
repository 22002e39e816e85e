// A claude-memory record as the body of a memory, and back. Its texts and lists become readable sections; everything that
// sections cannot carry (other fields, texts that look like a heading) is one line of JSON in a section of its own, at the
// end. So nothing is lost, and the signed digest covers everything.

import { parseJson } from "../../../memory/json.ts";
import type { Category } from "../../../memory/memory.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const SECTIONS: Readonly<Record<Category, Readonly<Record<string, string>>>> = {
  decision: {
    context: "Context",
    decision: "Decision",
    rationale: "Rationale",
    consequences: "Consequences",
  },
  constraint: { rule: "Rule", impact: "Impact", workarounds: "Workarounds" },
  preference: { topic: "Topic", value: "Value", reason: "Reason" },
  runbook: {
    trigger: "Trigger",
    symptoms: "Symptoms",
    steps: "Steps",
    verification: "Verification",
    root_cause: "Root cause",
    environment: "Environment",
  },
  tech_debt: {
    description: "Description",
    reason_deferred: "Reason deferred",
    impact: "Impact",
    suggested_fix: "Suggested fix",
    acceptance_criteria: "Acceptance criteria",
  },
  session_summary: {
    goal: "Goal",
    outcome: "Outcome",
    completed: "Completed",
    in_progress: "In progress",
    blockers: "Blockers",
    next_actions: "Next actions",
    key_changes: "Key changes",
  },
};

const RECORD_HEADING = "## Record of claude-memory";
const FENCE = "```";

/** `rest` holds the fields that the frontmatter cannot hold either. */
export function renderRecordBody(category: Category, content: JsonObject, rest: JsonObject): string {
  const parts: string[] = [];
  const left: [string, unknown][] = [];
  const headings = SECTIONS[category];
  for (const [key, value] of Object.entries(content)) {
    const heading = Object.hasOwn(headings, key) ? headings[key] : undefined;
    const text = heading === undefined ? null : renderValue(value);
    if (text === null) left.push([key, value]);
    else parts.push(`## ${heading}\n\n${text}`);
  }
  const record = JSON.stringify({ ...rest, content: Object.fromEntries(left) });
  return `${[...parts, `${RECORD_HEADING}\n\n${FENCE}json\n${record}\n${FENCE}`].join("\n\n")}\n`;
}

/** @returns null when the value could not be read back exactly from a section. */
function renderValue(value: unknown): string | null {
  if (typeof value === "string") {
    const isPlain = value !== "" && value === value.trim() && !/^(?:## |- |```)/m.test(value);
    return isPlain ? value : null;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  const isPlain = value.every(
    (item) => typeof item === "string" && item !== "" && item === item.trim() && !/[\n\r]/.test(item),
  );
  return isPlain ? value.map((item) => `- ${item}`).join("\n") : null;
}

export type RecordBody = {
  /** The contents of the sections. */
  readonly content: JsonObject;
  /** The line of JSON; null for a memory that was never a record. */
  readonly rest: JsonObject | null;
};

export function parseRecordBody(category: Category, body: string): RecordBody {
  const byHeading = new Map(
    Object.entries(SECTIONS[category]).map(([key, heading]) => [`## ${heading}`, key]),
  );
  const content: [string, unknown][] = [];
  let rest: JsonObject | null = null;
  for (const { heading, text } of splitSections(body)) {
    const key = byHeading.get(heading);
    if (heading === RECORD_HEADING) rest = parseRest(text);
    else if (key !== undefined && text !== "") content.push([key, parseValue(text)]);
  }
  return { content: Object.fromEntries(content), rest };
}

function splitSections(body: string): { readonly heading: string; readonly text: string }[] {
  const sections: { heading: string; lines: string[] }[] = [];
  for (const line of body.split("\n")) {
    if (line.startsWith("## ")) sections.push({ heading: line, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join("\n").trim() }));
}

function parseValue(text: string): string | string[] {
  const lines = text.split("\n");
  return lines.every((line) => line.startsWith("- ")) ? lines.map((line) => line.slice(2)) : text;
}

function parseRest(text: string): JsonObject | null {
  const [open, json = "", close] = text.split("\n");
  if (open !== `${FENCE}json` || close !== FENCE) return null;
  const value = parseJson(json);
  return isJsonObject(value) ? value : null;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
