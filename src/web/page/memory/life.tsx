// The life of a memory on a line, with the same events as a list below.

import type { LifeEvent } from "../../../app/page/views.ts";
import { Day, Foreign } from "../parts/labels.tsx";

const WIDTH = 1_000;
const EDGE = 12;
const MIDDLE = 14;

/** Acts of a person stand above the line, other events below. */
const BY_PERSON: ReadonlySet<LifeEvent["kind"]> = new Set(["approved", "kept", "restored", "edited"]);
const EVENTS_SHOWN = 40;

export function Life({ events }: { events: readonly LifeEvent[] }) {
  const shown = events.slice(-EVENTS_SHOWN);
  return (
    <>
      <LifeLine events={shown} />
      <ol class="life">
        {events.length > shown.length && <li class="none">{events.length - shown.length} earlier events</li>}
        {shown.map(({ at, kind, by, says, reason }, place) => (
          <li class={`life-${kind}`} key={place}>
            <Day at={at} />
            <span>
              <strong>{says}</strong>
              {by !== null && <> by {by}</>}
              {reason !== null && (
                <>
                  : <Foreign text={reason} charsMax={300} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function LifeLine({ events }: { events: readonly LifeEvent[] }) {
  const times = events.map(({ at }) => Date.parse(at)).filter((time) => !Number.isNaN(time));
  const [from, to] = [Math.min(...times), Math.max(Date.now(), ...times)];
  const place = (at: string): number =>
    EDGE + ((Date.parse(at) - from) / Math.max(1, to - from)) * (WIDTH - 2 * EDGE);
  return (
    <svg class="life-line" viewBox={`0 0 ${WIDTH} 28`} preserveAspectRatio="none" aria-hidden="true">
      <path class="life-track" d={`M${EDGE} ${MIDDLE}H${WIDTH - EDGE}`} />
      {events.map(({ at, kind }, index) =>
        Number.isNaN(Date.parse(at)) ? null : (
          <path
            class={`life-mark life-${kind}`}
            d={`M${place(at)} ${MIDDLE}v${BY_PERSON.has(kind) ? -11 : 11}`}
            key={index}
          />
        ),
      )}
    </svg>
  );
}
