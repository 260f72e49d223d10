/** Largest file in bytes: 10 MB. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Most pixels by the image's header; checked before the image is decoded. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Most bytes of a served file that is up to `WIDTH_OF_LIMITS` pixels wide. Wider files have more in proportion. */
const BANNER_BYTES = 200_000;
/** A minute of frames in 256 colours needs more than a still image. */
const COUNTDOWN_BYTES = 500_000;
const GRID_BYTES = 400_000;
const WIDTH_OF_LIMITS = 1_200;

const scaled = (bytes: number, width: number): number => Math.round(bytes * Math.max(1, width / WIDTH_OF_LIMITS));

/** The limit of a banner, a hero or an image without text. */
export const mostBytesOf = (width: number): number => scaled(BANNER_BYTES, width);
/** The limit of an animated countdown. */
export const mostCountdownBytesOf = (width: number): number => scaled(COUNTDOWN_BYTES, width);
export const mostGridBytesOf = (width: number): number => scaled(GRID_BYTES, width);

/** A smaller image is a tracking pixel or a mistake. */
export const MIN_SIDE = 16;
