// The plugin file for OpenCode: plain JavaScript that passes each event to our hook process and acts on its answer. It
// holds no logic of its own, so that an update of Credence updates all clients. Fails open, as every hook does: a process
// that is missing, slow or confused changes nothing in the session.

import { parseJson } from "../memory/json.ts";
import { ANY_EVENT } from "./hook-words.ts";

/** The first line; a file without it is not ours. */
export const PLUGIN_MARK =
  "// credence: written by `credence install opencode`, removed by `credence uninstall opencode`";

const WORDS_LINE = /^const WORDS = (\[.*\]);$/m;

/** `server` is the command line of the MCP server; null in a project, which would need its own consent for it. */
export function renderPlugin(words: readonly string[], server: readonly string[] | null): string {
  const body = BODY.replace("EVENT_WORD", JSON.stringify(ANY_EVENT));
  const given = `const WORDS = ${JSON.stringify(words)};\nconst SERVER = ${JSON.stringify(server)};\n`;
  return `${PLUGIN_MARK}\n${given}${body}`;
}

export function hasPluginServer(text: string): boolean {
  return /^const SERVER = \[/m.test(text);
}

/** @returns the command line in a plugin file of ours; null when the file is damaged. */
export function readPluginWords(text: string): string[] | null {
  const found = WORDS_LINE.exec(text)?.[1];
  const words: unknown = found === undefined ? null : parseJson(found);
  return Array.isArray(words) ? words.map(String) : null;
}

/** A text without placeholders, so that a bundler leaves it out of programs that install nothing. */
const BODY = `
import { spawn } from "node:child_process";

const LIMIT_MS = 3000;
const LIMITS_MS = { "session.created": 5000, "chat.message": 4000, "tool.execute.after": 5000 };
const TOLD_MS = 15000;
const SAID_MAX = 1000;
const BEGUN = "begun";

function ask(event, input) {
  return new Promise((resolve) => {
    try {
      const [program, ...args] = WORDS.map((word) => (word === EVENT_WORD ? event : word));
      const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
      const timer = setTimeout(() => child.kill("SIGKILL"), LIMITS_MS[event] ?? LIMIT_MS);
      let text = "";
      child.stdout.on("data", (chunk) => (text += chunk));
      child.stdin.on("error", () => {});
      child.on("error", () => resolve({}));
      child.on("close", () => {
        clearTimeout(timer);
        try {
          resolve(text === "" ? {} : JSON.parse(text));
        } catch {
          resolve({});
        }
      });
      child.stdin.end(JSON.stringify(input));
    } catch {
      resolve({});
    }
  });
}

function textOf(parts) {
  return parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\\n");
}

export const Credence = async ({ directory, client }) => {
  // Why the next message of a session begins it anew; a session that is not in here was never seen by this process.
  const starts = new Map();
  // What was said about a message goes into each request that holds the message, and not into the message: it would be stored,
  // and sent to the model that finds a title.
  const said = new Map();
  // Of each session, the one that its subagent works for. What cannot be found out is taken for a subagent's: what a model
  // writes to one is not a person's word, and may repeat what that person called private.
  const parents = new Map();
  const learnParent = async (id) => {
    if (parents.has(id)) return;
    try {
      const { data } = await client.session.get({ path: { id }, signal: AbortSignal.timeout(LIMIT_MS) });
      parents.set(id, data ? data.parentID : "unknown");
    } catch {
      parents.set(id, "unknown");
    }
  };
  const readMessages = async (id) => {
    try {
      const { data } = await client.session.messages({ path: { id }, signal: AbortSignal.timeout(LIMIT_MS) });
      return Array.isArray(data) ? data : null;
    } catch {
      return null;
    }
  };
  const originOf = (sessionID) => ({ sessionID, parentID: parents.get(sessionID), directory });
  const note = ({ sessionID, messageID }, text) => {
    if (!text) return;
    said.set(messageID, { sessionID, texts: [...(said.get(messageID)?.texts ?? []), text] });
    if (said.size > SAID_MAX) said.delete(said.keys().next().value);
  };
  // What the launcher says where there is no program of ours: in the terminal, once.
  let isTold = false;
  const tell = async (message) => {
    if (!message || isTold) return;
    isTold = true;
    try {
      const body = { message, variant: "warning", duration: TOLD_MS };
      await client.tui.showToast({ body, signal: AbortSignal.timeout(LIMIT_MS) });
    } catch {
      // There is no terminal to show it in.
    }
  };
  const begin = async (origin) => {
    const source = starts.get(origin.sessionID);
    if (source === BEGUN) return;
    starts.set(origin.sessionID, BEGUN);
    const { context, systemMessage } = await ask("session.created", { ...origin, source });
    note(origin, context);
    await tell(systemMessage);
  };
  // A message that is gone was taken back, with what was said about it: the session begins anew.
  const findStart = async (sessionID, messageID) => {
    const messages = await readMessages(sessionID);
    if (!starts.has(sessionID) && messages === null) starts.set(sessionID, "startup");
    if (messages === null) return;
    const infos = messages.map(({ info }) => info);
    const earlier = new Set(infos.map(({ id }) => id).filter((id) => id !== messageID));
    if (!starts.has(sessionID)) starts.set(sessionID, earlier.size > 0 ? "resume" : "startup");
    for (const [id, { sessionID: of }] of said) {
      if (of !== sessionID || id === messageID || earlier.has(id)) continue;
      said.delete(id);
      starts.set(sessionID, "resume");
    }
    // How long the conversation was when the model last answered.
    const { tokens } = infos.findLast(({ role, tokens }) => role === "assistant" && tokens?.output > 0) ?? {};
    const { input = 0, output = 0, cache } = tokens ?? {};
    return input + output + (cache?.read ?? 0) + (cache?.write ?? 0);
  };
  return {
    config: async (config) => {
      if (SERVER === null || config.mcp?.credence !== undefined) return;
      config.mcp = { ...config.mcp, credence: { type: "local", command: SERVER, enabled: true } };
    },
    "chat.message": async (input, output) => {
      await learnParent(input.sessionID);
      const origin = { ...originOf(input.sessionID), messageID: output.message.id };
      const tokens = await findStart(input.sessionID, output.message.id);
      await begin(origin);
      note(origin, (await ask("chat.message", { ...origin, tokens, prompt: textOf(output.parts) })).context);
    },
    "experimental.chat.messages.transform": async (_input, output) => {
      const last = output.messages.findLast(({ info }) => info.role === "user")?.info;
      // After a compaction the session may go on by itself, without a message of the person.
      if (last && starts.get(last.sessionID) === "compact")
        await begin({ ...originOf(last.sessionID), messageID: last.id });
      for (const { info, parts } of output.messages) {
        for (const [place, text] of (said.get(info.id)?.texts ?? []).entries()) {
          const id = "prt_credence_" + info.id + "_" + place;
          if (parts.some((part) => part.id === id)) continue;
          parts.push({ id, sessionID: info.sessionID, messageID: info.id, type: "text", text, synthetic: true });
        }
      }
    },
    "tool.execute.before": async (input, output) => {
      const { denial } = await ask("tool.execute.before", { ...input, ...originOf(input.sessionID), args: output.args });
      if (denial) throw new Error(denial);
    },
    "tool.execute.after": async (input, output) => {
      await ask("tool.execute.after", { ...input, ...originOf(input.sessionID), output: output.output });
    },
    "experimental.session.compacting": async (input) => {
      await ask("experimental.session.compacting", { ...input, ...originOf(input.sessionID) });
    },
    event: async ({ event }) => {
      const { sessionID, info } = event.properties ?? {};
      if (event.type === "session.created" && info) parents.set(info.id, info.parentID);
      if (event.type === "session.compacted") starts.set(sessionID, "compact");
      if (event.type === "session.idle") {
        const answer = ((await readMessages(sessionID)) ?? []).findLast(({ info: { role } }) => role === "assistant");
        const words = answer ? { message: textOf(answer.parts), messageID: answer.info.parentID } : {};
        await ask("session.idle", { ...originOf(sessionID), ...words });
      }
      if (event.type !== "session.deleted") return;
      await ask("session.deleted", originOf(info?.id));
      starts.delete(info?.id);
      parents.delete(info?.id);
      for (const [id, { sessionID: of }] of said) if (of === info?.id) said.delete(id);
    },
  };
};
`;
