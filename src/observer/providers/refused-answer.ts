// Answers of plain completions that are none, and tools that nobody offered.

import { ProviderError, type Question } from "../model/provider.ts";

export type NamedCall = { readonly id: string | null; readonly tool: string | null; readonly input: unknown };

export function reportToolUse({ onAttempt }: Question, { id, tool, input }: NamedCall): void {
  onAttempt({ id, tool: tool ?? "unnamed", input, result: "denied", message: "no tool was offered" });
}

export function cutOff(): ProviderError {
  return new ProviderError("final", "the answer was cut off at the limit of output tokens");
}

export function noAnswer(): ProviderError {
  return new ProviderError("final", "the provider gave no text");
}
