// A command that is several: its first word says what is to be done with the project's root, some of it by a person only.

import type { OpenRoot, Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openAsPerson, openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { parseCount } from "../call/values.ts";

export type Acting = {
  readonly io: Io;
  readonly call: Call;
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly limit: number;
};
export type Answer = { readonly json: unknown; readonly text: string; readonly exit?: number };

export type Verb = {
  readonly act: (acting: Acting) => Promise<Answer>;
  /** What only a person may do, in words. */
  readonly asPerson?: string;
};

/** Of `--limit`, where a verb lists. */
export const LIMIT = { fallback: 20, max: 10_000 } as const;

export function defineVerbCommand(
  words: Omit<Command, "run">,
  verbs: Readonly<Record<string, Verb>>,
): Command {
  return {
    ...words,
    async run(io, call) {
      const [name = "", ...more] = call.positionals;
      const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
      if (verb === undefined || more.length > 0) {
        const names = Object.keys(verbs);
        const said = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
        throw new CredenceError("USAGE", `${words.name} takes ${said}`);
      }
      const limit = parseCount(call, "limit", LIMIT);
      const { asPerson, act } = verb;
      const workspace = await (asPerson === undefined
        ? openWorkspaceFor(io, call)
        : openAsPerson(io, call, asPerson));
      try {
        const { rootOf } = await import("../../app/workspace/workspace.ts");
        const root = rootOf(workspace, "project");
        const { json, text, exit = 0 } = await act({ io, call, workspace, root, limit });
        io.out(call.json ? renderJson(json) : text);
        return exit;
      } finally {
        workspace.close();
      }
    },
  };
}
