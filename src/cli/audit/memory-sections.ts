// Which memories want something, and why.

import type { AuditReport, Item, QuarantinedItem } from "../../app/audit/report.ts";
import {
  code,
  day,
  ITEM_COLUMNS,
  itemCells,
  number,
  type Section,
  sectionOf,
  tableOf,
  text,
} from "./section.ts";

export function staleSection({ stale }: AuditReport): Section {
  return listSection(stale, {
    id: "stale",
    title: "Stale",
    none: "No approval is older than 90 days.",
    lead: "Approved more than 90 days ago. They still apply; `credence reaffirm` confirms that they are still true.",
  });
}

export function foreignSection({ foreign }: AuditReport): Section {
  return listSection(foreign, {
    id: "foreign",
    title: "Foreign",
    none: "A signer you trust vouched for every memory.",
    lead: "No signer you trust vouched for these texts, so they are withheld. `credence keep` or `credence demote` decides.",
  });
}

export function unusedSection({ unused, at }: AuditReport): Section {
  const { receiptsFrom, memories } = unused;
  const known =
    receiptsFrom === null
      ? "There are no recall receipts, so usage is unknown."
      : `Receipts go back to ${receiptsFrom.slice(0, 10)}; this report is from ${at.slice(0, 10)}.`;
  return listSection(memories, {
    id: "unused",
    title: "Unused",
    none: "Every memory older than four weeks was shown in the last four.",
    lead: `Older than four weeks, and no recall showed them in the last four. ${known}`,
  });
}

type Listed = { readonly id: string; readonly title: string; readonly none: string; readonly lead: string };

function listSection(items: readonly Item[], { id, title, none, lead }: Listed): Section {
  const rows = items.map((item) => [...itemCells(item), text(item.reason), day(item.createdAt)]);
  const table = tableOf(title, [...ITEM_COLUMNS, "reason", "made"], rows);
  return sectionOf({
    id,
    title,
    lead: items.length === 0 ? none : lead,
    count: items.length,
    tables: [table],
  });
}

export function waitingSection({ waiting }: AuditReport): Section {
  return sectionOf({
    id: "waiting",
    title: "Waiting for review",
    lead:
      waiting.length === 0
        ? "Nothing waits for a person."
        : "Most urgent first. `credence review` goes through them one by one.",
    count: waiting.length,
    tables: [
      tableOf(
        "Waiting for review",
        [...ITEM_COLUMNS, "kind", "why"],
        waiting.map((each) => [...itemCells(each), text(each.kind), text(each.why)]),
      ),
    ],
  });
}

const WINDOWS = [
  { window: "passive", caption: "0–30 days: left alone" },
  { window: "audit", caption: "31–90 days: review these" },
  { window: "archive-candidate", caption: "91 days and more: candidates for the archive" },
] as const;

export function quarantineSection({ quarantine }: AuditReport): Section {
  const fresh = quarantine.filter(({ isNew }) => isNew).length;
  return sectionOf({
    id: "quarantine",
    title: "Quarantine",
    lead:
      quarantine.length === 0
        ? "Nothing is in quarantine."
        : `New ones: ${fresh}. \`credence restore\` brings one back, \`credence archive\` puts it aside; nothing leaves by itself.`,
    count: quarantine.length,
    tables: WINDOWS.map(({ window, caption }) =>
      tableOf(
        caption,
        [...ITEM_COLUMNS, "since", "days", "standing", "reason"],
        quarantine.filter((each) => each.window === window).map(quarantineCells),
      ),
    ),
  });
}

function quarantineCells(each: QuarantinedItem) {
  return [
    ...itemCells(each),
    day(each.since),
    number(each.days),
    text(each.reason),
    text(each.isNew ? `${each.why ?? "–"} (new)` : each.why),
  ];
}

export function duplicateSection({ duplicates }: AuditReport): Section {
  const rows = duplicates.flatMap(({ memories, shared }, place) =>
    memories.map((item) => [number(place + 1), ...itemCells(item), text(shared.join(", "))]),
  );
  return sectionOf({
    id: "duplicates",
    title: "Duplicate suspects",
    lead:
      duplicates.length === 0
        ? "No two descriptions share five words or mean nearly the same."
        : "Their descriptions share at least five words, or mean nearly the same. `credence merge` merges two into one.",
    count: duplicates.length,
    tables: [tableOf("Duplicate suspects", ["group", ...ITEM_COLUMNS, "shared words"], rows)],
  });
}

export function referenceSection({ references }: AuditReport): Section {
  return sectionOf({
    id: "references",
    title: "Broken references",
    lead:
      references.length === 0
        ? "All references are valid."
        : "These references point to something that does not exist.",
    count: references.length,
    tables: [
      tableOf(
        "Broken references",
        ["memory", "scope", "kind", "points to"],
        references.map(({ id, scope, kind, target }) => [code(id), text(scope), text(kind), text(target)]),
      ),
    ],
  });
}

export function movedSection({ moved }: AuditReport): Section {
  const rows = moved.map(({ id, scope, path, fate, commits, share }) => [
    code(id),
    text(scope),
    path === null ? text(null) : code(path),
    text(fate),
    number(commits),
    text(share === null ? null : `${Math.round(share * 100)} %`),
  ]);
  const columns = ["memory", "scope", "file", "is", "commits since", "different"];
  return sectionOf({
    id: "moved",
    title: "Cited files",
    lead:
      moved.length === 0
        ? "No file that a memory cites changed in git after the text was vouched for."
        : "Files that memories cite, gone or changed in git after the text was vouched for. The memories still apply.",
    count: moved.length,
    tables: [tableOf("Cited files", columns, rows)],
  });
}
