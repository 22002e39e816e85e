import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Config } from "../../memory/config/config-keys.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openForPerson, openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { answerIn, tell } from "../frames/answer.ts";
import { isPersonsCall } from "../frames/person-call.ts";
import { grid } from "../report/report.ts";
import type { IndexAction } from "../work/index-actions.ts";

export const config: Command = {
  name: "config",
  summary: "Show or change settings",
  usage: [
    "config [list] [--scope SCOPE]",
    "config get KEY [--scope SCOPE]",
    "config set KEY VALUE [--scope SCOPE]",
  ],
  options: {},
  examples: ["config set retrieval.max_inject 3", "config set owner.emails me@example.com"],
  async run(io, call) {
    const [verb = "list", key, value] = call.positionals;
    if (verb === "set" && key !== undefined && value !== undefined) {
      const stored = await setConfig(io, call, { key, value });
      const said = `set ${key} to ${JSON.stringify(stored)}${sayClamped(value, stored)}`;
      return tell(io, call, { json: { key, value: stored }, says: [said] });
    }
    return answerIn({ io, call }, async (workspace) => {
      const values = await valuesOf(workspace, scopeOf(call));
      const { showSetting } = await import("../../app/settings/judge-setting.ts");
      if (verb === "list") {
        const { CONFIG_KEYS } = await import("../../memory/config/config-keys.ts");
        const shown: [string, unknown][] = [];
        for (const row of CONFIG_KEYS) shown.push([row.key, await showSetting(values[row.key])]);
        return {
          json: Object.fromEntries(shown),
          says: [
            grid(
              [40],
              shown.map(([name, each]) => [name, JSON.stringify(each)]),
            ),
          ],
        };
      }
      if (verb !== "get" || key === undefined) {
        throw new CredenceError("USAGE", "config takes list, get KEY or set KEY VALUE");
      }
      const { findConfigRow } = await import("../../app/settings/change-config.ts");
      const json = await showSetting(values[findConfigRow(key).key]);
      return { json, says: renderJson(json) };
    });
  },
};

/** With a scope: what applies there, after the root's own file tightened it. */
async function valuesOf(workspace: Workspace, scope: Scope | null): Promise<Config> {
  const { rootOf } = await import("../../app/workspace/workspace.ts");
  const { readRootConfig } = await import("../../app/workspace/read-config.ts");
  const { config: own } = workspace.config;
  return scope === null ? own : readRootConfig(own, rootOf(workspace, scope).path).config;
}

/** A number that is out of bounds becomes the nearest that is not. */
function sayClamped(asked: string, stored: unknown): string {
  if (typeof stored !== "number" || Number(asked) === stored) return "";
  const most = Number(asked) > stored ? "most" : "least";
  return Math.trunc(Number(asked)) === stored ? ", a whole number" : `, which is the ${most} that it can be`;
}

async function setConfig(
  io: Io,
  call: Call,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<unknown> {
  const { rootOf } = await import("../../app/workspace/workspace.ts");
  const { changeConfig, foreseeSetting } = await import("../../app/settings/change-config.ts");
  const act = `set ${key}`;
  const open = isPersonsCall("config", call) ? openForPerson : openWorkspaceFor;
  const workspace = await open(io, call, act);
  try {
    const scope = scopeOf(call);
    const change = { key, value, root: scope === null ? null : rootOf(workspace, scope) };
    const { isPersons } = await foreseeSetting(workspace, change);
    return await changeConfig(isPersons ? await unlockFor(io, workspace, act) : workspace, change);
  } finally {
    workspace.close();
  }
}

export const init: Command = {
  name: "init",
  summary: "Create a memory root, for this project or for yourself",
  usage: [
    "init [--private]",
    "init --share [--with-inferred]",
    "init --never",
    "init --scope user",
    "init --scope user --from URL",
    "init --test-state",
  ],
  options: {
    private: { type: "boolean", help: "in your home, even beside a shared one" },
    share: { type: "boolean", help: "in the repository, with what you approved so far" },
    "with-inferred": { type: "boolean", help: "share unconfirmed memories, too" },
    never: { type: "boolean", help: "none for this project, and no notices" },
    from: { type: "string", value: "URL", help: "the root that your other machine has synced there" },
    "test-state": { type: "boolean", help: "make CREDENCE_HOME a disposable state for tests" },
  },
  examples: ["init", "init --share"],
  run: async (io, call) =>
    call.values["from"] === undefined
      ? (await import("../work/init.ts")).runInit(io, call)
      : (await import("../people/init-from.ts")).initFrom(io, call),
};

const ACTIONS: readonly IndexAction[] = ["rebuild", "validate", "query", "health", "cited", "gc"];

export const index: Command = {
  name: "index",
  summary: "Rebuild, check and query the search index",
  usage: [
    "index --rebuild",
    "index --validate",
    "index --query WORDS",
    "index [--health]",
    "index --cited",
    "index --gc",
  ],
  options: {
    rebuild: { type: "boolean", help: "rebuild the index and index.md" },
    validate: { type: "boolean", help: "compare the index with every file" },
    query: { type: "string", value: "WORDS", help: "print the lines of index.md that match" },
    health: { type: "boolean", help: "count memories and check that the index is current" },
    cited: { type: "boolean", help: "look in git for changes of the files that memories cite" },
    gc: { type: "boolean", help: "remove indexes of missing roots, compact the others" },
  },
  exits: { 1: "--validate: the index differs from the files" },
  async run(io, call) {
    const given = ACTIONS.filter((action) => call.values[action] !== undefined);
    const [action = "health"] = given;
    if (given.length > 1) {
      throw new CredenceError("USAGE", `index takes one of --${ACTIONS.join(", --")}`);
    }
    return answerIn({ io, call, needsRoot: true }, async (workspace) => {
      const { act } = await import("../work/index-actions.ts");
      return act(io, { workspace, action, words: textOf(call, "query") ?? "" });
    });
  },
};
