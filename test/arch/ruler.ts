// How large each room of src is and how long the longest chain of imports, beside what ruler.md has on record. Code that
// is added a little at a time makes a house heavy, and nobody decided it: so growth needs a sentence.

import { parsePage } from "./markdown.ts";
import { readImports, resolveImport } from "./modules.ts";
import type { Source } from "./syntax.ts";

export type Ruler = {
  /** Lines by room, as `app/recall`. */
  readonly rooms: ReadonlyMap<string, number>;
  /** How many modules the longest chain of imports has. */
  readonly chain: number;
};

export type RulerRecord = Ruler & {
  /** The sentence in the row of a room, or of the chain. */
  readonly whys: ReadonlyMap<string, string>;
};

/** How much a room may grow before it needs a sentence. */
const GROWTH_MAX = 1.03;
const CHAIN = "longest chain of imports";
const HEADER = ["measured", "on record", "why it is not less"] as const;

export function measure(sources: readonly Source[]): Ruler {
  const rooms = new Map<string, number>();
  for (const { path, text } of sources) {
    const room = roomOf(path);
    rooms.set(room, (rooms.get(room) ?? 0) + text.split("\n").length - 1);
  }
  return { rooms, chain: findLongestChain(sources).length };
}

/** A room of its own is each folder of src/app, and every other folder of src as a whole; the hub is one room. */
export function roomOf(path: string): string {
  if (path.startsWith("hub/")) return "hub";
  const [, folder = "", room = "", ...rest] = path.split("/");
  return folder === "app" && rest.length > 0 ? `app/${room}` : folder;
}

/** By the imports that are followed as soon as a module is loaded: neither types nor `import()` are. An import that leads back
 * into the chain ends it. */
export function findLongestChain(sources: readonly Source[]): string[] {
  const known = new Map<string, string[]>();
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const chainFrom = (source: Source): string[] => {
    // What is asked for again while it is being followed is in a circle.
    known.set(source.path, []);
    let longest: string[] = [];
    for (const entry of readImports(source)) {
      const target = byPath.get(resolveImport(source, entry) ?? "");
      if (entry.form !== "static" || target === undefined) continue;
      const chain = known.get(target.path) ?? chainFrom(target);
      if (chain.length > longest.length) longest = chain;
    }
    const whole = [source.path, ...longest];
    known.set(source.path, whole);
    return whole;
  };
  const chains = sources.map((source) => known.get(source.path) ?? chainFrom(source));
  return chains.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), []);
}

export function readRecord(text: string): RulerRecord {
  const table = parsePage("test/arch/ruler.md", text).tables.find(({ header }) => header[0] === HEADER[0]);
  const rows = (table?.rows ?? []).map(
    ({ cells: [name = "", number = "", why = ""] }) =>
      [name.replaceAll("`", ""), Number(number.replaceAll(" ", "")), why] as const,
  );
  return {
    rooms: new Map(rows.filter(([name]) => name !== CHAIN).map(([name, number]) => [name, number])),
    chain: rows.find(([name]) => name === CHAIN)?.[1] ?? 0,
    whys: new Map(rows.map(([name, , why]) => [name, why])),
  };
}

const ADVICE =
  "make it lighter, or raise the number and say why in its row of ruler.md (npm run ruler writes the numbers)";

export function findGrowth(now: Ruler, record: Ruler): string[] {
  const grown = [...now.rooms].flatMap(([room, lines]) => {
    const recorded = record.rooms.get(room);
    if (recorded === undefined) return [`${room} has no row in ruler.md: npm run ruler writes it`];
    return lines <= recorded * GROWTH_MAX
      ? []
      : [`${room}: ${lines} lines, ${recorded} on record; ${ADVICE}`];
  });
  const gone = [...record.rooms.keys()].filter((room) => !now.rooms.has(room));
  return [
    ...grown,
    ...gone.map((room) => `ruler.md measures ${room}, and there is no such room`),
    ...(now.chain <= record.chain ? [] : [`${CHAIN}: ${now.chain}, ${record.chain} on record; ${ADVICE}`]),
  ];
}

/** What is lighter by as much as it might have grown is to be held there. */
export function findSlack(now: Ruler, record: Ruler): string[] {
  const lighter = [...now.rooms].flatMap(([room, lines]) => {
    const recorded = record.rooms.get(room) ?? 0;
    return lines * GROWTH_MAX < recorded
      ? [`${room} is down to ${lines} from ${recorded}: npm run ruler`]
      : [];
  });
  return now.chain < record.chain
    ? [...lighter, `${CHAIN} is down to ${now.chain} from ${record.chain}: npm run ruler`]
    : lighter;
}

/** The table of ruler.md, with the sentences that are in it. */
export function renderTable(now: Ruler, { whys }: Pick<RulerRecord, "whys">): string {
  const rows = [
    ...[...now.rooms].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([room, lines]) => [`\`${room}\``, lines]),
    [CHAIN, now.chain],
  ] as const;
  const lines = rows.map(([name, number]) => {
    const why = whys.get(String(name).replaceAll("`", "")) ?? "";
    return `| ${name} | ${number} |${why === "" ? "" : ` ${why}`} |`;
  });
  return [`| ${HEADER.join(" | ")} |`, "|---|---|---|", ...lines, ""].join("\n");
}
