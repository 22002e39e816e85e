// The three validators. Attack: a text that makes one of them fail, stall, point elsewhere or tell the secret that it found.

import assert from "node:assert/strict";
import fc from "fast-check";
import { renderFile } from "../../../src/memory/file/write-frontmatter.ts";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { checkSecrets, locateSecrets } from "../../../src/validate/check-secrets.ts";
import { checkStructure } from "../../../src/validate/check-structure.ts";
import { INJECTION_RULES } from "../../../src/validate/injection/index.ts";
import { SECRET_RULES } from "../../../src/validate/secrets/index.ts";
import { EXIT_OF_LABEL, NO_CONTEXT, type Verdict } from "../../../src/validate/verdict.ts";
import { arbitraryFields } from "../../memory/file/arbitrary-memory.ts";
import { hostileText } from "../../memory/text/hostile-text.ts";
import { withSamples } from "../../validate/injection/rule-samples.ts";
import { fieldOf, openedAs, type Target, textOf } from "../target.ts";

/** Parts, some of them repeated: so a sample secret need not stand in the corpus as it is. */
type Part = { readonly text: string; readonly times: number };
type Input = { readonly name: string; readonly parts: readonly Part[]; readonly isFlood: boolean };

const secretSamples = SECRET_RULES.flatMap(({ catches, spares }) => [...catches, ...spares]);
const injectionSamples = withSamples(INJECTION_RULES).flatMap(({ catches, spares }) => [
  ...catches,
  ...spares,
]);

const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...secretSamples) },
  { weight: 4, arbitrary: fc.constantFrom(...injectionSamples) },
  { weight: 2, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom("\n", "\n\n- ", "\n```\n", " = ", ": ", '"', "<redacted>", "</redacted>"),
  },
);
/** Broken up as somebody would who wants to pass. */
const bent = fc
  .tuple(
    words,
    fc.nat(),
    fc.constantFrom("", "", "", "", "\u200b", "\n", " ", "\\n", "<redacted>x</redacted>", "\u0301"),
  )
  .map(([text, at, between]) => {
    const place = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, place) + between + text.slice(place);
  });
const part = fc.record({
  text: bent,
  times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.nat({ max: 9 })),
});
const head = arbitraryFields.map((fields) => ({ text: renderFile(fields, ""), times: 1 }));
const parts = fc.array(part, { minLength: 1, maxLength: 5 });

const made: fc.Arbitrary<Input> = fc.record({
  name: fc.oneof(
    fc.constantFrom("note.md", "project_a.md", "-", ""),
    bent.map((text) => `${text.slice(0, 80)}.md`),
  ),
  parts: fc.oneof(
    parts,
    fc.tuple(head, parts).map(([first, rest]) => [first, ...rest]),
  ),
  isFlood: fc.nat({ max: 15 }).map((dice) => dice === 0),
});

export const validators: Target = {
  name: "validators",
  promises:
    "no failure, findings lie in the text, previews hold no secret, time grows with the length and no faster",
  quick: 150,
  open: async () => {
    await calibrate();
    return openedAs({ made, read, check });
  },
};

const CHARS_MAX = 60_000;

function read(value: unknown): Input | null {
  const [name, given] = [textOf(value, "name"), fieldOf(value, "parts")];
  if (name === null || !Array.isArray(given)) return null;
  const all = given.map((each) => ({ text: textOf(each), times: Number(fieldOf(each, "times")) }));
  const whole = all.flatMap(({ text, times }) =>
    text !== null && Number.isSafeInteger(times) && times >= 0 && text.length * times < CHARS_MAX
      ? [{ text, times }]
      : [],
  );
  if (whole.length !== all.length || whole.length === 0) return null;
  return { name, parts: whole, isFlood: fieldOf(value, "isFlood") === true };
}

async function check({ name, parts, isFlood }: Input): Promise<void> {
  const text = parts
    .map((each) => each.text.repeat(each.times))
    .join("")
    .slice(0, CHARS_MAX);
  const spans = await locateSecrets(name, text, NO_CONTEXT);
  for (const [at, { start, end }] of spans.entries()) {
    assert.ok(0 <= start && start <= end && end <= text.length, `a secret at ${start} to ${end}`);
    assert.ok(start >= (spans[at - 1]?.start ?? 0), "secrets are not in the order of the text");
  }
  const secrets = await checkSecrets(name, text, NO_CONTEXT);
  const structure = checkStructure(name, Buffer.from(text));
  const injection = checkInjection(name, text, NO_CONTEXT);
  for (const verdict of [secrets, structure, injection]) checkVerdict(verdict, text);
  assert.equal(
    secrets.exit === 1,
    spans.length > 0 || hasNameFinding(secrets),
    "a secret is found and not located",
  );
  const values = spans.map(({ start, end }) => text.slice(start, end));
  const around = spans.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}\n${rest.slice(end)}`,
    text,
  );
  checkPreviews([secrets, injection], { values, around });
  if (isFlood) await checkTime(text);
}

function hasNameFinding({ findings }: Verdict): boolean {
  return findings.some(
    ({ message, severity }) => severity === "error" && message.startsWith("the file name"),
  );
}

function checkVerdict({ label, exit, findings, tool }: Verdict, text: string): void {
  assert.equal(exit, EXIT_OF_LABEL[label]);
  assert.equal(exit === 0 && tool === "injection-check" ? findings.length : 0, 0, "clean, with findings");
  const lines = text.split("\n");
  for (const { line, column, message, rule } of findings) {
    const own = lines[line - 1];
    assert.ok(
      own !== undefined && Number.isInteger(line),
      `${tool} ${rule}: line ${line} of ${lines.length}`,
    );
    assert.ok(
      column >= 1 && column <= [...own].length + 1,
      `${tool} ${rule}: column ${column} of line ${line}`,
    );
    assert.doesNotMatch(
      message,
      /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/,
      `${tool} ${rule} is not one line`,
    );
  }
}

/** More of it than the preview may hold, in characters that are no word of ours. */
const OPAQUE = /[A-Za-z0-9+/_=-]{12,}/g;

type Told = {
  readonly values: readonly string[];
  /** The text without them: what stands there, too, is no secret. */
  readonly around: string;
};

function checkPreviews(verdicts: readonly Verdict[], { values, around }: Told): void {
  const said = verdicts.flatMap(({ findings }) => findings.map(({ message }) => message)).join("\n");
  for (const value of values)
    for (const [token] of value.matchAll(OPAQUE)) {
      const beginning = token.slice(0, 10);
      if (!/\d/.test(token) || !/[A-Za-z]/.test(token) || around.includes(beginning)) continue;
      assert.ok(!said.includes(beginning), `a message holds a secret: ${said}`);
    }
}

// Time: of this text over and over, against that of honest prose of the same length, measured in the same run.

const FLOOD_CHARS = 64_000;
const PROSE =
  "We deploy on Tuesdays, before noon, when the team is there to watch it; the runbook says how.\n";
/** Hostile text costs more than prose, by what its rules do with it, and never by its length squared. */
const SLOWER_MAX = 60;
const ATTEMPTS = 4;
let proseMs = 0;

async function calibrate(): Promise<void> {
  const times: number[] = [];
  for (let left = 5; left > 0; left -= 1) times.push(await measure(fill(PROSE)));
  // The second best: the first ones compile.
  proseMs = Math.max(1, times.sort((a, b) => a - b)[1] ?? 1);
}

async function checkTime(text: string): Promise<void> {
  if (text === "") return;
  let best = Number.POSITIVE_INFINITY;
  for (let left = ATTEMPTS; left > 0 && best > proseMs * SLOWER_MAX; left -= 1)
    best = Math.min(best, await measure(fill(text)));
  const often = Math.round(best / proseMs);
  assert.ok(often <= SLOWER_MAX, `${often} times as long as prose: ${best} ms for ${FLOOD_CHARS} characters`);
}

function fill(text: string): string {
  return text.repeat(Math.ceil(FLOOD_CHARS / text.length)).slice(0, FLOOD_CHARS);
}

async function measure(text: string): Promise<number> {
  const before = process.cpuUsage();
  checkStructure("note.md", Buffer.from(text));
  await checkSecrets("note.md", text, NO_CONTEXT);
  checkInjection("note.md", text, NO_CONTEXT);
  return process.cpuUsage(before).user / 1_000;
}
