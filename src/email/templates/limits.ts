/** For one source, from its Markdown to the check of the result. */
export const COMPILE_MS = 5_000;
/** For the email of one recipient; usually it takes some microseconds. */
export const FILL_MS = 50;
/** For an email that took longer than that, alone: its thread may have been slow to get a core, or cold. */
export const SECOND_FILL_MS = 250;
/** For the Liquid of a template that was compiled in time. */
export const PARSE_MS = 1_000;
