// Our MCP server in a JSON file of a client, under `mcpServers`: one key of ours is added or removed, and every other byte
// stays.

import type { ClientSettings, ServerEntries, ServerSettings } from "./client-settings.ts";
import { addUnderKey, readAt, refuseText, removeAt, renderJson, replaceAt } from "./edit-json.ts";
import { isRecord } from "./hook-event.ts";
import { isServerWords, serverWords } from "./hook-words.ts";

export const SERVER_NAME = "credence";
const PATH = ["mcpServers", SERVER_NAME];

export type ServerFile = Pick<ServerSettings, "file"> & {
  /** True when the client allows comments in the file. */
  readonly comments: boolean;
  /** Additional fields of an entry in this client. */
  readonly more?: Readonly<Record<string, string>>;
  /** The remedy for a foreign server of our name. */
  readonly fix: string;
};

export function editServers({ file, comments, more = {}, fix }: ServerFile): ServerEntries {
  const find = (text: string | null): readonly string[] | null => {
    const there = text === null ? null : readAt({ text, comments }, PATH);
    return there === null ? null : findWords(there.value);
  };
  return {
    file,
    merge: (given, { launch }) => {
      const [command, ...args] = serverWords(launch);
      const wanted = { ...more, command, args };
      // In a text of this layout the containers are ours, and are removed with the entry.
      const fresh = renderJson({ mcpServers: { [SERVER_NAME]: wanted } }, "  ");
      if (given === null) return { kind: "edited", text: `${fresh}\n` };
      const json = { text: given, comments };
      if (readAt(json) === null) return refuseText(json, UNREADABLE);
      const there = readAt(json, PATH);
      // There can be only one server of this name, and a foreign one is not ours to replace.
      if (there !== null && findWords(there.value) === null) return { kind: "refused", why: OTHER, fix };
      if (there !== null && JSON.stringify(there.value) === JSON.stringify(wanted))
        return { kind: "edited", text: given };
      const text = there === null ? addUnderKey(json, PATH, wanted) : replaceAt(json, PATH, wanted);
      return text === null ? UNREADABLE : { kind: "edited", text };
    },
    remove: (text) => {
      if (text === null) return { kind: "edited", text };
      const json = { text, comments };
      // An unreadable text may contain our server.
      if (readAt(json) === null) return refuseText(json, UNREADABLE);
      return { kind: "edited", text: find(text) === null ? text : removeAt(json, PATH) };
    },
    find,
  };
}

const UNREADABLE = {
  kind: "refused",
  why: "it is not the JSON that the client writes, so nothing was changed",
  fix: "repair the file, then run the command again",
} as const;

const OTHER = `it has an MCP server "${SERVER_NAME}" that is not ours, so nothing was changed`;

function findWords(entry: unknown): readonly string[] | null {
  if (!isRecord(entry) || typeof entry["command"] !== "string" || !Array.isArray(entry["args"])) return null;
  const words = [entry["command"], ...entry["args"].map(String)];
  return isServerWords(words) ? words : null;
}

/** For a client with hooks and servers in one file. A project's file gets no server, which would need its own consent. */
export function withServer(client: ClientSettings, servers: ServerSettings): ClientSettings {
  return {
    ...client,
    merge: (text, request) => {
      const merged = client.merge(text, request);
      if (merged.kind === "refused" || request.isPersons !== true) return merged;
      return servers.merge(merged.text, request);
    },
    remove: (text, request) => {
      const rest = servers.remove(text, request);
      return rest.kind === "refused" ? rest : client.remove(rest.text, request);
    },
    inspect: (text, request) => {
      const found = client.inspect(text, request);
      const isMissing = request.isPersons === true && servers.find(text) === null;
      return found === null || !isMissing
        ? found
        : { ...found, missing: [...found.missing, "the MCP server"] };
    },
  };
}
