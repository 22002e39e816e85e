// What changed between two texts. Lines that are the same are folded; letters that only look alike are marked.

import { useState } from "preact/hooks";
import type { DiffLine } from "../../../app/page/views.ts";
import { count } from "./words.ts";

const CONTEXT_LINES = 2;
/** Fewer than these are shown: a button would take as much room. */
const FOLDED_MIN = 4;
const SIGNS = { same: " ", added: "+", removed: "−", gap: "⋯" } as const;
const WORDS = { same: "", added: "added: ", removed: "removed: ", gap: "" } as const;

type Stretch = { readonly lines: readonly DiffLine[]; readonly isFolded: boolean };

export function Difference({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    <div class="diff text" role="group" aria-label={label}>
      {foldSame(lines).map((stretch, at) => (
        <StretchLines stretch={stretch} key={at} />
      ))}
    </div>
  );
}

/** Long runs of equal lines become one stretch that a person can open. */
function foldSame(lines: readonly DiffLine[]): Stretch[] {
  const isNear = new Uint8Array(lines.length);
  lines.forEach(({ kind }, at) => {
    const around = kind === "gap" ? 0 : CONTEXT_LINES;
    if (kind !== "same") isNear.fill(1, Math.max(0, at - around), at + around + 1);
  });
  const stretches: { lines: DiffLine[]; isFolded: boolean }[] = [];
  lines.forEach((line, at) => {
    const isFolded = isNear[at] === 0;
    const last = stretches.at(-1);
    if (last?.isFolded === isFolded) last.lines.push(line);
    else stretches.push({ lines: [line], isFolded });
  });
  return stretches;
}

function StretchLines({ stretch: { lines, isFolded } }: { stretch: Stretch }) {
  const [isOpen, setOpen] = useState(false);
  if (isFolded && lines.length >= FOLDED_MIN && !isOpen) {
    return (
      <button type="button" class="quiet fold" onClick={() => setOpen(true)}>
        {count(lines.length, "unchanged line", "unchanged lines")}
      </button>
    );
  }
  return (
    <>
      {lines.map((line, at) => (
        <div class={`line ${line.kind}`} key={at}>
          <span class="sign" aria-hidden="true">
            {SIGNS[line.kind]}
          </span>
          <span class="unseen">{WORDS[line.kind]}</span>
          <span dir="auto">{line.parts.map(renderPart)}</span>
        </div>
      ))}
    </>
  );
}

function renderPart({ text, isLookAlike }: DiffLine["parts"][number]) {
  if (!isLookAlike) return text;
  return (
    <mark class="look-alike" title="looks the same as before, and is not">
      {text}
    </mark>
  );
}
