// Fields of a JSON value that somebody else wrote. What is absent or of another type reads as nothing.

export function readField(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
}

export function readText(value: unknown, key: string): string | null {
  const field = readField(value, key);
  return typeof field === "string" ? field : null;
}

export function readList(value: unknown, key: string): readonly unknown[] | null {
  const field = readField(value, key);
  return Array.isArray(field) ? field : null;
}

/** A number of things: whole and not negative. */
export function readCount(value: unknown, key: string): number | null {
  const field = readField(value, key);
  return typeof field === "number" && Number.isSafeInteger(field) && field >= 0 ? field : null;
}
