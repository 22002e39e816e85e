import type { Command } from "../call/command.ts";
import { answerIn } from "../frames/answer.ts";

export const status: Command = {
  name: "status",
  summary: "Print a one-screen summary",
  usage: ["status"],
  options: {},
  exits: { 0: "all is well", 1: "something waits for you", 2: "something is broken" },
  run: (io, call) =>
    answerIn({ io, call }, async (workspace) => {
      const { describeStatus } = await import("../../app/status/status.ts");
      const { sayStatus } = await import("../work/status.ts");
      const { surveyClients } = await import("../../app/clients/survey-clients.ts");
      const report = await describeStatus(workspace, surveyClients(io, workspace));
      return { json: report, says: sayStatus(report), exit: report.exit };
    }),
};
