/**
 * Part of every cache key. One version gives the same bytes for the same input; another version may give others. Raise
 * it with every change that can change a pixel, a layout or the HTML.
 */
export const COMPOSER_VERSION = '17';
