// The prompt, kept back until the client has proved itself. First comes a message without content that asks for nothing: it
// makes the client say how it is set up, at no cost.

export type HeldPrompt = {
  readonly messages: AsyncIterable<unknown>;
  readonly release: () => void;
  readonly isReleased: () => boolean;
};

export function holdPrompt(text: string): HeldPrompt {
  const gate = Promise.withResolvers<void>();
  let isReleased = false;
  return {
    messages: stream(text, gate.promise),
    release: () => {
      isReleased = true;
      gate.resolve();
    },
    isReleased: () => isReleased,
  };
}

async function* stream(text: string, gate: Promise<void>): AsyncGenerator<unknown> {
  yield { ...messageOf([]), shouldQuery: false };
  await gate;
  yield messageOf(text);
  // An end of the stream would close the client's input while it answers; its process is ended instead.
  await Promise.withResolvers<never>().promise;
}

function messageOf(content: string | readonly []) {
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}
