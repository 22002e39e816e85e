// Globs as people write them: `*` and `?` within one name, `**` for any number of names. A pattern that matches a directory
// also matches everything below it. Linear in the pattern and the path, because a star only backtracks to the last star.

/** `path` is absolute. A pattern without a leading slash may begin at any name of the path. */
export function matchesPath(pattern: string, path: string, home: string): boolean {
  const whole = expandHome(pattern, home);
  const names = namesOf(whole);
  if (names.length === 0) return false;
  return matchSequence([...(whole.startsWith("/") ? [] : ["**"]), ...names, "**"], namesOf(path), {
    isStar: (name) => name === "**",
    matches: matchesName,
  });
}

/** @returns an absolute pattern as a plain path and the names from its first glob; null when it may begin anywhere. */
export function splitPattern(
  pattern: string,
  home: string,
): { readonly path: string; readonly globs: readonly string[] } | null {
  const whole = expandHome(pattern, home);
  const names = namesOf(whole);
  const glob = names.findIndex((name) => /[*?]/.test(name));
  const plain = glob === -1 ? names.length : glob;
  return whole.startsWith("/")
    ? { path: `/${names.slice(0, plain).join("/")}`, globs: names.slice(plain) }
    : null;
}

export function matchesName(pattern: string, name: string): boolean {
  return matchSequence([...pattern], [...name], {
    isStar: (char) => char === "*",
    matches: (char, other) => char === "?" || char === other,
  });
}

type Steps = {
  readonly isStar: (step: string) => boolean;
  readonly matches: (step: string, item: string) => boolean;
};

function matchSequence(
  pattern: readonly string[],
  items: readonly string[],
  { isStar, matches }: Steps,
): boolean {
  let [step, at] = [0, 0];
  let star: { readonly step: number; readonly at: number } | null = null;
  while (at < items.length) {
    const wanted = pattern[step];
    if (wanted !== undefined && isStar(wanted)) {
      star = { step, at };
      step += 1;
    } else if (wanted !== undefined && matches(wanted, items[at] ?? "")) {
      step += 1;
      at += 1;
    } else if (star !== null) {
      // The last star takes one more name.
      star = { step: star.step, at: star.at + 1 };
      step = star.step + 1;
      at = star.at;
    } else return false;
  }
  return pattern.slice(step).every(isStar);
}

function expandHome(pattern: string, home: string): string {
  return pattern === "~" || pattern.startsWith("~/") ? `${home}${pattern.slice(1)}` : pattern;
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}
