/**
 * Part of every cache key: the same input gives the same bytes for one version, and another version may give others.
 * Raise it with every change that can change a pixel, a layout or the HTML.
 */
export const COMPOSER_VERSION = '3';
