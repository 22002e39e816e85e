import type { StatusReport } from "../../app/status/status.ts";
import { sayNewFindings } from "../../app/survey/count.ts";
import { sayObserved } from "../../app/survey/observed.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { labelled, line, type Report, toned } from "../report/report.ts";

/** One line each, and only of what there is something to say. */
export function sayStatus(report: StatusReport): Report {
  const nowhere = "no memory root here: credence init creates one";
  if (report.roots.length === 0 && report.broken.length === 0) return [nowhere];
  const { waiting, standings, vanished, broken, quarantinedNew, lastRecall, index, keys, signers } = report;
  const waits = nameCounts(waiting);
  const behind = index.filter(({ state }) => state !== "current");
  const rows = labelled(13, [
    ["roots", report.roots.map(({ path, memories }) => `${path} (${memories})`).join(", ") || nowhere],
    ["memories", nameCounts(standings) || "none yet"],
    ["waiting", waits === "" ? "" : `${waits}: credence review`],
    [
      "findings",
      sayNewFindings(report)
        .map((each) => withRemedy(each, "findings"))
        .join(""),
    ],
    ["question", report.questions.join("; ")],
    ["observed", sayObserved(report.observed)],
    ["vanished", vanished.length === 0 ? "" : `${nameSome(vanished)}: credence audit`],
    ["broken", broken.length === 0 ? "" : `${broken.join("; ")}: credence doctor`],
    [
      "quarantine",
      quarantinedNew === 0 ? "" : withRemedy(`${quarantinedNew} new in the last 7 days`, "quarantined"),
    ],
    ["recall", report.recall.join("; ")],
    ["last recall", lastRecall === null ? "none yet" : `${lastRecall.slice(0, 16).replace("T", " ")} UTC`],
    ["index", behind.map(({ scope, state }) => `${scope}: ${INDEX_WORDS[state]}`).join("; ") || "current"],
    ["person key", sayPersonKey(keys)],
    ["signers", signers.unknown === 0 ? "" : withRemedy(`${signers.unknown} unknown`, "unknown-signer")],
    ["clients", report.clients.join(", ")],
    ["untested", report.untested.map((each) => withRemedy(each, "untested")).join("; ")],
    ["observer", `${report.observer === "none" ? "off" : report.observer}; capture ${sayCapture(report)}`],
  ]);
  return [line(0, VERDICTS[report.exit]), rows];
}

function sayCapture({ capture, captureNotice, observer }: StatusReport): string {
  if (captureNotice !== null) return `${capture} (${captureNotice})`;
  // Somebody chose a provider and wonders why nothing comes of it.
  const hungers = capture === "off" && observer !== "none";
  return hungers ? "off, so the Observer has nothing to read: credence setup" : capture;
}

function sayPersonKey({ person, made }: StatusReport["keys"]): string {
  switch (person) {
    case "none":
      return "none yet: made when you first approve something, or by credence key passphrase";
    case "with a passphrase":
      return [person, ...(made === null ? [] : [made])].join(", ");
    case "without a passphrase":
      return [
        withRemedy(`${person}; any program you run can use it`, "unsealed"),
        ...(made === null ? [] : [made]),
      ].join("; ");
  }
}

const INDEX_WORDS = {
  current: "current",
  behind: "the next search updates it",
  damaged: "damaged; the next search rebuilds it",
  none: "none can be stored; each search builds its own",
} as const;

const VERDICTS = [
  toned("good", "all is well"),
  toned("odd", "something waits for you"),
  toned("bad", "something is broken"),
] as const;

/** More names than this are for the audit. */
const NAMED_MAX = 3;

function nameSome(memories: StatusReport["vanished"]): string {
  const names = memories.slice(0, NAMED_MAX).map(({ id }) => id);
  const more = memories.length > NAMED_MAX ? ` and ${memories.length - NAMED_MAX} more` : "";
  return `${names.join(", ")}${more}`;
}

function nameCounts(counts: Readonly<Record<string, number>>): string {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  return present.map(([word, count]) => `${count} ${word}`).join(", ");
}
