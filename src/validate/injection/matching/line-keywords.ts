// The rules that read line by line get the places of their keywords from the pass over the copy with joined lines, which is made
// for other rules anyway: a pass costs more than most rules do. Joining takes away nothing but blanks, line ends and the marks
// before a line, so a keyword stands in both copies, unless it begins with such marks or holds a wide gap.

import type { BareRule } from "../../rule.ts";
import { behindRule, CHARS_PER_PLACE, type Hit, scanText, type Watch } from "../../scan.ts";
import type { MappedText } from "./mapped-text.ts";

/** What may be lost where lines are joined. Such keywords are looked for in the other copy, one by one. */
const LOSABLE = /^[>#*/|-]{1,3}(?:\s|$)|^\s|\s\s|[^\S ]/;

export type InjectionHit = Hit<BareRule>;

export type LineScan = {
  /** For the scan of the joined copy. */
  readonly watch: Watch;
  /** For after it. Offsets are those of the copy that is read line by line. */
  readonly listHits: (hitsPerRuleMax: number) => InjectionHit[];
};

type Copies = { readonly normalized: MappedText; readonly unwrapped: MappedText };
export type LineScanner = (copies: Copies) => LineScan;

/** All rules are anchored. */
export function createLineScanner(rules: readonly BareRule[]): LineScanner {
  const all = [...new Set(rules.flatMap((rule) => rule.keywords))];
  const keywords = all.filter((keyword) => !LOSABLE.test(keyword));
  const lost = all.filter((keyword) => LOSABLE.test(keyword));
  // Joining puts a blank where a blank, a line end or a mark was, so what stands before a keyword is of the same kind.
  const behindOf = keywords.map((keyword) =>
    rules
      .filter((rule) => rule.keywords.includes(keyword))
      .reduce((bits, rule) => bits | behindRule(rule), 0),
  );
  const each = rules.map((rule) => ({ rule, alone: [rule] }));
  return ({ normalized, unwrapped }) => {
    const { text } = normalized;
    const placesMax = text.length / CHARS_PER_PLACE;
    const placesOf = new Map<string, number[]>();
    const watch: Watch = {
      keywords,
      behindOf,
      onKeyword: (keyword, at) => {
        const name = keywords[keyword] ?? "";
        const places = placesOf.get(name) ?? [];
        if (places.length === 0) placesOf.set(name, places);
        places.push(unwrapped === normalized ? at : unwrapped.sourceOffset(at));
        return places.length <= placesMax;
      },
    };
    const listHits = (hitsPerRuleMax: number): InjectionHit[] => {
      for (const keyword of lost) placesOf.set(keyword, listPlaces(text, keyword, placesMax));
      const hits = each.flatMap(({ rule, alone }) => {
        const places = rule.keywords.flatMap((keyword) => placesOf.get(keyword) ?? []).sort((a, b) => a - b);
        // Of too many, some are missing; it then reads the whole text.
        return places.length === 0 ? [] : scanText(alone, text, { hitsPerRuleMax, places });
      });
      return hits.sort((a, b) => a.start - b.start || a.end - b.end);
    };
    return { watch, listHits };
  };
}

function listPlaces(text: string, keyword: string, placesMax: number): number[] {
  const places: number[] = [];
  let at = text.indexOf(keyword);
  while (at !== -1 && places.length <= placesMax) {
    places.push(at);
    at = text.indexOf(keyword, at + 1);
  }
  return places;
}
