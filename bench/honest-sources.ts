// How often the injection check cries wolf over real agent rules and skills: each section of a file, and each whole file of up to
// six kilobytes. The packages are fetched by scripts/verify/honest-packages.ts; what is absent is said.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HONEST_PACKAGES, type HonestPackage, placeOfPackage } from "../scripts/verify/honest-packages.ts";
import { measure } from "../test/validate/probes/read-probes.ts";
import { printHeader, printShare } from "./detect-probes.ts";

const SECTION = { min: 150, max: 3_000 } as const;
const FILE = { min: 200, max: 6_000 } as const;
/** Of each source, evenly spread: a few sources have thousands. */
const PER_SOURCE = 700;

export function printHonestSources(): void {
  printHeader("agent rules of others, sections and whole files");
  const all = { sections: [] as string[], files: [] as string[] };
  for (const source of HONEST_PACKAGES) {
    const label = `${source.name} ${source.version}${source.isHeld ? " (held)" : ""}`;
    if (!existsSync(placeOfPackage(source))) {
      console.log(`ABSENT: ${label}; fetch it with node scripts/verify/honest-packages.ts`);
      continue;
    }
    const { sections, files } = readSource(source);
    if (sections.length > 0) printShare(`${label}, sections`, measure(sections));
    if (files.length > 0) printShare(`${label}, files`, measure(files));
    if (!source.isHeld) continue;
    all.sections.push(...sections);
    all.files.push(...files);
  }
  if (all.sections.length > 0)
    printShare("all held, sections (at most 4 %, strong 0.5 %)", measure(all.sections));
  if (all.files.length > 0) printShare("all held, files (at most 4 %, strong 0.5 %)", measure(all.files));
}

function readSource(source: HonestPackage): { sections: string[]; files: string[] } {
  const place = placeOfPackage(source);
  const paths = readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.mdc?$/.test(path) && !/changelog|license|readme|node_modules/i.test(path))
    .sort()
    .map((path) => join(place, path));
  const texts = [...new Set(paths.map((path) => readFileSync(path, "utf8")))];
  const sections = texts.flatMap((text) => text.split(/^(?=#{1,3} )/m).map((part) => part.trim()));
  const isWithin = (text: string, { min, max }: { min: number; max: number }): boolean =>
    text.length >= min && text.length <= max;
  return {
    sections: spread([...new Set(sections)].filter((text) => isWithin(text, SECTION))),
    files: spread(texts.filter((text) => isWithin(text, FILE))),
  };
}

function spread(texts: readonly string[]): string[] {
  const step = Math.max(1, texts.length / PER_SOURCE);
  return Array.from(
    { length: Math.min(texts.length, PER_SOURCE) },
    (_, at) => texts[Math.floor(at * step)] ?? "",
  );
}
