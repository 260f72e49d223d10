import { createHash } from 'node:crypto';
import { COMPOSER_VERSION } from '#libs/compositor';
import { type ImageSpec, type SourceImage, sourceImages } from '../renders/image-spec.js';

/**
 * A hash of everything that decides the result: the spec with the brand and its version, the bytes of all source
 * images, the provider, and the version of the compositor. Undefined while a source image has not been fetched.
 */
export function cacheKey(spec: ImageSpec, maker: string): string | undefined {
  if (sourceImages(spec).some(({ hash }) => hash === undefined)) return undefined;
  return createHash('sha256')
    .update(canonical({ spec, maker, composer: COMPOSER_VERSION }, asContent))
    .digest('hex');
}

/** A source image counts by its bytes and not by its address. */
const asContent = (value: object): object => (isImage(value) ? { hash: value.hash } : value);
const isImage = (value: object): value is SourceImage => 'url' in value && 'pointer' in value;

/** JSON with sorted keys and without undefined values. */
function canonical(value: unknown, replace: (value: object) => object): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, replace)).join()}]`;
  const entries = Object.entries(replace(value)).filter(([, item]) => item !== undefined);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, replace)}`).join()}}`;
}
