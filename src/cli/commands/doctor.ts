import type { Ailment } from "../../app/health/examine-root.ts";
import type { Repairs } from "../../app/health/repair-root.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { Command, Io } from "../call/command.ts";
import { answerIn } from "../frames/answer.ts";
import { type Line, line } from "../report/report.ts";

const MARKS = { note: "[i]", question: "[?]", warning: "[W]", error: "[E]" } as const;

export const doctor: Command = {
  name: "doctor",
  summary: "Check everything, and repair what a crash left behind",
  usage: ["doctor [--deep] [--repair]"],
  options: {
    deep: { type: "boolean", help: "read every file, also of a large root" },
    repair: { type: "boolean", help: "complete or undo interrupted operations" },
  },
  exits: { 0: "all is well", 1: "warnings, or a question for you", 2: "errors" },
  async run(io, call) {
    const isRepair = call.values["repair"] === true;
    const deep = isRepair || call.values["deep"] === true;
    const rebuilding = isRepair ? await import("../work/rebuild-records.ts") : null;
    const records = (await rebuilding?.rebuildRecords(io, call)) ?? [];
    return answerIn({ io, call }, async (workspace) => {
      const { examineRoot, examineUnread } = await import("../../app/health/examine-root.ts");
      const { examineState } = await import("../../app/health/examine-state.ts");
      const { examineWriters } = await import("../../app/health/examine-writers.ts");
      const { askEach } = await import("../../app/workspace/workspace.ts");
      const repairs = isRepair ? await repairRoots(workspace) : [];
      const ailments = [
        ...examineState(workspace),
        ...examineWriters(workspace),
        ...(await examineOutside(io, workspace)),
        ...askEach(workspace, workspace.roots, (root) => examineRoot(workspace, root, { deep })).flat(),
        ...examineUnread(workspace),
      ];
      return {
        json: { repairs, ...(records.length === 0 ? {} : { records }), ailments },
        says: [
          ...records.flatMap((each) => rebuilding?.sayRecord(each) ?? []),
          ...repairs.map(sayRepairs),
          ...ailments.map(sayAilment),
          ...(await listChecked(io, workspace, deep)).map((each) => `checked ${each}`),
          ...sayVerdict(workspace, ailments),
        ],
        exit: exitOf(ailments),
      };
    });
  },
};

async function repairRoots(workspace: Workspace): Promise<Repairs[]> {
  const { askEach } = await import("../../app/workspace/workspace.ts");
  const { repairRoot } = await import("../../app/health/repair-root.ts");
  const { absorbEdits } = await import("../../app/survey/absorb-edits.ts");
  const { roots } = workspace;
  const repairs = askEach(workspace, roots, (root) => repairRoot(workspace, root));
  for (const root of roots) await absorbEdits(workspace, root);
  return repairs;
}

function sayRepairs({ recovered, removed, moved }: Repairs): string {
  const parts = [
    `${pluralize(recovered.length, "operation", "operations")} completed`,
    `${pluralize(removed, "leftover", "leftovers")} removed`,
    `${pluralize(moved, "file", "files")} moved`,
  ];
  return `repaired: ${parts.join(", ")}`;
}

async function examineCards(workspace: Workspace): Promise<Ailment[]> {
  // Most people work alone.
  if (workspace.signers.every(({ own }) => own)) return [];
  const { examineTeam } = await import("../../app/health/examine-team.ts");
  return examineTeam(workspace);
}

async function examineObserver(workspace: Workspace): Promise<Ailment[]> {
  // Usually there is none, and nothing of it is loaded.
  if (workspace.config.config["observer.provider"] === "none") return [];
  const { listStopped } = await import("../../app/observe/run-record.ts");
  const rest = { check: "observer", level: "warning", repairable: false } as const;
  return listStopped(workspace).map((message) => ({ ...rest, message }));
}

/** What is not ours, and we depend on: the cards of others, the clients and their own memory. */
async function examineOutside(io: Io, workspace: Workspace): Promise<Ailment[]> {
  const { examineAutoMemory } = await import("../../app/clients/auto-memory.ts");
  const { examineClients } = await import("../../app/clients/examine-clients.ts");
  const { examineHooks } = await import("../../app/health/examine-state.ts");
  const { surveyClients } = await import("../../app/clients/survey-clients.ts");
  const { examineAnswers, examineServer } = await import("../../app/clients/examine-answers.ts");
  const { examineTrust } = await import("../../app/clients/examine-trust.ts");
  return [
    ...(await examineCards(workspace)),
    ...examineHooks(workspace),
    ...(await examineObserver(workspace)),
    ...examineClients(workspace, surveyClients(io, workspace)),
    ...examineAnswers(io, workspace),
    ...(await examineTrust(io, workspace)),
    ...(await examineServer(io, workspace)),
    ...(await examineAutoMemory(workspace, io)),
  ];
}

/** Who reads that all is well wants to know what was looked at. */
async function listChecked(io: Io, workspace: Workspace, deep: boolean): Promise<string[]> {
  const { isByIndex } = await import("../../app/health/examine-root.ts");
  const { askEach } = await import("../../app/workspace/workspace.ts");
  const { isConnected } = await import("../../app/clients/examine-clients.ts");
  const { surveyClients } = await import("../../app/clients/survey-clients.ts");
  const clients = surveyClients(io, workspace).filter(isConnected);
  return [
    // One that cannot even be counted was not looked at.
    ...askEach(workspace, workspace.roots, (root) =>
      deep || !isByIndex(root)
        ? root.path
        : `${root.path} by its index; credence doctor --deep reads every file`,
    ),
    ...clients.map(
      ({ label, path, hasServer }) =>
        `${label}: our entries in ${path}${hasServer() ? ", the MCP server" : ""}`,
    ),
  ];
}

function sayVerdict({ roots, failed, lost }: Workspace, ailments: readonly Ailment[]): string[] {
  if (roots.length + failed.length + lost.length === 0)
    return ["no memory root here: credence init creates one"];
  return exitOf(ailments) === 0 ? ["all is well"] : [];
}

function sayAilment({ check, level, message, repairable }: Ailment): Line {
  const hint = repairable ? " (credence doctor --repair repairs it)" : "";
  return line(4, `${MARKS[level]} ${check}: ${message}${hint}`);
}

function exitOf(ailments: readonly Ailment[]): number {
  if (ailments.some(({ level }) => level === "error")) return 2;
  return ailments.some(({ level }) => level === "warning" || level === "question") ? 1 : 0;
}
