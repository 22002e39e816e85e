// `<redacted>…</redacted>` wraps what a person kept in a memory although it looks like a secret. It stays in the file: a
// model gets the mark alone. An unclosed tag hides everything behind it.

const WRAPPED = /<redacted>[\s\S]*?(?:<\/redacted>|$)/gi;

export function stripRedacted(text: string): string {
  return text.toLowerCase().includes("<redacted>") ? text.replace(WRAPPED, "[redacted]") : text;
}

type Told = {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly cues: readonly string[];
  readonly body: string;
};

/** The same in every field that is shown or searched. */
export function hideRedactedIn<Memory extends Told>(memory: Memory): Memory {
  return {
    ...memory,
    name: stripRedacted(memory.name),
    description: stripRedacted(memory.description),
    tags: memory.tags.map(stripRedacted),
    cues: memory.cues.map(stripRedacted),
    body: stripRedacted(memory.body),
  };
}
