// The files that a patch names, in both forms that agents send: `*** Update File: path` and `+++ b/path`.

/** Looked for in the text as a whole: a patch can have millions of lines. */
const HEADER =
  /^(\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ |--- |rename from |rename to |copy to )([^\n]*)/gm;

export function readPatchPaths(patch: string): string[] {
  const paths = new Set<string>();
  for (const [, header = "", rest = ""] of patch.matchAll(HEADER)) {
    // A date may follow behind a tab.
    const path = (rest.split("\t")[0] ?? "").trim();
    if (path === "" || path === "/dev/null") continue;
    paths.add(path);
    const prefixed = /^[ab]\//.test(path) && (header === "+++ " || header === "--- ");
    if (prefixed) paths.add(path.slice(2));
  }
  return [...paths];
}
