// Our own probes, by author, family and side of the split: what is found, how much of it is strong, and which honest twins are
// flagged. What is `held` was never read by whoever wrote the rules.

import { measure, type Probe, readProbeSets, type Share } from "../test/validate/probes/read-probes.ts";

export function printInjectionProbes(): void {
  const probes = readProbeSets().flatMap((set) => set.probes);
  for (const split of ["fit", "held"] as const) {
    printHeader(`probes, ${split === "fit" ? "seen while the rules were written" : "held back"}`);
    for (const label of ["attack", "honest"] as const) {
      const chosen = probes.filter((probe) => probe.split === split && probe.label === label);
      for (const [name, texts] of groupProbes(chosen)) printShare(`${label}: ${name}`, measure(texts));
      printShare(`${label}, all`, measure(chosen.map(({ text }) => text)));
    }
  }
}

/** An author of many families is printed as one row, the authors of the newest sets by family. */
function groupProbes(probes: readonly Probe[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { author, family, text } of probes) {
    const name = ["first", "second", "third"].includes(author) ? `${author} author` : `${author}, ${family}`;
    groups.set(name, [...(groups.get(name) ?? []), text]);
  }
  return groups;
}

export function printHeader(title: string): void {
  console.log(`\n${title.padEnd(54)}  rows   found           strong`);
}

export function printShare(name: string, { rows, found, strong }: Share): void {
  const share = (count: number): string =>
    `${String(count).padStart(6)} ${((100 * count) / Math.max(1, rows)).toFixed(1).padStart(6)} %`;
  console.log(
    `${name.slice(0, 53).padEnd(54)}${String(rows).padStart(6)}  ${share(found)}  ${share(strong)}`,
  );
}
