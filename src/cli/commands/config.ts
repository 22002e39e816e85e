import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openAsPerson, openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { scopeOf } from "../call/values.ts";

export const config: Command = {
  name: "config",
  summary: "Show or change settings",
  usage: [
    "config list [--scope SCOPE]",
    "config get KEY [--scope SCOPE]",
    "config set KEY VALUE [--scope SCOPE]",
  ],
  options: {},
  examples: ["config set retrieval.max_inject 3", "config set owner.emails me@example.com"],
  async run(io, call) {
    const { rootOf } = await import("../../app/workspace/workspace.ts");
    const [verb, key, value] = call.positionals;
    if (verb === "set" && key !== undefined && value !== undefined) {
      const act = `set ${key}`;
      const { isPersonsKey } = await import("../../memory/config/config-keys.ts");
      const personOnly = isPersonsKey(key);
      const workspace = await (personOnly ? openAsPerson(io, call, act) : openWorkspaceFor(io, call, act));
      const { changeConfig } = await import("../../app/change/change-config.ts");
      const scope = scopeOf(call);
      const root = scope === null ? null : rootOf(workspace, scope);
      const stored = changeConfig(workspace, { key, value, root });
      workspace.close();
      io.out(call.json ? renderJson({ key, value: stored }) : `set ${key} to ${JSON.stringify(stored)}\n`);
      return 0;
    }
    const { CONFIG_KEYS } = await import("../../memory/config/config-keys.ts");
    const { readRootConfig } = await import("../../app/workspace/read-config.ts");
    const workspace = await openWorkspaceFor(io, call);
    const { config: own } = workspace.config;
    const scope = scopeOf(call);
    // With a scope: what applies there, after the root's own file tightened it.
    const values = scope === null ? own : readRootConfig(own, rootOf(workspace, scope).path).config;
    workspace.close();
    if (verb === "list") {
      const lines = CONFIG_KEYS.map((row) => `${row.key.padEnd(40)} ${JSON.stringify(values[row.key])}\n`);
      io.out(call.json ? renderJson(values) : lines.join(""));
      return 0;
    }
    if (verb !== "get" || key === undefined) {
      throw new CredenceError("USAGE", "config takes list, get KEY or set KEY VALUE");
    }
    const { findConfigRow } = await import("../../app/change/change-config.ts");
    io.out(renderJson(values[findConfigRow(key).key]));
    return 0;
  },
};
