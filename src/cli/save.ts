import type { SaveOutcome } from "../app/save-memory.ts";
import type { Draft } from "../memory/draft.ts";
import { CredenceError } from "../memory/errors.ts";
import { parseMemoryId } from "../memory/memory-id.ts";
import { renderTerminalLine } from "../memory/render-terminal.ts";
import type { Call, Command, Io } from "./command.ts";
import { bodyOf, categoryOf, DRAFT_OPTIONS, typeOf } from "./draft-options.ts";
import { listOf, openFor, scopeOf, textOf } from "./open-for.ts";
import { renderJson } from "./render-json.ts";

export const save: Command = {
  name: "save",
  summary: "Store a new memory",
  usage: ["save --type TYPE --name NAME --description TEXT --body TEXT", "save … --body-file PATH|-"],
  options: {
    type: { type: "string", value: "TYPE", help: "user, feedback, project or reference" },
    id: { type: "string", value: "ID", help: "its id; made from the name if absent" },
    dictated: { type: "boolean", help: "the user asked for it: a person confirms it first" },
    ...DRAFT_OPTIONS,
  },
  examples: ["save --type user --name Tabs --description 'Uses tabs' --body-file n"],
  async run(io, call) {
    const given = await draftOf(io, call);
    const id = idOf(call);
    const workspace = await openFor(io, call, `save ${given.name}`);
    try {
      const { saveMemory } = await import("../app/save-memory.ts");
      const { rootOf } = await import("../app/workspace.ts");
      const isTyped = workspace.presence.kind === "person" && given.origin !== "dictated";
      const draft: Draft = isTyped ? { ...given, origin: "user" } : given;
      // What is about the person goes with the person, unless the call says otherwise.
      const scope = scopeOf(call) ?? (draft.type === "user" ? "user" : "project");
      const root = call.values["root"] === undefined ? rootOf(workspace, scope) : workspace.roots[0];
      if (root === undefined) throw new CredenceError("NO_ROOT", "there is no memory root here");
      const outcome = await saveMemory(workspace, { root, draft, id });
      io.out(call.json ? renderJson(toJson(outcome)) : renderOutcome(outcome));
      return 0;
    } finally {
      workspace.close();
    }
  },
};

async function draftOf(io: Io, call: Call): Promise<Draft> {
  const [name, description] = [textOf(call, "name"), textOf(call, "description")];
  const type = typeOf(call);
  const body = await bodyOf(io, call);
  if (name === null || description === null || body === null) {
    throw new CredenceError("USAGE", "a memory needs --name, --description and --body or --body-file");
  }
  return {
    type,
    name,
    description,
    category: categoryOf(call),
    tags: listOf(call, "tags"),
    body,
    // Nobody at a terminal: a model or a script wrote it, unless its user asked for it.
    origin: call.values["dictated"] === true ? "dictated" : "inference",
    relatedFiles: listOf(call, "related-files"),
    session: null,
    taint: [],
    confidence: null,
    supersedes: null,
  };
}

function idOf(call: Call): string | null {
  const given = textOf(call, "id");
  if (given === null) return null;
  const id = parseMemoryId(given);
  if (id === null) {
    throw new CredenceError(
      "INVALID_MEMORY",
      `${given} cannot be an id`,
      "TYPE_ and then letters a-z, digits and _",
    );
  }
  return id;
}

function toJson(outcome: SaveOutcome): unknown {
  if (outcome.kind === "unchanged") return outcome;
  const { kind, id, path, judgement } = outcome;
  return { kind, id, path, flags: judgement.flags };
}

function renderOutcome(outcome: SaveOutcome): string {
  if (outcome.kind === "unchanged") return `nothing stored: ${renderTerminalLine(outcome.why)}\n`;
  const { id, path, judgement } = outcome;
  const flags =
    judgement.flags.length === 0 ? "" : `flagged by the injection check: ${judgement.flags.join(", ")}\n`;
  return `saved ${id}: ${path}\n${flags}`;
}
