// The files that a patch names, in both forms that agents send: `*** Update File: path` and `+++ b/path`.

const HEADERS = ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ", "+++ ", "--- "];
const RENAMES = ["rename from ", "rename to ", "copy to "];

export function readPatchPaths(patch: string): string[] {
  const paths = new Set<string>();
  for (const line of patch.split("\n")) {
    const header = [...HEADERS, ...RENAMES].find((each) => line.startsWith(each));
    if (header === undefined) continue;
    // A date may follow behind a tab.
    const path = (line.slice(header.length).split("\t")[0] ?? "").trim();
    if (path === "" || path === "/dev/null") continue;
    paths.add(path);
    const prefixed = /^[ab]\//.test(path) && (header === "+++ " || header === "--- ");
    if (prefixed) paths.add(path.slice(2));
  }
  return [...paths];
}
