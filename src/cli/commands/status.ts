import type { Command } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";

export const status: Command = {
  name: "status",
  summary: "Print a one-screen summary",
  usage: ["status"],
  options: {},
  exits: { 0: "all is well", 1: "something waits for you", 2: "something is broken" },
  async run(io, call) {
    const workspace = await openWorkspaceFor(io, call);
    try {
      const { describeStatus } = await import("../../app/status/status.ts");
      const { renderStatus } = await import("../work/status.ts");
      const { surveyClients } = await import("../../app/clients/survey-clients.ts");
      const report = await describeStatus(workspace, surveyClients(io, workspace));
      io.out(call.json ? renderJson(report) : renderStatus(report, io));
      return report.exit;
    } finally {
      workspace.close();
    }
  },
};
