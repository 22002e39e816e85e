// The trained weights, one signed byte a slot. scripts/train-injection.ts writes the file; nobody edits it by hand.

import stored from "../weights.json" with { type: "json" };

export type Weights = {
  readonly values: Int8Array;
  /** What one step of a byte is worth. */
  readonly scale: number;
  readonly bias: number;
};

let decoded: Weights | null = null;

/** Decoded on first use: most commands never score anything. */
export function readWeights(): Weights {
  if (decoded !== null) return decoded;
  const bytes = Buffer.from(stored.weights, "base64");
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  decoded = { values, scale: stored.scale, bias: stored.bias };
  return decoded;
}
