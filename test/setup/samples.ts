import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Real payloads and data beside the project's folder, where they exist. They are not part of the project. */
const SHARED = process.env['REKINDLE_SHARED_DIR'] ?? join(import.meta.dirname, '../../../shared');

export const samplesAt = join(SHARED, 'samples/platform-a');
export const hasSamples = existsSync(samplesAt);
/** For the title of a skipped block. */
export const withSamples = hasSamples
  ? 'with the real payloads'
  : 'SKIPPED: the real payloads are not beside the project';

export const sample = (name: string): Buffer => readFileSync(join(samplesAt, name));

export const cdnowAt = join(SHARED, 'data/cdnow');
export const hasCdnow = existsSync(cdnowAt);
/** For the title of a skipped block. */
export const withCdnow = hasCdnow ? 'the CDNOW orders' : 'SKIPPED: the CDNOW orders are not beside the project';

const liftAt = join(SHARED, 'data/lift/reference.json');
export const hasLift = existsSync(liftAt);
export const withLift = hasLift
  ? 'the reference cases of lift'
  : 'SKIPPED: the reference cases of lift are not beside the project';

/** One part of the reference. */
export function liftPart<Part>(part: string): Part {
  const parts = JSON.parse(readFileSync(liftAt, 'utf8')) as Record<string, unknown>;
  return parts[part] as Part;
}

/** The cases of one part of the reference. Two independent programs computed the expected values. */
export const liftCases = <Input, Expected>(part: string) =>
  liftPart<readonly { input: Input; expected: Expected }[]>(part);

export const photosAt = join(SHARED, 'samples/photos');
export const hasPhotos = existsSync(photosAt);
/** For the title of a skipped block. */
export const withPhotos = hasPhotos
  ? 'the sample photographs'
  : 'SKIPPED: the sample photographs are not beside the project';
