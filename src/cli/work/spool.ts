// The spool for a reader at the terminal. Session text is hostile as any other: it goes through the terminal's sanitizer.

import type { SpoolStatus } from "../../app/capture/spool.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";

/** As the use-case gives it: cli knows no engine. */
type Captured = Awaited<ReturnType<typeof import("../../app/capture/spool.ts").readCaptured>>[number];

export function renderGone({ files, bytes }: SpoolStatus["dropped"]): string {
  return `${pluralize(files, "file", "files")}, ${pluralize(bytes, "byte", "bytes")}`;
}

export function renderSpoolStatus(status: SpoolStatus): string {
  const { damaged, dropped, skipTools, excludedProjects } = status;
  const lines: [string, string][] = [
    ["capture", `${status.capture}${status.userTurnsOnly ? "; tool input and output are left out" : ""}`],
    [
      "kept",
      `${pluralize(status.lines, "line", "lines")} of ${pluralize(status.sessions, "session", "sessions")}, ${pluralize(status.bytes, "byte", "bytes")}, for ${pluralize(status.keptDays, "day", "days")}`,
    ],
    ["oldest", status.oldest ?? ""],
    [
      "verified",
      damaged.length === 0
        ? "every line"
        : `all but ${pluralize(damaged.length, "line", "lines")}: ${nameDamaged(status)}`,
    ],
    ["dropped", dropped.files === 0 ? "" : `${renderGone(dropped)}: oldest first`],
    ["skipped", skipTools.map(renderTerminalLine).join(", ")],
    ["excluded", excludedProjects.map(renderTerminalLine).join(", ")],
  ];
  return lines
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name.padEnd(9)} ${text}\n`)
    .join("");
}

export function renderCaptured({ record }: Captured): string {
  const what = record.tool === null ? record.kind : `tool ${record.tool}`;
  const fields = [record.text, record.input, record.output].filter((field) => field !== null);
  const sources = [...record.paths, ...record.taint.map((name) => `(${name})`)].join(" ");
  const told = [...(sources === "" ? [] : [sources]), ...fields.flatMap((field) => field.split("\n"))];
  const head = `${record.at} ${what} in ${record.session}`;
  return `${renderTerminalLine(head)}\n${told.map((line) => `    ${renderTerminalLine(line)}\n`).join("")}`;
}

/** All that is said where no person is. */
export function countLine({ id, record }: Captured) {
  const { at, kind, session, text, input, output } = record;
  const chars = [text, input, output].reduce((sum, field) => sum + (field?.length ?? 0), 0);
  return { id, at, kind, session, chars };
}

function nameDamaged({ damaged }: SpoolStatus): string {
  const named = damaged.slice(0, 3).map(({ file, line }) => `${file}:${line}`);
  return `${named.join(", ")}${damaged.length > 3 ? " …" : ""}`;
}
