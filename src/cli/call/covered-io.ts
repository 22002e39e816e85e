// What commands say that tell of memories by name, and every failure, leaves without the secrets that are part of a name or that
// the call itself gave in the place of one. Attack: somebody names a file by a key. A command that says nothing doubtful does not wait for the rules: they take longer to load than
// it runs. Fails closed: what may name a secret is held back until the rules are there.
//
// Attack on that: a text that looks like such a name, so that a part of it is covered when a person reads what they sign, or is
// lost when it is exported. So a command that shows or gives away the text of a memory is not covered: texts are judged by
// themselves.

import { isDoubtful, namesDoubtful } from "../../memory/text/doubtful-names.ts";
import { asShown, type Shown } from "../../memory/text/render-terminal.ts";
import type { Io } from "./command.ts";

/** They tell of memories, and show the text of none. */
export const TELLING: ReadonlySet<string> = new Set([
  "audit",
  "check",
  "doctor",
  "injection-check",
  "journal",
  "list",
  "receipts",
  "secret-check",
  "status",
  "sync",
  "validate",
]);

type Cover = (text: Shown) => Shown;

export type CoveredIo = {
  readonly io: Io;
  /** Everything that was said is out. */
  readonly settle: () => Promise<void>;
};

/** `words` are those of the call; of a path each part counts. */
export function coverIo(io: Io, words: readonly string[]): CoveredIo {
  const { say, prepare, settle } = createCover(
    words.flatMap((word) => word.split(/[/\\]/)).filter(isDoubtful),
  );
  const { readKeys } = io;
  const covered: Partial<Io> = {
    out: say(io.out),
    err: say(io.err),
    ask: async (question, answers) => io.ask(await prepare(question), answers),
    askSecret: async (question) => io.askSecret(await prepare(question)),
    ...(readKeys === undefined
      ? {}
      : { readKeys: async (screen, read) => readKeys(await prepare(screen), read) }),
  };
  // Not spread: a terminal whose size changes is given as getters.
  const properties = {
    ...Object.getOwnPropertyDescriptors(io),
    ...Object.getOwnPropertyDescriptors(covered),
  };
  return { io: Object.defineProperties({ ...covered } as Io, properties), settle };
}

type Covering = Pick<CoveredIo, "settle"> & {
  readonly say: (write: Io["out"]) => Io["out"];
  /** A screen as it may be shown, when all before it is. */
  readonly prepare: (screen: Shown) => Promise<Shown>;
};

function createCover(given: readonly string[]): Covering {
  const mayTell = (text: Shown): boolean => namesDoubtful(text) || given.some((word) => text.includes(word));
  let cover: Cover | null = null;
  let loading: Promise<void> | null = null;
  const waiting: ((cover: Cover) => void)[] = [];
  const load = async (): Promise<void> => {
    const { coverNames } = await import("../../app/memories/hide-secrets.ts");
    cover = (text) => asShown(coverNames(text, given));
    for (const write of waiting.splice(0)) write(cover);
  };
  const settle = async (): Promise<void> => loading ?? undefined;
  return {
    settle,
    say: (write) => (text) => {
      // In the order in which it was said, on both streams.
      const mustWait = cover === null && (waiting.length > 0 || mayTell(text));
      if (!mustWait) write(cover === null ? text : cover(text));
      else {
        waiting.push((covering) => write(covering(text)));
        loading ??= load();
      }
    },
    prepare: async (screen) => {
      if (cover === null && mayTell(screen)) loading ??= load();
      await settle();
      return cover === null ? screen : cover(screen);
    },
  };
}
