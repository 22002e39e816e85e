// The live streams of the tabs, and the events sent to them. A tab whose streams have ended has ten seconds to come back
// before its marks are dropped. Three limits apply: the number of tabs, because a browser opens six connections to one
// server and each stream takes one; the number of streams; and a stream that does not read is ended.

import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import type { LiveEvent } from "../protocol.ts";
import { AWAY_MS } from "./marks.ts";

const TABS_MAX = 4;
const STREAMS_MAX = 24;
const UNREAD_MAX = 200;

type Stream = {
  readonly tab: string;
  readonly send: (event: LiveEvent) => void;
  readonly end: () => void;
};

export type Live = {
  readonly open: (tab: string) => ReadableStream<Uint8Array>;
  readonly tell: (event: LiveEvent) => void;
  /** Sends the event to all streams and ends them. */
  readonly end: (why: string) => void;
  readonly count: () => number;
  /** The tabs among these that have been away for too long. Called periodically. */
  readonly findGone: (tabs: readonly string[]) => readonly string[];
};

export function createLive(now: () => Instant): Live {
  const streams = new Set<Stream>();
  const awaySince = new Map<string, Instant>();
  const isHere = (tab: string): boolean => [...streams].some((each) => each.tab === tab);
  const leave = (stream: Stream): void => {
    if (streams.delete(stream) && !isHere(stream.tab)) awaySince.set(stream.tab, now());
  };
  return {
    open: (tab) => {
      const tabs = new Set([...streams].map((each) => each.tab)).add(tab);
      if (tabs.size > TABS_MAX || streams.size >= STREAMS_MAX) {
        const why = `${TABS_MAX} tabs show this page, and a browser has no room for more`;
        throw new CredenceError("RATE_LIMIT", why, "close one of them");
      }
      awaySince.delete(tab);
      return openStream(tab, { join: (stream) => streams.add(stream), leave });
    },
    tell: (event) => {
      for (const each of streams) each.send(event);
    },
    end: (why) => {
      for (const each of [...streams]) {
        each.send({ kind: "ending", why });
        each.end();
      }
    },
    count: () => streams.size,
    findGone: (tabs) => {
      const at = now();
      return [...new Set(tabs)].filter((tab) => {
        if (isHere(tab)) return false;
        const since = awaySince.get(tab) ?? at;
        // A tab without any stream counts as away since its first check.
        awaySince.set(tab, since);
        if (at - since < AWAY_MS) return false;
        return awaySince.delete(tab);
      });
    },
  };
}

type Crowd = { readonly join: (stream: Stream) => void; readonly leave: (stream: Stream) => void };

function openStream(tab: string, { join, leave }: Crowd): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stream: Stream | null = null;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (): void => {
          if (stream === null) return;
          leave(stream);
          stream = null;
          controller.close();
        };
        const send = (event: LiveEvent): void => {
          if (stream === null) return;
          controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
          if ((controller.desiredSize ?? 0) < -UNREAD_MAX) end();
        };
        stream = { tab, send, end };
        join(stream);
        send({ kind: "hello" });
      },
      cancel: () => {
        if (stream !== null) leave(stream);
        stream = null;
      },
    },
    { highWaterMark: 1 },
  );
}
