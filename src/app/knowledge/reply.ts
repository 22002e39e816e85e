// Threat: what the model answers was steered by whoever wrote into a memory. So a reply is one JSON value of exactly this
// shape, within its limits, or it is refused as a whole. A citation counts only where it is the id of a memory that was
// given: any other is dropped and named, and an answer that rests on none of them is no answer. Fails closed.

import { isRecord, parseJson } from "../../memory/json.ts";
import { sanitizeLine, sanitizeText } from "../../memory/text/sanitize.ts";

export type ParsedReply =
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
