import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const DUMP = 'rekindle.dump';
/** The files of the image storage. */
export const IMAGES = 'storage';
/** The checksum of each file, as `sha256sum --check` reads it. */
export const CHECKSUMS = 'SHA256SUMS';
/** Written last, so a folder without it is not a whole backup. */
export const MANIFEST = 'manifest.json';

export interface Manifest {
  readonly createdAt: string;
  readonly version: string;
  /** The newest migration in the database. */
  readonly schema: string;
  /** A check value of each encryption key, newest first. No key can be computed from it. */
  readonly keys: readonly string[];
  /** Files of images, or where they are when this backup does not have them. */
  readonly images: { readonly files: number; readonly bytes: number } | { readonly elsewhere: string };
}

/** A reason not to back up or restore. The message is for an operator. */
export class BackupError extends Error {}

/** Shows whether two keys are the same, and nothing else of them. */
export const checkValueOf = (key: Buffer): string =>
  createHmac('sha256', key).update('rekindle backup').digest('hex').slice(0, 16);

/** Refuses where a key is missing with which texts in the backup were sealed. */
export function checkKeys({ keys }: Manifest, configured: readonly Buffer[]): void {
  const known = new Set(configured.map(checkValueOf));
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return;
  throw new BackupError(
    `ENCRYPTION_KEYS lacks ${missing.length} of the ${keys.length} keys of the backup (check values ${missing.join(', ')}). ` +
      'Without them no platform token could be read, and erased customers would not be recognized.',
  );
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} has no ${MANIFEST}: it is not a whole backup.`);
  });
  try {
    const value = JSON.parse(text) as Manifest;
    if (Array.isArray(value.keys) && typeof value.images === 'object') return value;
  } catch {
    // As below.
  }
  throw new BackupError(`${MANIFEST} in ${folder} was not written by npm run backup.`);
}
