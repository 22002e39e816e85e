// The parts of the evidence, in the order of the page: a part is a row here and a directory or file beside it.

import { CORE_PART } from "./core.ts";
import { FAULTS_PART } from "./faults.ts";
import { FUZZ } from "./fuzz.ts";
import { GIVEN } from "./given.ts";
import { GROWTH } from "./growth.ts";
import { POISONING } from "./poisoning.ts";
import { RIVALS_PART } from "./rivals.ts";
import type { Part } from "./section.ts";

export const PARTS: readonly Part[] = [POISONING, FAULTS_PART, FUZZ, RIVALS_PART, GIVEN, GROWTH, CORE_PART];
