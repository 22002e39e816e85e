// A few small worlds; in a deep run sixty of them.

import { IS_DEEP } from "../deep.ts";
import { testWorld } from "./world.ts";

const WORLDS = IS_DEEP ? 60 : 3;

for (let number = 1; number <= WORLDS; number += 1) testWorld(number);
