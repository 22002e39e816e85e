// The other half of the worlds of a deep run: a file has one processor.

import { IS_DEEP } from "../deep.ts";
import { testWorld } from "./world.ts";

for (const number of IS_DEEP ? [6, 7, 8, 9, 10] : []) testWorld(number);
