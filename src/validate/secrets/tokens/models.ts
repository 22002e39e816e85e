// Tokens of model providers. One row a kind of token; see token-shape.ts.

import { type TokenRow, tokenRule } from "./token-shape.ts";

const ROWS: readonly TokenRow[] = [
  ["anthropic-key", "an Anthropic key", "sk-ant-{api,admin,oat,sid}<digits 2>-<url 80-128>AA"],
  ["huggingface-token", "a Hugging Face token", "{hf,api_org}_<letters 34>"],
  ["groq-key", "a Groq key", "gsk_<alnum 52>"],
  ["xai-key", "an xAI key", "xai-<alnum 80>"],
  ["perplexity-key", "a Perplexity key", "pplx-<alnum 48-56>"],
  ["replicate-token", "a Replicate token", "r8_<alnum 37>"],
  ["openrouter-key", "an OpenRouter key", "sk-or-v1-<hex 64>"],
  ["langsmith-key", "a LangSmith key", "lsv2_{pt,sk}_<hex 32>_<hex 10>"],
  ["langfuse-key", "a Langfuse key", "sk-lf-<uuid>"],
  ["pinecone-key", "a Pinecone key", "pcsk_<alnum 5-8>_<alnum 60-70>"],
  ["nvidia-key", "an NVIDIA key", "nvapi-<url 64>"],
  ["elevenlabs-key", "an ElevenLabs key", "sk_<hex 48>"],
  ["tavily-key", "a Tavily key", "tvly-<url 32-50>"],
  ["fireworks-key", "a Fireworks key", "fw_<alnum 24>"],
];

export const MODEL_TOKENS = ROWS.map(tokenRule);
