/** For compiling and checking one source. */
export const COMPILE_MS = 5_000;
/** For filling an email for one recipient, which usually takes microseconds. */
export const FILL_MS = 50;
/** For the second attempt, with this email alone: the thread of the first may have waited for a core, or was cold. */
export const SECOND_FILL_MS = 250;
/** For parsing the Liquid of a compiled template. */
export const PARSE_MS = 1_000;
