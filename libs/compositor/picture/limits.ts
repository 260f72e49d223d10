/** A file may have this many bytes, 10 MB. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** A picture may have this many pixels, by its header, before anything is unpacked. */
export const MAX_PICTURE_PIXELS = 40_000_000;
/** Smaller is a tracking pixel or a mistake, and nothing to print. */
export const MIN_SIDE = 16;
