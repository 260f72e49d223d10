/** Largest file in bytes: 10 MB. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Most pixels by the image's header; checked before the image is decoded. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** A smaller image is a tracking pixel or a mistake. */
export const MIN_SIDE = 16;
