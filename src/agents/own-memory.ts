// A client's own memory: notes that it keeps by itself, past every validator. After the user agrees, its setting is turned
// off, and uninstall restores the previous setting: the user's value, or none.

import type {
  ClientSettings,
  EditResult,
  OwnMemory,
  ServerSettings,
  SettingsRequest,
  Version,
} from "./client-settings.ts";
import { addUnderKey, readAt, removeAt, replaceAt } from "./edit-json.ts";

type MemorySetting = {
  /** The keys that lead to the setting. */
  readonly path: readonly string[];
  readonly comments: boolean;
  /** The first version that keeps notes by default; null when the user has to turn them on. */
  readonly since: Version | null;
  /** A variable of the client that turns it off, too. */
  readonly variable?: string;
};

export function memoryInJson({ path, comments, since, variable }: MemorySetting): OwnMemory {
  const valueIn = (text: string | null | undefined): unknown =>
    typeof text === "string" ? readAt({ text, comments }, path)?.value : undefined;
  return {
    since,
    setting: path.reduceRight(
      (value, key, at) => (at === 0 ? `"${key}": ${value}` : `{ "${key}": ${value} }`),
      "false",
    ),
    isOn: (text, env) => {
      const isOff = variable !== undefined && /^(?:1|true|yes|on)$/i.test(env[variable] ?? "");
      const value = valueIn(text);
      return !isOff && (since === null ? value === true : value !== false);
    },
    turnOff: (text, isAsked) => {
      const value = valueIn(text);
      if (value === undefined && since !== null) return addUnderKey({ text, comments }, path, false) ?? text;
      // A value of true means that the user turned it on again, so it changes only if the user was just asked.
      return value === true && isAsked ? replaceAt({ text, comments }, path, false) : text;
    },
    turnBack: (text, before) => {
      if (valueIn(text) !== false) return text;
      return valueIn(before) === true
        ? replaceAt({ text, comments }, path, true)
        : removeAt({ text, comments }, path);
    },
  };
}

/** Extends the editor of the file with the setting, so that it edits the setting, too. */
export function withOwnMemory<Editor extends Pick<ClientSettings | ServerSettings, "merge" | "remove">>(
  editor: Editor,
  { turnOff, turnBack }: OwnMemory,
): Editor {
  const edit = (edited: EditResult, request: SettingsRequest): EditResult => {
    if (edited.kind === "refused" || edited.text === null || !isWanted(request)) return edited;
    const isAsked = request.asked?.includes("own-memory-off") === true;
    return { ...edited, text: turnOff(edited.text, isAsked) };
  };
  return {
    ...editor,
    merge: (text, request) => edit(editor.merge(text, request), request),
    // The last addition is removed first.
    remove: (text, request) =>
      editor.remove(text === null || !isWanted(request) ? text : turnBack(text, request.before), request),
  };
}

function isWanted({ extras }: SettingsRequest): boolean {
  return extras?.includes("own-memory-off") === true;
}
