import type { Command } from "../call/command.ts";

export const ask: Command = {
  name: "ask",
  summary: "Answer a question from your memories, and cite them",
  usage: ["ask [--corpus NAME] QUESTION…"],
  options: {
    corpus: { type: "string", value: "NAME", help: "only this corpus; otherwise the results of a search" },
  },
  exits: { 1: "no model answered, or its answer cannot be used" },
  examples: ["ask 'why do we deploy on Tuesdays?'", "ask --corpus deploys 'what may break a release?'"],
  run: async (io, call) => (await import("../work/ask.ts")).answerQuestion(io, call),
};
