import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SDK_DIRECTORY } from "../../scripts/verify/fetch-clients.ts";

/** The real Agent SDK, of the version that these tests were written against. */
export const loadSdk = (): Promise<unknown> => import(pathToFileURL(join(SDK_DIRECTORY, "sdk.mjs")).href);
