// Threat: session text closes the wrapper in which it is sent and continues as if it were ours. Every text inside is
// cleaned, cut and escaped, in this order, by the one sanitizer, so that no character between the tags can end them.
// Private text, our own recalled text and secrets were removed by capture, and are removed here once more, by the current
// rules.

import { renderLine, renderText, sanitizeLine } from "../../memory/text/sanitize.ts";
import { type FindSecrets, redactAndTruncate, type SecretSpan } from "../capture/redact-and-truncate.ts";
import { stripPrivate } from "../capture/strip-private.ts";
import type { SpoolRecord } from "../spool/spool.ts";

const WRAPPER = "observed_from_primary_session";

const FIELD_CHARS_MAX = 16_000;
/** Room for the note in a text that was cut. */
const MARK_CHARS = 100;
const NAME_CHARS_MAX = 300;

export type PromptEvents = {
  readonly records: readonly SpoolRecord[];
  /** The user's words before and after the records: not sent, but a secret may extend into them. */
  readonly before: string;
  readonly after: string;
  /** Sends only the user's words and the names of the tools that ran. */
  readonly userTurnsOnly: boolean;
  readonly findSecrets: FindSecrets;
};

export function renderObserved(observed: PromptEvents): string {
  const fields = observed.records.flatMap((record, event) =>
    fieldsOf(record, observed).map(([name, text]) => ({
      event,
      name,
      text,
      isPersons: record.kind === "prompt",
    })),
  );
  const texts = redactFields(fields, observed);
  const rendered = fields.map(({ name, event }, place) => {
    const bound = { charsMax: FIELD_CHARS_MAX, findSecrets: observed.findSecrets };
    const text = renderText(redactAndTruncate(texts[place] ?? "", bound), FIELD_CHARS_MAX + MARK_CHARS);
    return { event, line: `<${name}>${text}</${name}>\n` };
  });
  const events = observed.records.map((record, event) => {
    const lines = rendered.filter((each) => each.event === event).map(({ line }) => line);
    return renderEvent({ record, number: event + 1, lines }, observed.findSecrets);
  });
  return `<${WRAPPER}>\n${events.join("")}</${WRAPPER}>\n`;
}

type Field = { readonly text: string; readonly isPersons: boolean };

/** Searched as one text, and the user's words once more alone, because an answer may separate two halves. */
function redactFields(fields: readonly Field[], { before, after, findSecrets }: PromptEvents): string[] {
  const [first, last] = [stripPrivate(before).text.trim(), stripPrivate(after).text.trim()];
  const texts = fields.map(({ text }) => stripPrivate(text).text.trim());
  const find = (some: readonly string[]): SecretSpan[][] =>
    findJoined([first, ...some, last], findSecrets).slice(1, -1);
  const inAll = find(texts);
  const inSaid = find(texts.filter((_, place) => fields[place]?.isPersons === true));
  return texts.map((text, place) => {
    const said = fields[place]?.isPersons === true ? (inSaid.shift() ?? []) : [];
    return redactSpans(text, [...(inAll[place] ?? []), ...said]);
  });
}

/** The fields of an event that are sent, with their names. */
export function fieldsOf(
  record: SpoolRecord,
  { userTurnsOnly }: Pick<PromptEvents, "userTurnsOnly">,
): (readonly ["said" | "given" | "gave", string])[] {
  const isSent = record.kind === "prompt" || !userTurnsOnly;
  const fields = [
    ["said", record.text] as const,
    ["given", record.input] as const,
    ["gave", record.output] as const,
  ];
  return fields.flatMap(([name, text]) =>
    isSent && text !== null && text.trim() !== "" ? [[name, text]] : [],
  );
}

const WHO = { prompt: "person", "turn-end": "agent", tool: "tool" } as const;

type RenderedFields = {
  readonly record: SpoolRecord;
  readonly number: number;
  readonly lines: readonly string[];
};

function renderEvent({ record, number, lines }: RenderedFields, findSecrets: FindSecrets): string {
  const { kind, at, tool, paths, taint } = record;
  // On one line first, because the characters removed by that may have interrupted a secret.
  const clean = (text: string): string =>
    redactAndTruncate(sanitizeLine(text, Number.POSITIVE_INFINITY), {
      charsMax: FIELD_CHARS_MAX,
      findSecrets,
    });
  const names = [
    ["by", WHO[kind]],
    ["at", at],
    ["tool", tool ?? ""],
    ["paths", paths.join(" ")],
    ["from", taint.join(" ")],
  ] as const;
  const attributes = names
    .filter(([, text]) => text !== "")
    .map(([name, text]) => ` ${name}="${renderLine(clean(text), NAME_CHARS_MAX)}"`);
  return `<event number="${number}"${attributes.join("")}>\n${lines.join("")}</event>\n`;
}

// Threat: a secret in two halves, one in each of two messages. Neither half looks like a secret, but a reader of both has
// it. So consecutive messages are also searched as one text, and a secret found across them is removed from both.

/** Findings in the joined texts, grouped by text, with offsets in that text. */
function findJoined(texts: readonly string[], findSecrets: FindSecrets): SecretSpan[][] {
  const spans = findSecrets(texts.join(""));
  let start = 0;
  return texts.map((text) => {
    const from = start;
    start += text.length;
    return spans
      .map(({ rule, start: first, end }) => ({ rule, start: first - from, end: end - from }))
      .filter((span) => span.start < text.length && span.end > 0);
  });
}

function redactSpans(text: string, spans: readonly SecretSpan[]): string {
  const kept: string[] = [];
  let at = 0;
  for (const { rule, start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    kept.push(text.slice(at, Math.max(at, start)), `[redacted: ${rule}]`);
    at = end;
  }
  return [...kept, text.slice(at)].join("");
}
