import type { SaveOutcome, SaveRequest } from "../../app/change/save-memory.ts";
import type { UpdateOutcome } from "../../app/change/update-memory.ts";
import type { Relations } from "../../app/recall/relations.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Draft } from "../../memory/file/draft.ts";
import type { Update } from "../../memory/file/merge-update.ts";
import { FILE_NAME_BYTES_MAX } from "../../memory/limits.ts";
import { MEMORY_TYPES, parseMemoryId, TYPE_TRAITS } from "../../memory/memory.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";
import { bodyOf, demandWord, draftOptions, scopeOf, settableOf, textOf, wordOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";
import {
  defineIdCommand,
  IF_DIGEST,
  ifDigestOf,
  sayFlags,
  sayWithheld,
  unlockTarget,
} from "../frames/id-command.ts";
import { type Asking, confirmText } from "../terminal/confirm.ts";

export const save: Command = {
  name: "save",
  aliases: ["add", "remember"],
  summary: "Store a new memory",
  usage: [
    "save TEXT",
    "save --type TYPE --name NAME --description TEXT --body TEXT",
    "save … --body-file PATH|-",
  ],
  options: {
    type: {
      type: "string",
      value: "TYPE",
      help: `${MEMORY_TYPES.slice(0, -1).join(", ")} or ${MEMORY_TYPES.at(-1)}`,
    },
    id: { type: "string", value: "ID", help: "its id; by default derived from the name" },
    dictated: { type: "boolean", help: "the user asked for it; a person confirms it first" },
    ...draftOptions(),
  },
  examples: ["save 'Deploys happen on Tuesdays'", "save 'I use tabs' --tags style"],
  async run(io, call) {
    const given = await (call.positionals.length === 0 ? draftOf(io, call) : deriveOf(call));
    const id = idOf(call);
    const opened = await openWorkspaceFor(io, call, `save ${given.name}`);
    const all = [opened];
    try {
      const { openDestination, saveMemory } = await import("../../app/change/save-memory.ts");
      const isTyped = opened.presence.kind === "person" && given.origin !== "dictated";
      const draft: Draft = isTyped ? { ...given, origin: "user" } : given;
      // What is about the person goes with the person, unless the call says otherwise.
      const scope = scopeOf(call) ?? TYPE_TRAITS[draft.type].scope;
      const [first] = call.values["root"] === undefined ? [] : opened.roots;
      const { workspace, root } =
        first === undefined
          ? await openDestination(opened, { scope, draft })
          : { workspace: opened, root: first };
      if (workspace !== opened) all.push(workspace);
      const { screenCues } = await import("../../app/recall/screen-cues.ts");
      const { cues, left } = screenCues(workspace, root, draft.cues);
      const request = { root, draft: { ...draft, cues }, id };
      const theirs = await unlockIfTheirs({ io, call, workspace }, request);
      const outcome = await saveMemory(theirs, request);
      const { findRelations } = await import("../../app/recall/relations.ts");
      const relations =
        outcome.kind === "unchanged" ? undefined : findRelations(theirs, root, [outcome.id]).get(outcome.id);
      const said = [...saySaved(theirs, outcome), ...sayRelations(relations), ...left.map(sayLeftOut)];
      return tell(io, call, { json: toSavedJson(outcome), says: said });
    } finally {
      for (const each of all) each.close();
    }
  },
};

/** A person is asked whether it is theirs. What they type and do not sign is stored as inferred; what others say they
 * dictated, and they deny, is not stored. */
async function unlockIfTheirs(asking: Asking, request: SaveRequest): Promise<Workspace> {
  const { io, workspace } = asking;
  if (workspace.presence.kind !== "person" || workspace.keys.person !== null) return workspace;
  const { describeDraft } = await import("../../app/change/save-memory.ts");
  const isDictated = request.draft.origin === "dictated";
  const showing = await describeDraft(workspace, request);
  // Nothing is ever overwritten: what is there already is answered the same whether or not it is signed.
  if (await isTaken(workspace, request.root, showing.id)) return workspace;
  const question = isDictated
    ? says`did you say exactly this? (no: nothing is stored)`
    : says`sign exactly this text as yours? (no: stored as inferred)`;
  try {
    await confirmText({ ...asking, isBrief: true }, question)(showing);
  } catch (error) {
    if (isDictated || !(error instanceof CredenceError && error.code === "DECLINED")) throw error;
    return workspace;
  }
  const act = `save ${showing.id}`;
  if (isDictated) return unlockFor(io, workspace, act);
  // What was typed is not lost with the passphrase.
  const { tryUnlock } = await import("../../app/people/unlock-person.ts");
  return (await tryUnlock(workspace, { act, io, asTestPerson: false })) ?? workspace;
}

async function isTaken(workspace: Workspace, root: SaveRequest["root"], id: string): Promise<boolean> {
  const { loadMemory } = await import("../../app/memories/load-memory.ts");
  return loadMemory(workspace, root, id)?.file.directory === "memories";
}

/** A thought in one sentence: what was not said is derived from it, and shown before it is signed. */
async function deriveOf(call: Call): Promise<Draft> {
  const text = call.positionals.join(" ");
  if (textOf(call, "body") !== null || textOf(call, "body-file") !== null) {
    throw new CredenceError("USAGE", "give the text either as TEXT or with --body or --body-file");
  }
  const { deriveDraft } = await import("../../memory/file/derive-draft.ts");
  const derived = deriveDraft(text);
  return fill(call, {
    type: wordOf(call, "type", MEMORY_TYPES) ?? derived.type,
    name: textOf(call, "name") ?? derived.name,
    description: textOf(call, "description") ?? derived.description,
    body: text,
  });
}

async function draftOf(io: Io, call: Call): Promise<Draft> {
  const [name, description] = [textOf(call, "name"), textOf(call, "description")];
  if (textOf(call, "type") === null && name === null && description === null) {
    throw new CredenceError(
      "USAGE",
      "save takes the text of a memory",
      "credence save 'Deploys happen on Tuesdays'",
    );
  }
  const type = demandWord(call, "type", MEMORY_TYPES);
  const body = await bodyOf(io, call);
  if (name === null || description === null || body === null) {
    throw new CredenceError("USAGE", "a memory needs --name, --description and --body or --body-file");
  }
  return fill(call, { type, name, description, body });
}

async function fill(call: Call, said: Pick<Draft, "type" | "name" | "description" | "body">): Promise<Draft> {
  const { BLANK_DRAFT } = await import("../../memory/file/draft.ts");
  return {
    ...BLANK_DRAFT,
    ...(await settableOf(call)),
    ...said,
    // Nobody at a terminal: a model or a script wrote it, unless its user asked for it.
    origin: call.values["dictated"] === true ? "dictated" : "inference",
  };
}

function idOf(call: Call): string | null {
  const given = textOf(call, "id");
  if (given === null) return null;
  const id = parseMemoryId(given);
  if (id !== null) return id;
  const charsMax = FILE_NAME_BYTES_MAX - ".md".length;
  const isTooLong = given.replace(/\.md$/, "").length > charsMax;
  throw new CredenceError(
    "INVALID_MEMORY",
    isTooLong ? "the id is too long" : `${given} cannot be an id`,
    isTooLong ? `at most ${charsMax} characters` : "TYPE_ and then letters a-z, digits and _",
  );
}

function toSavedJson(outcome: SaveOutcome): unknown {
  if (outcome.kind === "unchanged") return outcome;
  const { kind, id, path, judgement } = outcome;
  return { kind, id, path, flags: judgement.flags };
}

/** A person who was asked learns the outcome. */
function standingSaid({ presence, keys }: Workspace): string {
  if (presence.kind !== "person") return "";
  return keys.person === null ? " as inferred" : " as verified";
}

function saySaved(workspace: Workspace, outcome: SaveOutcome): string[] {
  if (outcome.kind === "unchanged") return [`nothing stored: ${outcome.why}`];
  const { id, path, judgement } = outcome;
  const withheld = workspace.keys.person === null ? sayWithheld(judgement) : [];
  return [`saved ${id}${standingSaid(workspace)}: ${path}`, ...sayFlags(judgement), ...withheld];
}

function sayLeftOut(cue: string): string {
  return `cue left out: ${cue}`;
}

function sayRelations(relations: Relations | undefined): string[] {
  const { disagrees = [], alike = [] } = relations ?? {};
  const named = disagrees.map(({ id, isFact }) => (isFact ? `${id}, a fact` : id));
  return [
    ...(named.length === 0 ? [] : [`it disagrees with ${named.join("; ")}: ${disagrees[0]?.line ?? ""}`]),
    ...(alike.length === 0 ? [] : [`it says the same as ${alike.map(({ id }) => id).join(", ")}`]),
  ];
}

const BY_PERSON = { name: "update", law: "edit", personIfApproved: true } as const;

export const update = defineIdCommand({
  name: "update",
  summary: "Change a memory; tags and related files are added to",
  form: "ID [--name …] [--body …] [--if-digest SHA256]",
  options: { ...draftOptions(), ...IF_DIGEST },
  async act(context) {
    const { io, call } = context;
    const { isNoop } = await import("../../app/change/update-memory.ts");
    const { updateMemory } = await import("../../app/change/update-memory.ts");
    const given = await updateOf(io, call);
    const { screenCues } = await import("../../app/recall/screen-cues.ts");
    const { cues, left } = screenCues(context.workspace, context.target.root, given.cues);
    const update = { ...given, cues };
    // Where nothing would change there is nothing to sign.
    const isIdle = isNoop(context.target, update);
    const { workspace, target } = isIdle ? context : await unlockTarget(BY_PERSON, context);
    const outcome = await updateMemory(workspace, target, {
      ifDigest: ifDigestOf(call),
      update,
      confirm: confirmText({ io, call, workspace }, says`sign exactly this text as yours?`),
    });
    return { json: toJson(outcome), says: [...sayOutcome(outcome), ...left.map(sayLeftOut)] };
  },
});

async function updateOf(io: Io, call: Call): Promise<Update> {
  return {
    name: textOf(call, "name"),
    description: textOf(call, "description"),
    ...(await settableOf(call)),
    body: await bodyOf(io, call),
    isWhole: false,
  };
}

function toJson(outcome: UpdateOutcome): unknown {
  if (outcome.kind === "unchanged") return outcome;
  if (outcome.kind === "proposed") {
    const { judgement: _, ...proposed } = outcome;
    return proposed;
  }
  const { kind, id, digest, judgement } = outcome;
  return { kind, id, digest, flags: judgement.flags };
}

function sayOutcome(outcome: UpdateOutcome): string[] {
  switch (outcome.kind) {
    case "updated":
      return [`updated ${outcome.id}`, ...sayFlags(outcome.judgement)];
    case "unchanged":
      return [`nothing changed: ${outcome.why}`];
    case "proposed": {
      const { id, supersedes, judgement } = outcome;
      return [
        `${judgement.isStrong ? supersedes : `a person approved ${supersedes}, so it`} stays unchanged; ${id} proposes the change`,
        ...sayFlags(judgement),
        ...sayWithheld(judgement),
      ];
    }
  }
}

export const edit = defineIdCommand({
  name: "edit",
  summary: "Change a memory in your editor",
  form: "ID",
  law: "edit",
  async act({ io, call, workspace, target }) {
    if (target.text === null) throw new CredenceError("INVALID_MEMORY", `${target.file.id} is not text`);
    const { beginEdit, sayWhereKept } = await import("../../app/review/edit-text.ts");
    const { updateFromText } = await import("../../app/change/update-memory.ts");
    const draft = beginEdit(target, target.text);
    try {
      io.setEcho?.(true);
      const text = draft.open(io.env);
      if (text.trim() === "") {
        draft.discard();
        throw new CredenceError("DECLINED", "empty text: your edit is discarded");
      }
      const asking = { io, call, workspace, isBrief: true };
      const confirm = confirmText(asking, says`sign exactly this text as yours?`);
      const outcome = await updateFromText(workspace, target, { text, confirm });
      draft.discard();
      return { json: toJson(outcome), says: sayOutcome(outcome) };
    } catch (error) {
      throw sayWhereKept(error, draft);
    }
  },
});
