// The commands that only a person gives: some sign, the others take away the guard, the keys, or what is recorded. The
// command line asks this table whom it needs, and the write guard what it denies an agent, so that they cannot differ.

import { isPersonsSetting } from "../config/config-keys.ts";
import { STATUS_WORDS, TRANSITION_WORDS, type TransitionRows } from "./transition-words.ts";

export type PersonCommand = {
  readonly name: string;
  /** Only these verbs of it. */
  readonly verbs?: readonly string[];
  /** With one of these options it only looks. */
  readonly unless?: readonly string[];
  /** Only with one of these options: it publishes, or silences what a person is told. */
  readonly with?: readonly string[];
  /** Why the word is kept before there is a command. */
  readonly reserved?: string;
};

const TRANSITIONS: TransitionRows = { ...TRANSITION_WORDS, ...STATUS_WORDS };

const OTHERS: readonly PersonCommand[] = [
  { name: "yes" },
  { name: "later" },
  { name: "approve" },
  { name: "edit" },
  { name: "forget" },
  { name: "init", with: ["share", "never", "from"] },
  { name: "gc", unless: ["dry-run"] },
  { name: "review", unless: ["json"] },
  { name: "ui" },
  { name: "trust", verbs: ["add", "remove", "policy"] },
  { name: "team", verbs: ["add", "join", "remove"] },
  { name: "machine", verbs: ["add", "lost"] },
  { name: "key", verbs: ["passphrase", "recover", "rotate"] },
  { name: "spool", verbs: ["clear"] },
  { name: "observer", verbs: ["test"] },
  { name: "setup" },
  { name: "install", unless: ["dry-run"] },
  { name: "uninstall", unless: ["dry-run"] },
  { name: "pause" },
  { name: "resume" },
  // Whoever names the remote decides where memories go; once it is named anybody may sync, and so may a timer.
  { name: "sync", with: ["remote", "accept-changes", "accept-settings"] },
  { name: "undo", unless: ["list"] },
  { name: "purge", reserved: "a person who types it means uninstall --purge, which removes the keys" },
];

/** The transitions that the law leaves to a person, and what signs, erases or silences besides. */
function listPersonCommands(transitions: TransitionRows = TRANSITIONS): PersonCommand[] {
  const raising = Object.entries(transitions).filter(([, { personOnly }]) => personOnly);
  return [...raising.map(([name]) => ({ name })), ...OTHERS];
}

export const PERSON_COMMANDS: readonly PersonCommand[] = listPersonCommands();

/** A call, its words without `credence`, its options without dashes. */
export type NamedCall = { readonly words: readonly string[]; readonly options: readonly string[] };

/** @returns the words that make it a person's, such as `trust add`; null when anybody may give the command. */
export function findPersonCommand(
  { words: [name = "", verb = "", key = "", value = ""], options }: NamedCall,
  table: readonly PersonCommand[] = PERSON_COMMANDS,
): string | null {
  if (name === "config" && verb === "set") return isPersonsSetting(key, value) ? `config set ${key}` : null;
  const command = table.find((each) => each.name === name);
  if (command === undefined || command.unless?.some((option) => options.includes(option)) === true)
    return null;
  if (command.with !== undefined) {
    const given = command.with.find((option) => options.includes(option));
    return given === undefined ? null : `${name} --${given}`;
  }
  if (command.verbs === undefined) return name;
  return command.verbs.includes(verb) ? `${name} ${verb}` : null;
}
