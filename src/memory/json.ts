/** @returns null, which none of our files is, when the text is not JSON: the caller decides what that means. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse has one way to fail.
    return null;
  }
}

/** An object with names, whose values are yet to be looked at; no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
