// One system under measurement, and how a prompt is asked of it: as it stands where its search takes prompts, or else a call per
// word, of whose answers an agent keeps the memories that were found most often.

import { foldName, type Opened, type Place, type Rival } from "./rival.ts";
import { contentWords } from "./words.ts";

export type Subject = {
  readonly rival: Rival;
  readonly place: Place;
  /** By which its processes are found. */
  readonly run: string;
  readonly size: { readonly mb: number; readonly packages: number };
};

export type Asked = { readonly names: readonly string[]; readonly text: string };

const SHOWN = 5;

/** @returns the first five of `known` that it finds, and all that it said. */
export async function askPrompt(
  { asks }: Pick<Rival, "asks">,
  opened: Opened,
  question: { readonly prompt: string; readonly known: readonly string[] },
): Promise<Asked> {
  const queries = asks === "prompt" ? [question.prompt] : contentWords(question.prompt);
  const texts: string[] = [];
  const times = new Map<string, number>();
  for (const query of queries) {
    const text = await opened.find(query);
    texts.push(text);
    for (const name of namesIn(text, question.known)) times.set(name, (times.get(name) ?? 0) + 1);
  }
  const names = [...times].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return { names: names.slice(0, SHOWN), text: texts.join("\n") };
}

/** All that reaches the model: by a search, and unasked. */
export async function askEveryWay(rival: Rival, opened: Opened, prompt: string): Promise<string> {
  const { text } = await askPrompt(rival, opened, { prompt, known: [] });
  return `${text}\n${(await opened.atPrompt?.(prompt)) ?? ""}`;
}

/** In the order of the text. */
export function namesIn(text: string, known: readonly string[]): string[] {
  const folded = `_${foldName(text)}_`;
  return known
    .map((name) => ({ name, at: folded.indexOf(`_${foldName(name)}_`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

/** All of them, in one call or one by one; what is refused is left out. */
export async function saveAll(opened: Opened, notes: Parameters<Opened["save"]>[0][]): Promise<void> {
  if (opened.load !== undefined) await opened.load(notes);
  else for (const note of notes) await opened.save(note);
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
