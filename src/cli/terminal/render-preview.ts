// What a person signs, on the screen. Attack: a text that draws on the screen, hides characters, or looks like our own words
// so that the question seems to be about something else. So each character that a screen would hide is shown by its
// number, and each row of a foreign text, also where a long line goes on, begins with a mark that is ours.

import { isHint } from "../../app/change/judge-text.ts";
import type { SigningPreview } from "../../app/change/sign/signing-preview.ts";
import { sayCutShort } from "../../app/memories/law.ts";
import { renderContent } from "../../memory/file/digest.ts";
import { diffLines } from "../../memory/text/diff-lines.ts";
import { countMixed, createRevealBeside, revealLine } from "../../memory/text/look-alikes.ts";
import { asShown, type Shown, says } from "../../memory/text/render-terminal.ts";
import { revealHidden } from "../../memory/text/reveal.ts";
import { sayFinding } from "../report/report.ts";
import { wrapMarkedLine } from "./style.ts";
import { cutRow, renderDiff, renderWhole, sayShown, type TextRows } from "./text-rows.ts";

const KEY_CHARS = 13;

export type Screen = {
  /** Whole rows. */
  readonly text: Shown;
  /** How many lines of the memory are on it, for the question. */
  readonly shown: Shown;
  /** Whole rows of what few people ask for, where it is not on the screen. */
  readonly details: Shown;
};

export type Row = readonly [key: string, value: string | null];

export type Surroundings = {
  /** Stands above the text. */
  readonly head?: string;
  /** Stands first below the text. */
  readonly why?: readonly Row[];
  /** Another text that is decided about together with it; stands below it, whole. */
  readonly beside?: SigningPreview | null;
  /** What is on the screen beside the text: all; no paths and no digest; or only what speaks against it, a row each. */
  readonly tells?: "all" | "facts" | "doubts";
};

/** The text first, then what speaks against it, then the facts about it. What is not on the screen are its details. */
export function renderShowing(showing: SigningPreview, columns: number, around: Surroundings = {}): Screen {
  const { head, why = [], beside = null, tells = "all" } = around;
  const doubts = [...why, ...listFindings(showing)];
  const facts = factsOf(showing);
  const { title, text } =
    beside === null ? renderText(showing, columns) : renderPair(showing, beside, columns);
  // Who writes a text, or takes one back, knows what it is.
  const titled = tells === "doubts" && (head === undefined || title === NEVER) ? [] : [title];
  const above = head === undefined ? titled.map((each) => `${each}:`) : [[head, ...titled].join(" · ")];
  const headed = above.flatMap((each) => wrapMarkedLine(revealLine(each), columns, ["", "  "]));
  const details = detailsOf(showing);
  const [below, hidden] =
    tells === "doubts"
      ? [renderBriefly(doubts, columns), [...doubts, ...facts, ...details]]
      : [renderRows([...doubts, ...facts, ...(tells === "all" ? details : [])], columns), details];
  const gap = tells === "doubts" ? [] : [""];
  const all = [...headed, ...text.rows, ...gap, ...below, ...gap];
  const shown = says`${sayShown(text)}\n`;
  return { text: joinRows(all), shown, details: joinRows(renderRows(hidden, columns)) };
}

/** So many rows below the text. */
const DOUBTS_MAX = 4;

/** What does not fit is cut, or counted, and is among the details. A line break in what an agent said begins no row. */
function renderBriefly(rows: readonly Row[], columns: number): string[] {
  const whole = renderRows(rows, columns);
  if (whole.length <= DOUBTS_MAX) return whole;
  const told = rows.filter(([, value]) => value !== null && value !== "");
  const first = told.length > DOUBTS_MAX ? told.slice(0, DOUBTS_MAX - 1) : told;
  const more: Row[] = first === told ? [] : [["", `and ${told.length - first.length} more`]];
  return [...first, ...more].map(([key, value]) =>
    cutRow(`${key.padEnd(KEY_CHARS)}${revealLine((value ?? "").replaceAll("\n", " "))}`, columns),
  );
}

function renderRows(rows: readonly Row[], columns: number): string[] {
  return rows.flatMap(([key, value]) =>
    value === null || value === ""
      ? []
      : wrapMarkedLine(revealLine(value), columns, [key.padEnd(KEY_CHARS), " ".repeat(KEY_CHARS)]),
  );
}

function joinRows(rows: readonly string[]): Shown {
  return asShown(rows.map((row) => `${row}\n`).join(""));
}

function factsOf({ standing, age, memory, cutShort }: SigningPreview): Row[] {
  const quarantine = [memory?.quarantineReason, memory?.quarantinedBy, memory?.quarantinedAt];
  return [
    ["standing", standing === null ? "new" : `${standing.standing} (${standing.reason})`],
    ["age", age?.stale ? "stale: approved more than 90 days ago" : (age?.quarantine ?? null)],
    ["observation", cutShort === null ? null : sayCutShort(cutShort)],
    ["status", memory === null || memory.status === "active" ? null : memory.status],
    ["created", [memory?.createdAt, memory?.sourceMachine].filter(Boolean).join(" on ")],
    ["origin", [memory?.origin, memory?.session].filter(Boolean).join(", session ")],
    ["taint", memory?.taint.join(", ") ?? null],
    ["about", memory?.relatedFiles.join(", ") ?? null],
    ["replaces", memory?.supersedes ?? null],
    ["quarantine", quarantine.filter(Boolean).join(", ")],
  ];
}

function detailsOf({ id, path, memory, digest, judgement }: SigningPreview): Row[] {
  const hints = judgement?.structure.findings.filter(isHint) ?? [];
  return [
    ["id", id],
    ["file", path],
    ["tier", memory?.tier ?? null],
    ["digest", digest],
    ["hints", hints.map(({ message }) => message).join(", ")],
  ];
}

const GRAVE: readonly string[] = ["error", "flag"];

/** What nearly every text has would teach people to skip the place where a real finding stands. */
function listFindings({ judgement, memory }: SigningPreview): Row[] {
  const verdicts = judgement === null ? [] : [judgement.structure, judgement.secrets, judgement.injection];
  const findings = verdicts
    .flatMap((verdict) => verdict.findings)
    .filter((each) => !isHint(each))
    // Not every one may have a row of its own.
    .sort((a, b) => GRAVE.indexOf(b.severity) - GRAVE.indexOf(a.severity));
  const content = memory === null ? "" : renderContent(memory);
  const [hidden, mixed] = [revealHidden(content).hidden, countMixed(content)];
  return [
    ...findings.map((each, place): Row => [place === 0 ? "findings" : "", sayFinding(each)]),
    ["hidden", hidden === 0 ? null : `invisible characters shown by code point: ${hidden}`],
    ["alphabets", mixed === 0 ? null : `letters that only look Latin, shown by code point: ${mixed}`],
  ];
}

type TitledText = { readonly title: string; readonly text: TextRows };

/** Its standing says so, too. */
const NEVER = "never approved here before";
const NOTHING: TextRows = { rows: [], shown: 0, counted: 0, unchanged: 0 };

function renderText({ memory, text, digest, previous }: SigningPreview, columns: number): TitledText {
  const whole = (title: string, all: string): TitledText => ({ title, text: renderWhole(all, columns) });
  if (memory === null && text === null) return { title: "no displayable text", text: NOTHING };
  if (memory === null) return whole("not a memory, but this text", text ?? "");
  const content = renderContent(memory);
  if (previous === null) return whole(NEVER, content);
  const on = previous.time.slice(0, 10);
  if (previous.digest === digest) return whole(`unchanged since ${on}`, content);
  const before = renderContent(previous.content);
  return {
    title: `what changed since ${on}`,
    text: renderChange(before, content, columns),
  };
}

/** Each whole, one below the other. */
function renderPair(showing: SigningPreview, other: SigningPreview, columns: number): TitledText {
  const render = ({ memory, text }: SigningPreview): TextRows =>
    renderWhole(memory === null ? (text ?? "") : renderContent(memory), columns);
  const [first, second] = [render(showing), render(other)];
  const standing = other.standing === null ? "" : `, ${other.standing.standing} (${other.standing.reason})`;
  const between = wrapMarkedLine(revealLine(`the other text, in ${other.id}${standing}:`), columns, [
    "",
    "  ",
  ]);
  return {
    title: "this text and another",
    text: {
      rows: [...first.rows, "", ...between, ...second.rows],
      shown: first.shown + second.shown,
      counted: first.counted + second.counted,
      unchanged: first.unchanged + second.unchanged,
    },
  };
}

function renderChange(before: string, now: string, columns: number): TextRows {
  const besideNew = createRevealBeside(now.split("\n"));
  const besideOld = createRevealBeside(before.split("\n"));
  return renderDiff(diffLines(before, now), {
    columns,
    reveal: ({ kind, line }) => (kind === "removed" ? besideNew(line) : besideOld(line)),
  });
}
