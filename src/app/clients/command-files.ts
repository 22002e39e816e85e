// The commands that a person types inside an agent: `/credence:remember` and the like. Each is a prompt in a file that the client
// reads, in the client's own form. An agent gets nothing by them that it could not do already, and approval stays with the
// person's terminal: the files say so.

import type { CommandForm } from "../../agents/client-settings.ts";

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

Save it with the tool memory_save of the Credence server, with dictated set to true, one memory per fact, in the user's own
words; search first, and update a memory that is there already. Without the tool, run: credence save --dictated "TEXT"

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

End with what the user runs in a terminal of their own: credence review. It asks for their passphrase, so do not run it, and do
not approve, restore or forget a memory yourself.`,
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

export type CommandFile = { readonly path: string; readonly text: string };

export function listCommandFiles({ path, form }: CommandForm): CommandFile[] {
  const render = form === "toml" ? renderToml : renderMarkdown;
  return PROMPTS.map((prompt) => ({ path: path(prompt.name), text: render(prompt) }));
}

export function isOurCommand(text: string): boolean {
  return text.split("\n", 3).includes(MARK);
}

function renderMarkdown({ description, hint, text }: PersonPrompt): string {
  const head = [`description: ${description}`, ...(hint === null ? [] : [`argument-hint: "[${hint}]"`])];
  return `---\n${MARK}\n${head.join("\n")}\n---\n\n${text.replaceAll("ARGS", "$ARGUMENTS")}\n`;
}

function renderToml({ description, text }: PersonPrompt): string {
  return `${MARK}\ndescription = "${description}"\nprompt = '''\n${text.replaceAll("ARGS", "{{args}}")}\n'''\n`;
}
