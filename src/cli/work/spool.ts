// The spool for a reader at the terminal.

import type { SpoolStatus } from "../../app/capture/spool.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { labelled, type Table } from "../report/report.ts";

/** As the use-case gives it: cli knows no engine. */
type Captured = Awaited<ReturnType<typeof import("../../app/capture/spool.ts").readCaptured>>[number];

export function sayGone({ files, bytes }: SpoolStatus["dropped"]): string {
  return `${pluralize(files, "file", "files")}, ${pluralize(bytes, "byte", "bytes")}`;
}

export function saySpoolStatus(status: SpoolStatus): Table {
  const { damaged, dropped, skipTools, excludedProjects } = status;
  return labelled(10, [
    ["capture", `${status.capture}${status.userTurnsOnly ? "; tool input and output are left out" : ""}`],
    [
      "kept",
      `${pluralize(status.lines, "line", "lines")} of ${pluralize(status.sessions, "session", "sessions")}, ${pluralize(status.bytes, "byte", "bytes")}, for ${pluralize(status.keptDays, "day", "days")}`,
    ],
    ["oldest", status.oldest],
    [
      "verified",
      damaged.length === 0
        ? "every line"
        : `all but ${pluralize(damaged.length, "line", "lines")}: ${nameDamaged(status)}`,
    ],
    ["dropped", dropped.files === 0 ? "" : `${sayGone(dropped)}: oldest first`],
    ["skipped", skipTools.join(", ")],
    ["excluded", excludedProjects.join(", ")],
  ]);
}

export function sayCaptured({ record }: Captured): string[] {
  const what = record.tool === null ? record.kind : `tool ${record.tool}`;
  const fields = [record.text, record.input, record.output].filter((field) => field !== null);
  const sources = [...record.paths, ...record.taint.map((name) => `(${name})`)].join(" ");
  const told = [...(sources === "" ? [] : [sources]), ...fields.flatMap((field) => field.split("\n"))];
  return [`${record.at} ${what} in ${record.session}`, ...told.map((line) => `    ${line}`)];
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
