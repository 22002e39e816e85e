// `npm run fuzz [TARGET…] [-- --minutes N --seed N --keep]`: fuzzes for hours, one target after the other and round again. A
// finding is printed with what repeats it; `--keep` writes it to the corpus. Exit 1: something was found.

import { parseArgs } from "node:util";
import { keepInput } from "./corpus.ts";
import { fuzzAll, type Totals } from "./fuzz-all.ts";
import { TARGETS } from "./targets.ts";

const MINUTES = 60;
const SEED = 20_261_119;
/** How long one target is fuzzed before the next one has its turn. */
const TURN_MS = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string" },
    seed: { type: "string" },
    keep: { type: "boolean" },
  },
});
const unknown = positionals.filter((each) => !TARGETS.some(({ name }) => name === each));
const [minutes, seed] = [Number(values.minutes ?? MINUTES), Number(values.seed ?? SEED)];

if (unknown.length > 0 || !(minutes > 0) || !Number.isSafeInteger(seed)) {
  const names = TARGETS.map(({ name }) => name).join(", ");
  process.stderr.write(`error: there is no such target, time or seed\nhint: targets are ${names}\n`);
  process.exitCode = 64;
} else {
  process.exitCode = await main();
}

async function main(): Promise<number> {
  const named = positionals.length === 0 ? TARGETS : TARGETS.filter(({ name }) => positionals.includes(name));
  const all = await fuzzAll(named, {
    ...{ seed, ms: minutes * 60_000, turnMs: TURN_MS },
    tell: (line) => process.stderr.write(`${line}\n`),
  });
  for (const each of all) process.stdout.write(`${render(each)}\n`);
  const findings = all.flatMap((each) => each.findings);
  for (const { target, says, input, by } of findings) {
    process.stdout.write(`\n${target} (${by}):\n${says}\n${JSON.stringify(input)}\n`);
    if (values.keep === true && !by.endsWith(".json"))
      process.stdout.write(`kept as ${keepInput(target, input, says.split("\n")[0] ?? "")}\n`);
  }
  return findings.length === 0 ? 0 : 1;
}

function render({ name, inputs, seconds, findings, corpus, missing }: Totals): string {
  if (missing !== null) return `${name}: not run here, because ${missing}`;
  const rate = seconds === 0 ? 0 : Math.round(inputs / seconds);
  const counts = `${inputs} inputs in ${seconds.toFixed(1)} s (${rate}/s), ${findings.length} findings`;
  return `${name}: ${counts}, corpus ${corpus}`;
}
