import { createHash } from 'node:crypto';
import { COMPOSER_VERSION } from '#libs/compositor';
import { type ImageSpec, type SourceImage, sourceImages } from '../renders/image-spec.js';

/**
 * The name of everything that decides a result: what is asked for, the brand and its version, the bytes of all images,
 * who makes it and which version of our drawing. Undefined while an image is not here yet.
 */
export function cacheKey(spec: ImageSpec, maker: string): string | undefined {
  if (sourceImages(spec).some(({ hash }) => hash === undefined)) return undefined;
  return createHash('sha256')
    .update(canonical({ spec, maker, composer: COMPOSER_VERSION }, asContent))
    .digest('hex');
}

/** An image is its bytes, wherever it came from. */
const asContent = (value: object): object => (isImage(value) ? { hash: value.hash } : value);
const isImage = (value: object): value is SourceImage => 'url' in value && 'pointer' in value;

/** JSON with sorted keys, and without those that are undefined. */
function canonical(value: unknown, replace: (value: object) => object): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, replace)).join()}]`;
  const entries = Object.entries(replace(value)).filter(([, item]) => item !== undefined);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, replace)}`).join()}}`;
}
