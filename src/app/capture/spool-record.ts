// An event as a line of the spool. Every text of it takes the same three steps in this order: private text and our own
// words are removed, then secrets, then it is truncated.

import type { Config } from "../../memory/config/config-keys.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { TAINT_CHARS_MAX } from "../../memory/limits.ts";
import { sanitizeLine, truncateChars } from "../../memory/text/sanitize.ts";
import { flattenValue } from "../../observer/capture/flatten-value.ts";
import { isBelow, isOwnTool, listPaths, nameSources } from "../../observer/capture/name-sources.ts";
import { type FindSecrets, redactAndTruncate } from "../../observer/capture/redact-and-truncate.ts";
import { stripPrivate } from "../../observer/capture/strip-private.ts";
import { LINE_BYTES_MAX, renderSpoolLine, type SpoolRecord } from "../../observer/spool/spool.ts";
import { applyRedaction } from "../../validate/redaction.ts";
import { isOwners } from "../../validate/secrets/owner.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { cleanClientId } from "../recall/receipts.ts";
import type { CapturePlace } from "./open-capture.ts";

const FIELD_CHARS_MAX = 4_000;
const PATH_CHARS_MAX = 300;
const TOOL_CHARS_MAX = 100;
const CLIENT_CHARS_MAX = 40;

export type RecordFrom = { readonly client: string; readonly now: Instant };

type Clean = (text: string, charsMax: number) => string;
type Parts = Pick<SpoolRecord, "kind" | "text" | "tool" | "input" | "output" | "paths" | "taint">;

/** @returns null when nothing is left to record. */
export function renderRecord(
  place: CapturePlace,
  event: PromptEvent | ToolEvent | TurnEndEvent,
  from: RecordFrom,
): string | null {
  const origin = originOf(event, from);
  const clean = createCleaner(place.config);
  // Escaped characters are several bytes each in JSON, so fewer of them fit.
  for (let charsMax = FIELD_CHARS_MAX; ; charsMax = Math.floor(charsMax / 2)) {
    const parts =
      event.kind === "after-tool"
        ? describeTool(place, event, { clean, charsMax })
        : describeWords(event, { clean, charsMax });
    if (parts.kind !== "tool" && parts.text === null) return null;
    const line = renderSpoolLine({ ...origin, ...parts });
    // The line ends around the line count as well.
    if (Buffer.byteLength(line) <= LINE_BYTES_MAX - 2) return line;
  }
}

/** Records only the taint of a call that is not captured; otherwise text that the call brought in would pass for the user's
 * own. @returns null when the text came from here. */
export function renderTaint(place: CapturePlace, event: ToolEvent, from: RecordFrom): string | null {
  const taint = cleanTaint(nameSources(event, place).taint, {
    clean: createCleaner(place.config),
    charsMax: FIELD_CHARS_MAX,
  });
  if (taint.length === 0) return null;
  const silent = { kind: "tool", text: null, tool: null, input: null, output: null, paths: [] } as const;
  return renderSpoolLine({ ...originOf(event, from), ...silent, taint });
}

function originOf(
  event: PromptEvent | ToolEvent | TurnEndEvent,
  { client, now }: RecordFrom,
): Omit<SpoolRecord, keyof Parts> {
  return {
    v: 1,
    at: renderInstant(now),
    nonce: Math.random().toString(36).slice(2, 12),
    session: cleanClientId(event.session) ?? "",
    prompt: cleanClientId(event.prompt),
    client: sanitizeLine(client, CLIENT_CHARS_MAX),
    agent: cleanClientId(event.agent),
  };
}

type Room = { readonly clean: Clean; readonly charsMax: number };

function createCleaner(config: Config): Clean {
  const findSecrets = createSecretFinder(config);
  return (text, charsMax) => {
    const { text: open } = stripPrivate(text);
    // The tags hide nothing here, and a secret with a tag inside is still a secret.
    return redactAndTruncate(applyRedaction(open, false).text, { charsMax, findSecrets });
  };
}

function describeWords(event: PromptEvent | TurnEndEvent, { clean, charsMax }: Room): Parts {
  const text = clean((event.kind === "prompt" ? event.text : event.message) ?? "", charsMax);
  const said = text.trim() === "" ? null : text;
  return { kind: event.kind, text: said, tool: null, input: null, output: null, paths: [], taint: [] };
}

function describeTool(place: CapturePlace, event: ToolEvent, { clean, charsMax }: Room): Parts {
  const { paths, taint } = nameSources(event, place);
  // Recalled text, from our tools or from a memory's file, is not learned again.
  const isOurs = isOwnTool(event.tool) || listPaths(event).some((path) => isBelow(place.root.path, path));
  const withText = !place.config["observer.user_turns_only"] && !isOurs;
  const flat = (value: unknown): string => clean(flattenValue(value), charsMax);
  const pathChars = Math.min(PATH_CHARS_MAX, charsMax);
  return {
    kind: "tool",
    text: null,
    tool: cutName(sanitizeLine(event.tool, Number.POSITIVE_INFINITY), TOOL_CHARS_MAX, { clean, charsMax }),
    input: withText ? flat(event.input) : null,
    output: withText ? flat(event.response) : null,
    paths: paths.map((path) => clean(path, pathChars)),
    taint: cleanTaint(taint, { clean, charsMax }),
  };
}

function cleanTaint(taint: readonly string[], room: Room): string[] {
  return taint.map((name) => cutName(name, TAINT_CHARS_MAX, room));
}

/** Keeps the beginning of a name and drops its end. */
function cutName(name: string, nameChars: number, { clean, charsMax }: Room): string {
  return truncateChars(clean(name, FIELD_CHARS_MAX), Math.min(nameChars, charsMax));
}

// Finds the parts of captured text that must be removed: every match of our own secret rules and, with `owner.strict`, the
// personal data of others. The maintained rule set is asynchronous and many times slower, so our own patterns stand in for
// it here.

export function createSecretFinder(config: Config): FindSecrets {
  const strict = config["owner.strict"];
  const owner = {
    emails: config["owner.emails"],
    github: config["owner.github"],
    homeUser: config["owner.home-user"],
    strict,
  };
  return (text) => {
    return scanSecrets(text, strict)
      .filter(({ rule, value }) => rule.severity !== "notice" || !isOwners(value, owner))
      .map(({ rule, start, end }) => ({ rule: rule.id, start, end }));
  };
}

// The events of a session that may be captured, in the words of the clients' codecs; all other events are ignored.

type Origin = {
  /** The client's own names; null for one that the client does not send. */
  readonly session: string | null;
  readonly prompt: string | null;
  readonly cwd: string | null;
  /** Set inside a subagent. */
  readonly agent: string | null;
};

export type PromptEvent = Origin & { readonly kind: "prompt"; readonly text: string };

export type ToolEvent = Origin & {
  readonly kind: "after-tool";
  readonly tool: string;
  readonly input: unknown;
  readonly response: unknown;
};

export type TurnEndEvent = Origin & { readonly kind: "turn-end"; readonly message: string | null };

export type SessionEvent =
  | PromptEvent
  | ToolEvent
  | TurnEndEvent
  | (Origin & { readonly kind: "session-start" | "before-tool" | "before-compact" | "session-end" });
