// Shell completion scripts, made from the command table so that they cannot fall behind.

import { asShown, type Shown } from "../../memory/text/render-terminal.ts";
import { type Command, listShownOptions } from "../call/command.ts";

const SHELLS = new Map([
  ["bash", renderBash],
  ["zsh", renderZsh],
  ["fish", renderFish],
]);

/** @returns the renderer of a shell's script; null when the shell is unknown. */
export function findCompletion(shell: string): ((commands: readonly Command[]) => Shown) | null {
  const render = SHELLS.get(shell);
  return render === undefined ? null : (commands) => asShown(render(commands));
}

function flagsOf(command: Command): string[] {
  return listShownOptions(command).map(([name]) => `--${name}`);
}

/** What a call can begin with: a lower-case word of a form stands for itself, `a|b` for one of two. */
function verbsOf({ usage }: Command): string {
  const firsts = usage
    .map((form) => (form.split(" ")[1] ?? "").replace(/^\[([a-z]+)\]$/, "$1"))
    .filter((word) => /^[a-z]/.test(word));
  return [...new Set(firsts.flatMap((word) => word.split("|")))].join(" ");
}

/** Asked of the program itself, so that they are those of the project in which the shell is. */
const IDS = "credence completion ids 2>/dev/null";

function takesId({ usage }: Command): boolean {
  return usage.some((form) => /(?<!--[a-z-]+) \[?ID\b/.test(form));
}

/** In single quotes: zsh and fish would take an apostrophe for the closing one. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "\u2019")}'`;
}

function renderBash(commands: readonly Command[]): string {
  const cases = commands.map(
    (command) =>
      `    ${command.name}) words="${flagsOf(command).join(" ")}" verbs="${verbsOf(command)}"${takesId(command) ? " ids=1" : ""} ;;`,
  );
  const names = commands.map((command) => command.name).join(" ");
  return `_credence() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words verbs ids
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${names} --help --version" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names} --help --version"; fi
  if [ "$COMP_CWORD" -eq 2 ]; then words="$verbs $words"; fi
  if [ -n "$ids" ] && [ "$COMP_CWORD" -gt 1 ]; then words="$words $(${IDS})"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _credence credence
`;
}

function renderZsh(commands: readonly Command[]): string {
  const names = commands.map((command) => `    ${quote(`${command.name}:${command.summary}`)}`);
  const cases = commands.map((command) => {
    const verbs = verbsOf(command);
    const first = verbs === "" ? "" : ` (( CURRENT == 3 )) && compadd -- ${verbs};`;
    const ids = takesId(command) ? ` compadd -- \${(f)"$(${IDS})"};` : "";
    return `    ${command.name}) compadd -- ${flagsOf(command).join(" ")};${first}${ids} _files ;;`;
  });
  return `#compdef credence
_credence() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "$words[2]" in
${cases.join("\n")}
  esac
}
compdef _credence credence
`;
}

function renderFish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c credence -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
    ...renderFishVerbs(command),
    ...(takesId(command)
      ? [`complete -c credence -n '__fish_seen_subcommand_from ${command.name}' -a '(${IDS})'`]
      : []),
    ...listShownOptions(command).map(
      ([name, option]) =>
        `complete -c credence -n '__fish_seen_subcommand_from ${command.name}' -l ${name} -d ${quote(option.help)}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function renderFishVerbs(command: Command): string[] {
  const verbs = verbsOf(command);
  if (verbs === "") return [];
  const when = `__fish_seen_subcommand_from ${command.name}; and not __fish_seen_subcommand_from ${verbs}`;
  return [`complete -c credence -n '${when}' -a '${verbs}'`];
}
