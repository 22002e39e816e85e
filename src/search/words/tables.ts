// Words that carry grammar, not subject. The build writes them out: see scripts/build/render-tables.ts.

import type { WordSet } from "./word-lookup.ts";

/** Words that S2's engine does not ask for. */
export const EXACT_STOP_WORDS: WordSet = new Set(
  `a about after all also am an and any are as at be because been but by can could did do does for from get go
   had has have he her him his how i if in into is it its just let like me my near need no not now of on one or
   other our out over she should so some such than that the their them then there these they this to too up us use
   using very want was we were what when where which while who why will with would you your`.split(/\s+/),
);

/** Words that our own ranking weighs lightly instead: between two memories alike they still tell. */
export const FUNCTION_WORDS: WordSet = new Set(
  `a about above after again all also am an and any are aren as at be because been before being below between both but by
   can could couldn did didn do does doesn doing don done down during each few for from further had hadn has hasn have
   having he her here hers him his how i if in into is isn it its itself just let ll me might more most must my near no
   nor not now of off on once only or other our out over own re same shall she should shouldn so some such than that the
   their them then there these they this those through to too under until up us use using ve very was wasn we were weren
   what when where which while who whom whose why will with won would wouldn yet you your yours`.split(/\s+/),
);
