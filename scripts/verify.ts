// Everything a change must pass, in one command. The last line counts tests and steps together: CI reads it.

import { runSteps } from "./verify/run-steps.ts";
import { verifySteps } from "./verify/verify-steps.ts";

const { passed, failed } = await runSteps((given) => verifySteps(given, "quick"));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
