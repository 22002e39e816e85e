// The facts about clients that the command line needs before it loads any client. The build computes these values once, so
// that the bundles hold the words and none of the clients' code (scripts/build/fixed-values.ts).

import { CODECS } from "./clients.ts";
import type { ClientCodec, EventKinds } from "./hook-event.ts";

export type ClientWords = {
  readonly names: readonly string[];
  /** The events of each client. */
  readonly events: Readonly<Record<string, EventKinds>>;
};

export const CLIENT_WORDS: ClientWords = wordsOf(CODECS);

export function wordsOf(codecs: readonly ClientCodec[]): ClientWords {
  return {
    names: codecs.map(({ name }) => name),
    events: Object.fromEntries(codecs.map(({ name, events }) => [name, events])),
  };
}
