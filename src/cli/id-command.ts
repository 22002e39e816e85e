// Commands that take one memory and say what became of it share their frame.

import type { LoadedMemory } from "../app/load-memory.ts";
import type { Workspace } from "../app/workspace.ts";
import { CredenceError } from "../memory/errors.ts";
import { textOf } from "./call-values.ts";
import type { Call, Command, Io, Option } from "./command.ts";
import { openAsPerson, openFor, unlockIfApproved } from "./open-for.ts";
import { renderJson } from "./render-json.ts";

export type Answer = { readonly json: unknown; readonly text: string };

export type IdCommand = Pick<Command, "name" | "summary"> & {
  /** `ID` and what follows it. */
  readonly form: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly exits?: Command["exits"];
  /** Needs the person key. */
  readonly personOnly?: boolean;
  /** Needs it for what a person approved; without a person a wish is filed instead. */
  readonly personIfApproved?: boolean;
  readonly act: (context: {
    readonly io: Io;
    readonly call: Call;
    readonly workspace: Workspace;
    readonly target: LoadedMemory;
  }) => Promise<Answer>;
};

export const REASON: Readonly<Record<string, Option>> = {
  reason: { type: "string", short: "r", value: "TEXT", help: "why, in one line" },
};

export const IF_DIGEST: Readonly<Record<string, Option>> = {
  "if-digest": { type: "string", value: "SHA256", help: "only if the content is still this" },
};

export function defineIdCommand(words: IdCommand): Command {
  const { name, summary, form, options = {}, exits } = words;
  return {
    name,
    summary,
    usage: [`${name} ${form}`],
    options,
    ...(exits === undefined ? {} : { exits }),
    async run(io, call) {
      const id = call.positionals[0];
      if (id === undefined) throw new CredenceError("USAGE", `${name} takes the id of a memory`);
      const purpose = `${name} ${id}`;
      const opened = await (words.personOnly ? openAsPerson(io, call, purpose) : openFor(io, call, purpose));
      try {
        const { findMemory } = await import("../app/find-memory.ts");
        const found = findMemory(opened, id);
        const workspace = words.personIfApproved
          ? await unlockIfApproved(io, opened, { targets: [found], act: purpose })
          : opened;
        const target = workspace === opened ? found : findMemory(workspace, id);
        const answer = await words.act({ io, call, workspace, target });
        io.out(call.json ? renderJson(answer.json) : answer.text);
        return 0;
      } finally {
        opened.close();
      }
    },
  };
}

export function ifDigestOf(call: Call): string | null {
  return textOf(call, "if-digest");
}
