// The stream of what happens: one JSON object per line, for as long as the page is open. When it breaks, the page tries a few
// times more and then says that the server is gone.

import { API, type LiveEvent } from "../../protocol.ts";
import { sessionHeaders } from "./session.ts";

export type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (state: "open" | "lost" | "gone") => void;
};

const PAUSES_MS = [300, 700, 1_500, 3_000, 5_000];

export async function listen({ onEvent, onConnection }: Listener): Promise<void> {
  for (let failures = 0; failures <= PAUSES_MS.length; failures += 1) {
    const end = await readStream((event) => {
      failures = 0;
      onConnection("open");
      onEvent(event);
    });
    if (end === "ending" || end === "refused") break;
    onConnection("lost");
    const pause = PAUSES_MS[failures];
    if (pause !== undefined) await new Promise((resume) => setTimeout(resume, pause));
  }
  onConnection("gone");
}

async function readStream(onEvent: (event: LiveEvent) => void): Promise<"ending" | "refused" | "broken"> {
  try {
    const response = await fetch(`${API}/live`, { headers: sessionHeaders() });
    // Where there are too many tabs, one may be closed meanwhile.
    if (response.status === 429) return "broken";
    if (!response.ok || response.body === null) return "refused";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return "broken";
      const lines = `${rest}${value}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter((each) => each.trim() !== "")) {
        const event: LiveEvent = JSON.parse(line);
        onEvent(event);
        if (event.kind === "ending") return "ending";
      }
    }
  } catch {
    // Cut off in the middle: the caller tries again.
    return "broken";
  }
}
