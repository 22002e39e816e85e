// All that is checked of the sources and the documentation, in one process: parsing the sources takes longer than most checks.

import "./check-docs.ts";
import "./check-imports.ts";
import "./check-prose.ts";
import "./check-rooms.ts";
import "./check-ruler.ts";
import "./check-signing.ts";
import "./check-sizes.ts";
import "./check-style.ts";
import "./check-tables.ts";
import "./check-unused.ts";
