// What a call through the client has used so far. Messages arrive in pieces that share an id and a count that is not final;
// the result counts everything, helpers of the client included. The larger number is believed.

import { readCount, readField, readText } from "../model/json-fields.ts";
import type { Usage } from "../model/provider.ts";

const NOTHING: Usage = { input: 0, output: 0, cacheCreation: 0 };

/** Takes each message; says the total so far. */
export function openUsageMeter(): (message: unknown) => Usage {
  const pieces = new Map<string, Usage>();
  let counted = NOTHING;
  return (message) => {
    const inner = readField(message, "message");
    const id = readText(inner, "id");
    const usage = readField(inner, "usage");
    if (id !== null && usage !== undefined) {
      pieces.set(id, larger(pieces.get(id) ?? NOTHING, countPiece(usage)));
    }
    const models = readField(message, "modelUsage");
    if (typeof models === "object" && models !== null) {
      counted = larger(counted, Object.values(models).map(countModel).reduce(sum, NOTHING));
    }
    return larger(counted, [...pieces.values()].reduce(sum, NOTHING));
  };
}

function countPiece(usage: unknown): Usage {
  return {
    input: readCount(usage, "input_tokens") ?? 0,
    output: readCount(usage, "output_tokens") ?? 0,
    cacheCreation: readCount(usage, "cache_creation_input_tokens") ?? 0,
  };
}

function countModel(usage: unknown): Usage {
  return {
    input: readCount(usage, "inputTokens") ?? 0,
    output: readCount(usage, "outputTokens") ?? 0,
    cacheCreation: readCount(usage, "cacheCreationInputTokens") ?? 0,
  };
}

function sum(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheCreation: a.cacheCreation + b.cacheCreation,
  };
}

function larger(a: Usage, b: Usage): Usage {
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheCreation: Math.max(a.cacheCreation, b.cacheCreation),
  };
}
