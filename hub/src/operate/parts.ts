// The parts of a hub besides the carrier: data derived from texts, and answers for agents.

import type { Indexer } from "../carrier/put.ts";
import { agentMounts } from "../mcp/mounts.ts";
import { forgetTexts, indexTexts } from "../search/index-texts.ts";
import type { Parts } from "./serve.ts";

const indexer: Indexer = { index: indexTexts, forget: forgetTexts };

export const PARTS: Parts = { indexer, mounts: (sql) => agentMounts(sql, indexer) };
