// A shell command as the guard sees it: simple commands in order. `if`, `while`, braces, functions and the like are left
// out, as if all branches ran: what may run is judged.

export type Part =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: "variable";
      readonly name: string;
      /** The operator after the name in `${…}`: `:-`, `%`, … */
      readonly operator: string;
      readonly fallback: Word;
      readonly quoted: boolean;
    }
  | { readonly kind: "command"; readonly script: Script; readonly quoted: boolean }
  | { readonly kind: "process"; readonly script: Script }
  | { readonly kind: "unknown" };

export type Word = readonly Part[];

export type Redirect = {
  readonly operator: string;
  readonly target: Word;
  /** The lines of a here-document, filled in when they are reached. */
  body: string;
  /** The same, with what a shell would expand in it. */
  bodyWord: Word;
};

export type Assignment = {
  readonly name: string;
  readonly values: readonly Word[];
  /** `NAME=(…)`. */
  readonly isList: boolean;
  /** `NAME+=…`. */
  readonly appends: boolean;
};

/** How a command is joined to the next. */
export type Link = ";" | "&&" | "||" | "|";

export type Command = {
  readonly kind: "command";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** It is in no `if`, loop, function or braces: it runs whenever the commands before it let it. */
  readonly isPlain: boolean;
  link: Link;
};

export type Subshell = {
  readonly kind: "subshell";
  readonly body: Script;
  readonly redirects: readonly Redirect[];
  link: Link;
};

export type Item =
  | Command
  | Subshell
  | { readonly kind: "loop"; readonly name: string; readonly words: readonly Word[] };

export type Script = readonly Item[];

/** @returns the text of a word that is plain and unquoted throughout, as keywords are; null when the word is not. */
export function literalOf(word: Word): string | null {
  let literal = "";
  for (const part of word) {
    if (part.kind !== "text" || part.quoted) return null;
    literal += part.text;
  }
  return literal;
}

/** The commands inside a word: `$(…)`, backticks, `<(…)`, also in the operand of a variable. */
export function listNested(word: Word): Script[] {
  return word.flatMap((part) => {
    if (part.kind === "variable") return listNested(part.fallback);
    return part.kind === "command" || part.kind === "process" ? [part.script] : [];
  });
}
