/**
 * A pattern that is made when it is first needed. The engine reads every pattern literal before a file runs, and one with
 * property classes (`\p{L}`) takes it longer than reading most prompts.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let made: RegExp | null = null;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
