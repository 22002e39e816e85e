// Reading what a client sent, without believing that it is what its documentation says.

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A prompt may be empty: somebody sent an image alone. */
export function promptIn(input: Readonly<Record<string, unknown>>): string | null {
  const value = input["prompt"];
  return typeof value === "string" ? value : null;
}

/** Null where there is no text. */
export function textIn(input: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = input[key];
  return typeof value === "string" && value !== "" ? value : null;
}
