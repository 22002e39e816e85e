// Shell completion, made from the command table so that it cannot fall behind.

import { CredenceError } from "../memory/errors.ts";
import { type Command, GLOBAL_OPTIONS } from "./command.ts";

const SHELLS = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const;

export const completion: Command = {
  name: "completion",
  summary: "Print the completion script of a shell",
  usage: ["completion bash|zsh|fish"],
  options: {},
  examples: ['eval "$(credence completion bash)"', "credence completion fish | source"],
  async run(io, { positionals: [shell = ""] }) {
    if (!isShell(shell)) throw new CredenceError("USAGE", "name a shell: bash, zsh or fish");
    const { COMMANDS } = await import("./commands.ts");
    io.out(SHELLS[shell](COMMANDS));
    return 0;
  },
};

function isShell(name: string): name is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, name);
}

function flagsOf(command: Command): string[] {
  return Object.keys({ ...command.options, ...GLOBAL_OPTIONS }).map((name) => `--${name}`);
}

function renderBash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command).join(" ")}" ;;`);
  const names = commands.map((command) => command.name).join(" ");
  return `_credence() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${names} --help --version" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _credence credence
`;
}

function renderZsh(commands: readonly Command[]): string {
  const names = commands.map((command) => `    '${command.name}:${command.summary}'`);
  const cases = commands.map(
    (command) => `    ${command.name}) compadd -- ${flagsOf(command).join(" ")}; _files ;;`,
  );
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
    `complete -c credence -n __fish_use_subcommand -a ${command.name} -d '${command.summary}'`,
    ...Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).map(
      ([name, option]) =>
        `complete -c credence -n '__fish_seen_subcommand_from ${command.name}' -l ${name} -d '${option.help.replaceAll("'", "")}'`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}
