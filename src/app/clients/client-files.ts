// The files that install changes for one client: the launcher that all entries start, the client's settings, and the one that
// names its MCP servers. What install makes of a text, and what uninstall leaves of it.

import { extname, join } from "node:path";
import type {
  ClientSettings,
  CommandForm,
  Edited,
  Extra,
  SettingsRequest,
  Version,
} from "../../agents/client-settings.ts";
import type { ClientCodec } from "../../agents/hook-event.ts";
import { type Launch, launcherIn } from "../../agents/hook-words.ts";
import type { Instant } from "../../memory/instant.ts";
import { listMissingDirectories, removeEmptyDirectories } from "../workspace/made-directories.ts";
import type { ProgramPlaces } from "./launch.ts";
import { renderLauncher } from "./launcher.ts";
import {
  isAsInstalled,
  originOf,
  readOrigin,
  removeOrigin,
  type SettingsEdit,
  type SettingsPlan,
  writeOrigin,
} from "./settings-file.ts";

export type ConnectSetting = {
  readonly launch: Launch;
  readonly userRoot: string;
  readonly project: string | null;
  readonly verb: "install" | "uninstall";
  readonly dryRun: boolean;
  readonly now: Instant;
  /** Puts the program into its place, before a launcher names it. */
  readonly settle: () => void;
  /** What the person wants besides our hooks; what they wanted before stays. */
  readonly extras?: readonly Extra[];
};

export type ClientChange = ConnectSetting & { readonly version: Version | null; readonly path: string };

export type ClientWork = {
  readonly places: ProgramPlaces;
  readonly codec: ClientCodec;
  readonly client: ClientSettings;
  readonly wanted: ClientChange;
  readonly request: SettingsRequest;
};

export type ClientFile = {
  readonly role: "launcher" | "settings" | "server" | "command";
  readonly path: string;
  /** Of the copy of what was there; null for a file that is all ours. */
  readonly backupName: string | null;
  /** Absent for a file that keeps its own. */
  readonly mode?: number;
  readonly edit: SettingsEdit;
  /** Before our entries come: keeps what is there. Says how to take that back, should they not come. */
  readonly keep?: (plan: SettingsPlan) => () => void;
  /** Once they are gone: forgets it. */
  readonly forget?: () => void;
};

/** The launcher comes first, before anything starts it. A server of a project would need its own consent. */
export function listClientFiles(work: ClientWork): ClientFile[] {
  const { places, client, wanted, request } = work;
  const { name, server } = client;
  const isInstall = wanted.verb === "install";
  const settings: ClientFile = {
    role: "settings",
    path: wanted.path,
    backupName: `${name}${extname(wanted.path)}`,
    edit: (text) => (isInstall ? putIn(text, work) : takeOut(text, work)),
    keep: (plan) => keepOrigin(plan, work),
    forget: () => forgetOrigin(work),
  };
  // Other clients may be started by the launcher, so it stays when one leaves.
  const own = isInstall ? [launcherOf(work), settings] : [settings];
  if (wanted.project !== null) return own;
  // Directories come with the first file in them, and go with the last.
  const all = isInstall ? [...own, ...listCommands(work)] : [...listCommands(work).reverse(), ...own];
  if (server === undefined) return all;
  const servers: ClientFile = {
    role: "server",
    path: server.file({ ...places, project: null }),
    backupName: `${name}-servers${extname(server.file({ ...places, project: null }))}`,
    edit: (text) => (isInstall ? server.merge(text, request) : server.remove(text, request)),
  };
  // What is ours there has our name, so nothing has to be remembered but the directories, which leave with the settings.
  return isInstall ? [...all, servers] : [servers, ...all];
}

/** Files that are all ours. One that somebody else made under the same name stays theirs. */
function listCommands({ client, wanted, places }: ClientWork): ClientFile[] {
  const { verb, launch } = wanted;
  const files = client.commands === undefined ? [] : listCommandFiles(client.commands);
  return files.map(({ path: inside, text: ours }): ClientFile => {
    const path = join(client.directory({ ...places, project: null }), inside);
    const place = { state: launch.state, file: path };
    const forget = (): void => {
      removeEmptyDirectories(readOrigin(place)?.made ?? []);
      removeOrigin(place);
    };
    return {
      role: "command",
      path,
      backupName: null,
      edit: (text) => {
        const isTheirs = text !== null && !text.split("\n", 3).includes(MARK);
        return { kind: "edited", text: isTheirs ? text : verb === "install" ? ours : null };
      },
      keep: ({ before, after }) => {
        if (before !== null || after === null) return () => undefined;
        writeOrigin(place, originOf(null, after, listMissingDirectories(path)));
        return forget;
      },
      forget,
    };
  });
}

function launcherOf({ wanted: { launch }, places: { home } }: ClientWork): ClientFile {
  return {
    role: "launcher",
    path: launcherIn(launch.state),
    backupName: null,
    mode: 0o700,
    edit: () => ({
      kind: "edited",
      text: renderLauncher({ ...launch, home, own: launcherIn(launch.state) }),
    }),
  };
}

function putIn(text: string | null, work: ClientWork): Edited {
  const base = takeOut(text, work);
  return base.kind === "refused" ? base : work.client.merge(text, { ...work.request, before: base.text });
}

/** What was there before, if nobody changed the file since; else the file without what is ours. */
function takeOut(text: string | null, { client, wanted, request }: ClientWork): Edited {
  const origin = readOrigin(originPlace(wanted));
  if (origin === null) return client.remove(text, request);
  if (text !== null && isAsInstalled(origin, text)) return { kind: "edited", text: origin.before };
  return client.remove(text, { ...request, before: origin.before });
}

function keepOrigin({ path, before, after }: SettingsPlan, work: ClientWork): () => void {
  const place = originPlace(work.wanted);
  const known = readOrigin(place);
  const extras = work.request.extras ?? [];
  // An extra may be in another file of the client: then this one stays as it is, and what came is noted all the same.
  const isNoted = before === after && extras.every((each) => known?.extras.includes(each));
  const base = after === null || isNoted ? null : takeOut(before, work);
  // Directories come with the file: where it is there already, no other than those that came with it.
  const made = before === null ? listMissingDirectories(path) : (known?.made ?? []);
  if (after !== null && base?.kind === "edited")
    writeOrigin(place, { ...originOf(base.text, after, made), extras });
  return () => {
    if (before === null) removeEmptyDirectories(made);
    if (known === null) removeOrigin(place);
    else writeOrigin(place, known);
  };
}

function forgetOrigin(work: ClientWork): void {
  const place = originPlace(work.wanted);
  removeEmptyDirectories(readOrigin(place)?.made ?? []);
  removeOrigin(place);
}

/** Those that are asked for now, and those that came before and have not left. */
export function extrasFor(wanted: ClientChange): Extra[] {
  return [...new Set([...(readOrigin(originPlace(wanted))?.extras ?? []), ...(wanted.extras ?? [])])];
}

function originPlace({ launch, path }: ClientChange) {
  return { state: launch.state, file: path };
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
