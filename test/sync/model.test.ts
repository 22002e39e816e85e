// One world of a few rounds; in a deep run ten of thirty, the other half of them in model-again.test.ts, beside these: a world
// grows, and what begins it matters, too.

import { IS_DEEP } from "../deep.ts";
import { testWorld } from "./world.ts";

for (const number of IS_DEEP ? [1, 2, 3, 4, 5] : [1]) testWorld(number);
