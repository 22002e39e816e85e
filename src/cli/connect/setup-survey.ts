// What setup finds: the agents, the project, the key, and what the person answered before.

import { basename } from "node:path";
import { CLIENTS, type Client } from "../../agents/clients.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { type Connection, connectClient } from "../../app/clients/connect-client.ts";
import { type ProgramPlan, planProgram } from "../../app/clients/program-home.ts";
import { findTreeOf } from "../../app/workspace/auto-root.ts";
import { hasProjectRoot } from "../../app/workspace/init-root.ts";
import { isDirectory } from "../../app/workspace/locate-state.ts";
import { findUserRoot } from "../../app/workspace/open-roots.ts";
import { isConfigured } from "../../app/workspace/read-config.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openWorkspaceFor } from "../call/open-workspace.ts";
import { settingOf } from "./connect.ts";

/** What the person answered, or would answer with Enter. */
export type SetupAnswers = {
  /** Those to connect, by name. */
  readonly clients: readonly string[];
  /** A user root, and a personal root for each project at its first memory. */
  readonly roots: boolean;
  readonly capture: boolean;
  /** There is a person key, or one is to be made. */
  readonly key: boolean;
};

type Answered = { readonly value: boolean; readonly isAnswered: boolean };

export type SetupSurvey = {
  /** Where the program will be when clients start it. */
  readonly plan: ProgramPlan;
  readonly setting: ConnectSetting;
  /** Those on this machine, and what connecting each would change. */
  readonly clients: readonly { readonly client: Client; readonly report: Connection }[];
  /** The name of the git project here; null outside of one. */
  readonly project: string | null;
  readonly hasRoot: boolean;
  readonly hasUserRoot: boolean;
  readonly hasKey: boolean;
  readonly capture: Answered;
  readonly roots: Answered;
  readonly proposed: SetupAnswers;
};

export async function surveySetup(io: Io, call: Call): Promise<SetupSurvey> {
  const plan = planProgram(io.program, io);
  const setting = settingOf(io, call, { verb: "install", program: plan.program });
  const hints = await hintsFor(io, call);
  const workspace = await openWorkspaceFor(io, call);
  workspace.close();
  const { keys, state, config } = workspace;
  if (keys.failure !== null) throw keys.failure;
  const clients = CLIENTS.map((client) => ({
    client,
    report: connectClient(io, client, { ...setting, dryRun: true }),
  })).filter(({ report }) => report.outcome !== "absent");
  const answered = (key: "capture.enabled" | "roots.auto"): Answered => ({
    value: config.config[key],
    isAnswered: isConfigured(state.path, key),
  });
  const [capture, roots] = [answered("capture.enabled"), answered("roots.auto")];
  const tree = findTreeOf(io.cwd);
  return {
    ...{ plan, setting, clients, capture, roots },
    project: tree === null ? null : basename(tree.top),
    hasRoot: hasProjectRoot(hints),
    hasUserRoot: isDirectory(findUserRoot(hints)),
    hasKey: keys.personFile !== null,
    proposed: {
      clients: clients.flatMap(({ report }) => (report.outcome === "changed" ? [report.client] : [])),
      // Nobody asked yet: it is proposed, and named before the yes.
      roots: roots.isAnswered ? roots.value : true,
      capture: capture.value,
      key: true,
    },
  };
}

/** Nothing is left to do, and every question has its answer. */
export function isAllDone({ clients, hasKey, capture, roots }: SetupSurvey): boolean {
  const isConnected = clients.every(({ report }) => report.outcome === "unchanged");
  return isConnected && hasKey && capture.isAnswered && roots.isAnswered;
}
