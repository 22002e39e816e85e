// A command that is several: its first word says what is to be done with the project's root, some of it by a person only.

import type { OpenRoot, Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { PERSON_COMMANDS } from "../../memory/law/person-commands.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openAsPerson } from "../call/open-workspace.ts";
import { parseCount } from "../call/values.ts";
import { type Answer, answerIn } from "./answer.ts";
import { isPersonsCall } from "./person-call.ts";

export type Acting = {
  readonly io: Io;
  readonly call: Call;
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly limit: number;
};

export type Verb = {
  readonly act: (acting: Acting) => Promise<Answer>;
  /** What a person is asked for, in words, where only a person may do it. */
  readonly purpose?: string;
  /** It asks for the person itself, once it knows that there is something to do. */
  readonly asksLater?: boolean;
};

/** Of `--limit`, where a verb lists. */
export const LIMIT = { fallback: 20, max: 10_000 } as const;

export function defineVerbCommand(
  words: Omit<Command, "run">,
  verbs: Readonly<Record<string, Verb>>,
  table = PERSON_COMMANDS,
): Command {
  return {
    ...words,
    async run(io, call) {
      // Alone it shows how things stand.
      const [name = Object.keys(verbs)[0] ?? "", ...more] = call.positionals;
      const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
      if (verb === undefined || more.length > 0) {
        const names = Object.keys(verbs);
        const said = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
        throw new CredenceError("USAGE", `${words.name} takes ${said}`);
      }
      const limit = parseCount(call, "limit", LIMIT);
      const { purpose = `${words.name} ${name}`, asksLater = false, act } = verb;
      const isAsked = isPersonsCall(words.name, call, table) && !asksLater;
      const opening = isAsked ? { act: purpose, open: openAsPerson } : {};
      return answerIn({ io, call, ...opening }, async (workspace) => {
        const { rootOf } = await import("../../app/workspace/workspace.ts");
        return act({ io, call, workspace, root: rootOf(workspace, "project"), limit });
      });
    },
  };
}
