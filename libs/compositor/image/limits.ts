/** A file may have this many bytes, 10 MB. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** An image may have this many pixels, by its header, before anything is unpacked. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Smaller is a tracking pixel or a mistake, and nothing to print. */
export const MIN_SIDE = 16;
