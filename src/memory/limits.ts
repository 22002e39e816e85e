// A limit on everything. Characters are code points, bytes are UTF-8.

export const NAME_CHARS_MIN = 2;
export const NAME_CHARS_MAX = 120;
export const DESCRIPTION_CHARS_MAX = 256;
export const CUES_MAX = 6;
export const CUE_CHARS_MIN = 2;
export const CUE_CHARS_MAX = 80;
export const CONTRADICTS_MAX = 4;
export const TAGS_MAX = 12;
export const TAG_CHARS_MAX = 40;
export const REASON_CHARS_MAX = 300;
export const SESSION_CHARS_MAX = 120;
export const TAINTS_MAX = 20;
export const TAINT_CHARS_MAX = 120;
export const RELATED_FILES_MAX = 50;
export const RELATED_FILE_CHARS_MAX = 300;
export const BODY_CHARS_MIN = 30;
/** A longer body is allowed but says WARN: recall shows an excerpt only. */
export const BODY_CHARS_WISHED = 5_000;
export const FILE_BYTES_MAX = 64 * 1024;
export const FILE_NAME_BYTES_MAX = 100;
export const CATEGORY_DESCRIPTION_CHARS_MAX = 500;

/** What secret-check and injection-check read of one text; a larger one is never called clean. */
export const SCAN_BYTES_MAX = 16 * 1024 * 1024;

/** A root with more files than this is left out, and an id with more statements withheld: no history has them. */
export const ROOT_FILES_MAX = 200_000;
export const STATEMENTS_MAX = 4_096;
/** The statements of one trusted signer about one uuid that count; twice as many as a chain of changes has. */
export const SIGNER_STATEMENTS_MAX = 512;

/** Unless the person chose another number, up to the second. */
export const OBSERVATION_DAYS = 7;
export const OBSERVATION_DAYS_MAX = 30;
export const STALE_DAYS = 90;
export const QUARANTINE_PASSIVE_DAYS = 30;
export const QUARANTINE_AUDIT_DAYS = 90;
/** A date further ahead than this counts as absent. */
export const CLOCK_SKEW_HOURS = 24;

/** How many statements one can replace; doctor warns before, and the next one begins another memory under the id. */
export const FOLLOWS_MAX = 256;
export const FOLLOWS_WARNED = 200;
/** The file of a statement; one that replaces and lifts as many as it may has 35 kB. A tombstone names every text that was known. */
export const STATEMENT_BYTES_MAX = 48 * 1024;
export const TOMBSTONE_BYTES_MAX = 640 * 1024;
/** Of signers whom nobody here trusts: so many of them, and so many statements of each. */
export const STRANGERS_MAX = 32;
export const STRANGE_STATEMENTS_MAX = 64;
/** How many texts a tombstone can name: as many as one memory can have statements. */
export const ENDED_MAX = 4_096;

/**
 * Combining marks on one base. The tallest stacks of real writing (Tibetan seed syllables) have eight; text that is
 * piled up to hide its neighbours has dozens.
 */
export const MARKS_MAX = 8;
/** A path that was cut leads nowhere, so this is far above any real one. */
export const PATH_CHARS_MAX = 1_000;
export const EXCERPT_CHARS_MAX = 2_000;
export const SOURCE_CHARS_MAX = 200;
/** A reduced key of a category description, or the label of an entry. */
export const KEY_CHARS_MAX = 40;

/** What of a wrong configuration value a warning repeats. */
export const CONFIG_VALUE_CHARS_MAX = 40;
/** A file with more mistakes than this has one big one. */
export const CONFIG_WARNINGS_MAX = 20;

/** Where systems and packages put programs: a repository can choose another PATH. */
export const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";
