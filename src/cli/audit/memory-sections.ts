// Which memories want something, and why.

import { type AuditReport, type FailedItem, type Item, listUndecided } from "../../app/audit/report.ts";
import type { Section } from "../report/report.ts";
import { type Column, ITEM, listOf, PLACE, sectionOf, tableOf } from "./section.ts";

const REASON_AND_DAY: readonly Column<Item>[] = [
  ...ITEM,
  ["reason", "text", ({ reason }) => reason],
  ["made", "day", ({ createdAt }) => createdAt],
];

export function listMemorySections(report: AuditReport): Section[] {
  return [
    listOf({
      id: "stale",
      title: "Stale",
      none: "No approval is older than 90 days.",
      lead: "Approved more than 90 days ago. They still apply; `credence reaffirm` confirms that they are still true.",
      rows: report.stale,
      columns: REASON_AND_DAY,
    }),
    listOf({
      id: "waiting",
      title: "Waiting for review",
      none: "Nothing waits for a person.",
      lead: "Most urgent first. `credence review` goes through them one by one.",
      rows: report.waiting,
      columns: [...ITEM, ["kind", "text", ({ kind }) => kind], ["why", "text", ({ why }) => why]],
    }),
    listOf({
      id: "foreign",
      title: "Foreign",
      none: "A signer you trust vouched for every memory.",
      lead: "Vouched for by nobody you trust: `credence keep` or `credence demote`.",
      rows: report.foreign,
      columns: REASON_AND_DAY,
    }),
    quarantineSection(report),
    keptOutSection(report),
    duplicateSection(report),
    referenceSection(report),
    movedSection(report),
    unusedSection(report),
  ];
}

export function failureSection({ failures, dryRun }: AuditReport): Section {
  const held = failures.filter(({ outcome }) => outcome === "held").length;
  const leads = [
    "Memories that a validator fails are taken out of use.",
    dryRun ? "This was a dry run: nothing was changed." : "",
    held > 0
      ? `A person approved ${held} of them: more than ten are demoted only if a person at the terminal confirms.`
      : "",
  ];
  const sayOutcome = ({ outcome, code }: FailedItem): string =>
    code === null ? outcome : `${outcome}: ${code}`;
  return listOf({
    id: "failures",
    title: "Demoted",
    caption: "Memories that a validator hard-fails",
    none: "No validator fails an active memory.",
    lead: leads.filter(Boolean).join(" "),
    rows: failures,
    columns: [
      ...ITEM,
      ["validator", "text", ({ tool, label }) => `${tool}: ${label}`],
      ["rule", "code", ({ rule }) => rule],
      ["line", "number", ({ line }) => line],
      ["what happened", "text", sayOutcome],
    ],
  });
}

const WINDOWS = [
  { window: "passive", caption: "0–30 days: left alone" },
  { window: "audit", caption: "31–90 days: review these" },
  { window: "archive-candidate", caption: "91 days and more: candidates for the archive" },
] as const;

function quarantineSection(report: AuditReport): Section {
  const quarantine = listUndecided(report);
  const fresh = quarantine.filter(({ isNew }) => isNew).length;
  const columns: readonly Column<AuditReport["quarantine"][number]>[] = [
    ...ITEM,
    ["since", "day", ({ since }) => since],
    ["days", "number", ({ days }) => days],
    ["standing", "text", ({ reason }) => reason],
    ["reason", "text", ({ why, isNew }) => (isNew ? `${why ?? "–"} (new)` : why)],
  ];
  return sectionOf({
    id: "quarantine",
    title: "Quarantine",
    lead:
      quarantine.length === 0
        ? "Nothing in quarantine waits for a decision."
        : `New ones: ${fresh}. \`credence restore\` or \`credence archive\` decides.`,
    count: quarantine.length,
    tables: WINDOWS.map(({ window, caption }) =>
      tableOf(
        caption,
        columns,
        quarantine.filter((each) => each.window === window),
      ),
    ),
  });
}

function keptOutSection({ keptOut }: AuditReport): Section {
  return listOf({
    id: "kept",
    title: "Kept out",
    none: "A person said no to nothing here.",
    lead: "A person said no to these: nobody is asked again. `credence yes` takes it back.",
    rows: keptOut,
    columns: REASON_AND_DAY,
  });
}

function duplicateSection({ duplicates }: AuditReport): Section {
  const rows = duplicates.flatMap(({ memories, shared }, place) =>
    memories.map((item) => ({ ...item, group: place + 1, words: shared.join(", ") })),
  );
  const section = listOf({
    id: "duplicates",
    title: "Duplicate suspects",
    none: "No two descriptions share five words or mean nearly the same.",
    lead: "Their descriptions share at least five words, or mean nearly the same. `credence merge` merges two into one.",
    rows,
    columns: [
      ["group", "number", ({ group }) => group],
      ...ITEM,
      ["shared words", "text", ({ words }) => words],
    ],
  });
  return { ...section, count: duplicates.length };
}

function referenceSection({ references }: AuditReport): Section {
  return listOf({
    id: "references",
    title: "Broken references",
    none: "All references are valid.",
    lead: "These references point to something that does not exist.",
    rows: references,
    columns: [...PLACE, ["kind", "text", ({ kind }) => kind], ["points to", "text", ({ target }) => target]],
  });
}

function movedSection({ moved }: AuditReport): Section {
  return listOf({
    id: "moved",
    title: "Cited files",
    none: "No file that a memory cites changed in git after the text was vouched for.",
    lead: "Files that memories cite, gone or changed in git after the text was vouched for. The memories still apply.",
    rows: moved,
    columns: [
      ...PLACE,
      ["file", "code", ({ path }) => path],
      ["is", "text", ({ fate }) => fate],
      ["commits since", "number", ({ commits }) => commits],
      ["different", "text", ({ share }) => (share === null ? null : `${Math.round(share * 100)} %`)],
    ],
  });
}

function unusedSection({ unused: { receiptsFrom, memories }, at }: AuditReport): Section {
  const known =
    receiptsFrom === null
      ? "There are no recall receipts, so usage is unknown."
      : `Receipts go back to ${receiptsFrom.slice(0, 10)}; this report is from ${at.slice(0, 10)}.`;
  return listOf({
    id: "unused",
    title: "Unused",
    none: "Every memory older than four weeks was shown in the last four.",
    lead: `Older than four weeks, and no recall showed them in the last four. ${known}`,
    rows: memories,
    columns: REASON_AND_DAY,
  });
}
