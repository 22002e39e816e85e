// Threat: a memory, or a question, that closes the element it is sent in and goes on as if it were us, or as if it were another
// memory. Every field is cleaned, cut and escaped, in this order, by the one sanitizer: between the tags stands no character
// that could end them, so the only ids and the only standings in here are ours. What looks like a secret by the rules of
// today is taken out first.

import { renderLine, renderText } from "../../memory/text/sanitize.ts";
import { type FindSecrets, redactAndTruncate } from "../../observer/capture/redact-and-truncate.ts";
import { answerTokensMax } from "../../observer/model/batch.ts";
import { type PromptMemory, QUESTION_CHARS_MAX } from "./gather-material.ts";

export type PromptParts = {
  readonly question: string;
  readonly given: readonly PromptMemory[];
  readonly charsMax: number;
  readonly findSecrets: FindSecrets;
};

export type AskedPrompt = {
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
