// The artefacts of one client: its settings, the commands that a person types in it, and the file that names its MCP servers. What
// install makes of a text, and what uninstall leaves of it, the client's own file in agents/ says.

import { extname, join } from "node:path";
import type { CommandForm, Extra, SettingsRequest, Version } from "../../agents/client-settings.ts";
import type { Client } from "../../agents/clients.ts";
import { serverWords } from "../../agents/hook-words.ts";
import { type Artefact, type Changing, launcherOf } from "./artefacts.ts";
import type { ProgramPlaces } from "./launch.ts";
import { isServerProved } from "./proofs.ts";
import { readOrigin } from "./settings-file.ts";

export type ConnectSetting = Changing & {
  /** Removes the copies of the program that nothing starts any more, once every client is connected. */
  readonly removeOthers: () => void;
  readonly userRoot: string;
  readonly project: string | null;
  readonly verb: "install" | "uninstall";
  /** What the person wants besides our hooks; what they wanted before stays. */
  readonly extras?: readonly Extra[];
};

export type ClientWork = {
  readonly places: ProgramPlaces;
  readonly client: Client;
  readonly setting: ConnectSetting;
  readonly version: Version | null;
  readonly path: string;
};

export function requestFor({ client: { settings }, setting, version, path }: ClientWork): SettingsRequest {
  const { launch, userRoot, project, extras: asked = [] } = setting;
  // Prompts ask the server only after doctor has seen it answer.
  const hasServer = settings.server !== undefined && project === null;
  const serverProved = hasServer && isServerProved(launch.state, serverWords(launch));
  // Those that are asked for now, and those that came before and have not left.
  const before = readOrigin({ state: launch.state, file: path })?.extras ?? [];
  const extras = [...new Set([...before, ...asked])];
  return { launch, userRoot, version, serverProved, isPersons: project === null, extras, asked };
}

/** A server of a project would need its own consent. */
export function listArtefacts(work: ClientWork, request: SettingsRequest): Artefact[] {
  const { places, path } = work;
  const { settings: client } = work.client;
  const settings: Artefact = {
    role: "settings",
    path,
    backupName: `${client.name}${extname(path)}`,
    noted: request.extras ?? [],
    put: (text, before) => client.merge(text, { ...request, before }),
    take: (text, before) => client.remove(text, before === undefined ? request : { ...request, before }),
  };
  const own = [launcherOf(request.launch, places.home), settings];
  if (request.isPersons !== true) return own;
  // Directories come with the first file in them, and go with the last.
  const all = [...own, ...listCommands(work)];
  const { server } = client;
  if (server === undefined) return all;
  const file = server.file({ ...places, project: null });
  // What is ours there has our name, so nothing has to be remembered but the directories, which leave with the settings.
  const servers: Artefact = {
    role: "server",
    path: file,
    backupName: `${client.name}-servers${extname(file)}`,
    put: (text) => server.merge(text, request),
    take: (text) => server.remove(text, request),
  };
  return [...all, servers];
}

/** Files that are all ours. One that somebody else made under the same name stays theirs. */
function listCommands({ client: { settings }, places }: ClientWork): Artefact[] {
  const { commands } = settings;
  const files = commands === undefined ? [] : listCommandFiles(commands);
  return files.map(({ path, text: ours }) => {
    const orTheirs = (text: string | null, own: string | null) => {
      const isTheirs = text !== null && !text.split("\n", 3).includes(MARK);
      return { kind: "edited", text: isTheirs ? text : own } as const;
    };
    return {
      role: "command",
      path: join(settings.directory({ ...places, project: null }), path),
      backupName: null,
      noted: [],
      put: (text) => orTheirs(text, ours),
      take: (text) => orTheirs(text, null),
    };
  });
}

// The commands that a person types inside an agent: `/credence:remember` and the like. Each is a prompt in a file that the client
// reads, in the client's own form. An agent gets nothing by them that it could not do already, and approval stays with the
// person's terminal: the files say so.

type PersonPrompt = {
  readonly name: string;
  readonly description: string;
  readonly hint: string | null;
  /** `ARGS` is what the person typed behind it. */
  readonly text: string;
};

const PROMPTS: readonly PersonPrompt[] = [
  {
    name: "remember",
    description: "Save something to long-term memory, in your own words",
    hint: "what to remember",
    text: `The user asks you to remember this: ARGS

If nothing stands there, ask what to remember, and do nothing else.

Save it with the tool memory_save of the Credence server, with dictated set to true, one memory per fact, and the user's words as
the body, word for word: ten characters are enough, so add nothing. Search first, and update a memory that is there already.
Without the tool, run: credence save --dictated "TEXT"

Then say its id in one line, and that it counts as approved once the user has said yes in a terminal of their own:
credence review. You cannot approve it. Do not save secrets or tokens: if the save is refused, say why.`,
  },
  {
    name: "review",
    description: "See which memories wait for your decision, and where to decide",
    hint: null,
    text: `Tell the user which memories wait for their decision. Run credence review --json, or use the tool memory_status of the
Credence server where you cannot run commands. List each in one line, with its id and why it waits, those about the current task
first. Do not argue for or against one.

End with what the user runs in a terminal of their own: credence review, or for one memory credence yes ID, credence no ID or
credence later ID. These ask for their passphrase, so do not run them, and do not approve, restore or forget a memory yourself.`,
  },
  {
    name: "why",
    description: "Find out why a memory was used, or was not",
    hint: "memory id or words",
    text: `The user wants to know why a memory was used or was not: ARGS

If this is no id, find it with the tool memory_search of the Credence server, or with credence search. Then run credence why ID,
and say in two or three sentences what it answers: whether the memory was shown, for which words, who vouches for it. If nothing
is given, explain the memories that you were shown in this session. End with the command that would change it, if the user
wants that; what needs a person, the user runs in a terminal of their own.`,
  },
];

/** Files with it were made by us, and go when we go. */
const MARK = "# made by credence install; credence uninstall removes it";

type CommandFile = { readonly path: string; readonly text: string };

export function listCommandFiles({ path, form }: CommandForm): CommandFile[] {
  const render = form === "toml" ? renderToml : renderMarkdown;
  return PROMPTS.map((prompt) => ({ path: path(prompt.name), text: render(prompt) }));
}

function renderMarkdown({ description, hint, text }: PersonPrompt): string {
  const head = [`description: ${description}`, ...(hint === null ? [] : [`argument-hint: "[${hint}]"`])];
  return `---\n${MARK}\n${head.join("\n")}\n---\n\n${text.replaceAll("ARGS", "$ARGUMENTS")}\n`;
}

function renderToml({ description, text }: PersonPrompt): string {
  return `${MARK}\ndescription = "${description}"\nprompt = '''\n${text.replaceAll("ARGS", "{{args}}")}\n'''\n`;
}
