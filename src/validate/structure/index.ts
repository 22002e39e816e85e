// The list of structure rules. A new rule is one file and one line here.

import bodyLength from "./body-length.ts";
import byteOrderMark from "./byte-order-mark.ts";
import conflictMarkers from "./conflict-markers.ts";
import fileName from "./file-name.ts";
import lineEndings from "./line-endings.ts";
import longBody from "./long-body.ts";
import normalForm from "./normal-form.ts";
import prefixType from "./prefix-type.ts";
import type { StructureRule } from "./rule.ts";
import sections from "./sections.ts";

export const STRUCTURE_RULES: readonly StructureRule[] = [
  conflictMarkers,
  bodyLength,
  fileName,
  prefixType,
  longBody,
  sections,
  lineEndings,
  byteOrderMark,
  normalForm,
];
