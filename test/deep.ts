// How much a test tries. `npm run verify` is to be quick; CREDENCE_TEST_DEEP=1, which `npm run verify:deep` sets, tries everything.

export const IS_DEEP = process.env["CREDENCE_TEST_DEEP"] === "1";

/** For whatever holds in both kinds of state: the name of a real key takes twenty times as long to make. */
export const ANY_STATE: "test" | "real" = IS_DEEP ? "real" : "test";
