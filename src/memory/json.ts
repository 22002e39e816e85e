/** Null, which none of our files is, where a text is no JSON: the caller says what that means. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse has one way to fail.
    return null;
  }
}
