// How much each root lets be recalled of it: this machine's configuration, and what the root's own file takes away.

import type { Config } from "../../memory/config/config-keys.ts";
import type { Memory, Scope } from "../../memory/memory.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type RecallConfig = {
  /** Those that take part, the project's first. */
  readonly roots: readonly OpenRoot[];
  readonly of: (root: OpenRoot) => Config;
  /** In characters: the whole block as this machine wants it, and each root's own entries. */
  readonly budgetChars: number;
  readonly rootBudgets: Readonly<Partial<Record<Scope, number>>>;
};

export function readRecallConfig(workspace: Workspace): RecallConfig {
  const machine = workspace.config.config;
  const configs = new Map(
    workspace.roots.map((root) => [root, readRootConfig(machine, root.path).config] as const),
  );
  const of = (root: OpenRoot): Config => configs.get(root) ?? machine;
  const isOn = (root: OpenRoot): boolean =>
    of(root)["retrieval.enabled"] && of(root)["retrieval.max_inject"] > 0;
  const rootBudgets: Partial<Record<Scope, number>> = {};
  for (const [{ scope }, config] of configs) rootBudgets[scope] = config["retrieval.budget_chars"];
  const budgetChars = machine["retrieval.budget_chars"];
  return { roots: workspace.roots.filter(isOn), of, budgetChars, rootBudgets };
}

export function isCategoryOn(config: Config, { category }: Pick<Memory, "category">): boolean {
  return category === null || config[`categories.${category}.enabled`];
}

/** What the categories of some memories mean here. */
export function describeCategories(
  config: Config,
  memories: readonly Pick<Memory, "category">[],
): Readonly<Record<string, string>> {
  const descriptions: Record<string, string> = {};
  for (const { category } of memories) {
    const text = category === null ? null : config[`categories.${category}.description`];
    if (category !== null && text !== null) descriptions[category] = text;
  }
  return descriptions;
}
