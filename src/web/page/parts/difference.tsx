// The difference of two texts. The server counts equal lines and lines without news; look-alike letters are marked.

import type { DiffLine } from "../../../app/page/views.ts";
import { EndMark } from "./end-mark.tsx";

const SIGNS = { same: " ", added: "+", removed: "−", gap: "⋯" } as const;
const WORDS = { same: "", added: "added: ", removed: "removed: ", gap: "" } as const;

type DifferenceProps = {
  readonly lines: readonly DiffLine[];
  readonly label: string;
  /** Names the part whose end the user has to see. */
  readonly part: string;
};

export function Difference({ lines, label, part }: DifferenceProps) {
  return (
    <div class="diff text" role="group" aria-label={label}>
      {lines.map((line, at) => (
        <div class={`line ${line.kind}`} key={at}>
          <span class="sign" aria-hidden="true">
            {SIGNS[line.kind]}
          </span>
          <span class="unseen">{WORDS[line.kind]}</span>
          <span dir="auto">{line.parts.map(renderPart)}</span>
        </div>
      ))}
      <EndMark part={part} what="the changes" key={part} />
    </div>
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
