// What each memory server is to the measuring code: how it is installed, started, given a memory, asked, and told to forget one.

export type Note = { readonly name: string; readonly description: string; readonly body: string };

export type Place = {
  /** Where npm put it; of ours, the built program. */
  readonly modules: string;
  /** Its home: whatever it keeps is in here. */
  readonly home: string;
  /** The project of the session. */
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
};

export type Opened = {
  readonly save: (note: Note) => Promise<unknown>;
  /** One call, as an agent makes it. @returns the text that the agent is given. */
  readonly find: (query: string) => Promise<string>;
  /** What its hook or its block gives the model at a prompt, unasked. */
  readonly atPrompt?: (prompt: string) => Promise<string>;
  readonly remove: (name: string) => Promise<unknown>;
  /** Ends the session as a client does; what stays afterwards is counted. */
  readonly stop: () => Promise<unknown>;
  /** Many at once, where one by one would take minutes. */
  readonly load?: (notes: readonly Note[]) => Promise<unknown>;
  /** The tool that hands out all there is. */
  readonly readAll?: () => Promise<string>;
};

/** What a client starts at each prompt, with this Node. */
export type Hook = {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: (prompt: string) => object;
};

export type Requests = {
  readonly read: (word: string) => string;
  readonly write: string;
  readonly note: (note: Note) => object;
};

export type Rival = {
  readonly name: string;
  /** Versions are exact; the first is the rival. */
  readonly packages: readonly string[];
  /** Versions of what it depends on, where this machine could have no other. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** In which form it runs, and what of it does not. */
  readonly mode: string;
  /** A search for words wants one word: it finds texts with all that is asked, or with exactly that. */
  readonly asks: "prompt" | "word";
  readonly start: (place: Place) => Promise<Opened>;
  /** Of its hook at a prompt, where it has one that runs here. */
  readonly hook?: (place: Place) => Hook;
  /** What its own port is asked, should it listen. */
  readonly requests?: Requests;
};

/** Without what some of them do not take in a key or a file's name. */
export function foldName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_|_$/g, "");
}
