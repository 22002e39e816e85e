// Threat: a memory, or a question, that closes the element it is sent in and goes on as if it were us, or as if it were another
// memory. Every field is cleaned, cut and escaped, in this order, by the one sanitizer: between the tags stands no character
// that could end them, so the only ids and the only standings in here are ours. What looks like a secret by the rules of
// today is taken out first.

import { isRecord, parseJson } from "../../memory/json.ts";
import { renderLine, renderText, sanitizeLine, sanitizeText } from "../../memory/text/sanitize.ts";
import { type FindSecrets, redactAndTruncate } from "../../observer/capture/redact-and-truncate.ts";
import { answerTokensMax } from "../../observer/model/batch.ts";
import { type PromptMemory, QUESTION_CHARS_MAX } from "./gather-material.ts";

type PromptParts = {
  readonly question: string;
  readonly given: readonly PromptMemory[];
  readonly charsMax: number;
  readonly findSecrets: FindSecrets;
};

type AskedPrompt = {
  readonly text: string;
  /** Those that had room, in their order. */
  readonly sent: readonly PromptMemory[];
};

const PROMPT_CHARS_MAX = 60_000;
const PROMPT_CHARS_MIN = 4_000;
const TEXT_CHARS_MAX = 8_000;
const LINE_CHARS_MAX = 300;
/** A text that was cut says so, in some characters more. */
const MARK_CHARS = 100;

/** A token has a character at least, in whatever script. */
export function promptCharsMax(callTokensMax: number, system: string): number {
  const room = callTokensMax - answerTokensMax(callTokensMax) - system.length;
  return Math.min(PROMPT_CHARS_MAX, Math.max(PROMPT_CHARS_MIN, room));
}

export function renderAsked({ question, given, charsMax, findSecrets }: PromptParts): AskedPrompt {
  const asked = `<question>${renderField(question, QUESTION_CHARS_MAX, findSecrets)}</question>\n`;
  let left = charsMax - asked.length - "<memories>\n</memories>\n".length;
  const sent: PromptMemory[] = [];
  const elements: string[] = [];
  for (const memory of given) {
    const element = renderMemory(memory, findSecrets);
    // A shorter one behind it may still have room.
    if (element.length > left) continue;
    left -= element.length;
    sent.push(memory);
    elements.push(element);
  }
  return { text: `<memories>\n${elements.join("")}</memories>\n${asked}`, sent };
}

function renderMemory(memory: PromptMemory, findSecrets: FindSecrets): string {
  const { id, standing, flagged, date, label, name, description, tags, text } = memory;
  const attributes = [
    ["id", id],
    ["standing", standing],
    ["flagged", flagged ?? ""],
    ["kind", label],
    ["date", date ?? ""],
  ] as const;
  const fields = [
    ["name", name, LINE_CHARS_MAX],
    ["about", description, LINE_CHARS_MAX],
    ["tags", tags.join(" "), LINE_CHARS_MAX],
    ["text", text, TEXT_CHARS_MAX],
  ] as const;
  const head = attributes
    .filter(([, value]) => value !== "")
    .map(([key, value]) => ` ${key}="${renderLine(value, LINE_CHARS_MAX)}"`);
  const lines = fields
    .filter(([, value]) => value.trim() !== "")
    .map(([key, value, charsMax]) => `<${key}>${renderField(value, charsMax, findSecrets)}</${key}>\n`);
  return `<memory${head.join("")}>\n${lines.join("")}</memory>\n`;
}

function renderField(text: string, charsMax: number, findSecrets: FindSecrets): string {
  return renderText(redactAndTruncate(text.trim(), { charsMax, findSecrets }), charsMax + MARK_CHARS);
}

// Threat: what the model answers was steered by whoever wrote into a memory. So a reply is one JSON value of exactly this
// shape, within its limits, or it is refused as a whole. A citation counts only where it is the id of a memory that was
// given: any other is dropped and named, and an answer that rests on none of them is no answer. Fails closed.

type ParsedReply =
  | {
      readonly kind: "reply";
      /** Clean; null when the memories do not say. */
      readonly answer: string | null;
      readonly cited: readonly string[];
      readonly dropped: readonly string[];
    }
  /** Which rule it breaks; never a word of the reply. */
  | { readonly kind: "refused"; readonly why: string };

const REPLY_CHARS_MAX = 64 * 1024;
const ANSWER_CHARS_MAX = 8_000;
const CITATIONS_MAX = 50;
const CITATION_CHARS_MAX = 100;
/** Some models dress JSON up as a listing; what is in it is held to the same rules. */
const LISTING = /^```(?:json)?\n(?<json>[\s\S]*)\n```$/;

export function parseReply(text: string, givenIds: ReadonlySet<string>): ParsedReply {
  if (text.length > REPLY_CHARS_MAX) return refuse("it is too long");
  const trimmed = text.trim();
  const value = parseJson(LISTING.exec(trimmed)?.groups?.["json"] ?? trimmed);
  if (!isRecord(value) || Object.keys(value).sort().join(" ") !== "answer citations")
    return refuse("it is not an object with answer and citations");
  const { answer, citations } = value;
  if (!Array.isArray(citations) || citations.length > CITATIONS_MAX || !citations.every(isText))
    return refuse("citations is not a list of ids");
  const [cited, dropped] = splitCitations(citations, givenIds);
  if (answer === null)
    return citations.length === 0
      ? { kind: "reply", answer, cited: [], dropped: [] }
      : refuse("it cites memories without an answer");
  if (!isText(answer)) return refuse("answer is not text");
  const clean = sanitizeText(answer, ANSWER_CHARS_MAX + 1).trim();
  if (clean === "" || [...clean].length > ANSWER_CHARS_MAX) return refuse("answer is empty or too long");
  if (cited.length === 0) return refuse("it cites none of the given memories");
  return { kind: "reply", answer: clean, cited, dropped };
}

function splitCitations(citations: readonly string[], givenIds: ReadonlySet<string>): [string[], string[]] {
  const named = new Set(citations.map((each) => each.trim()));
  const others = [...named].filter((each) => !givenIds.has(each));
  return [
    [...named].filter((each) => givenIds.has(each)),
    others.map((each) => sanitizeLine(each, CITATION_CHARS_MAX)),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

function refuse(why: string): ParsedReply {
  return { kind: "refused", why };
}
