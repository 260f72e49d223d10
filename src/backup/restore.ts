import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, verifyChecksums } from './checksums.js';
import { countTables, dropTables, type Source } from './database.js';
import { BackupError, checkKeys, DUMP, IMAGES, type Manifest, readManifest } from './manifest.js';
import { runProgram } from './postgres-programs.js';

export interface RestoreOptions {
  /** Removes what the database and the image storage have. */
  readonly replace: boolean;
  /** Creates the roles of row-level security, which the dump names and does not have. */
  readonly prepareRoles: () => Promise<void>;
}

/**
 * Restores a backup. Everything is checked before anything is changed: the checksums, the keys, and that the target is
 * empty.
 * @throws BackupError
 */
export async function restore(target: Source, folder: string, options: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  checkKeys(manifest, target.encryptionKeys);
  await verifyChecksums(folder);
  const images = imageFolder(target, manifest);
  await refuseUnlessEmpty(target, images, options);
  await options.prepareRoles();
  if (options.replace) await dropTables(target.databaseUrl);
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner'];
  await runProgram('pg_restore', target.databaseUrl, [...flags, join(folder, DUMP)]);
  if (images) {
    if (options.replace) await rm(images, { recursive: true, force: true });
    const from = join(folder, IMAGES);
    for (const file of await filesBelow(from)) await cp(join(from, file), join(images, file), { recursive: true });
  }
  return manifest;
}

/** Undefined where the backup has no files of images. */
function imageFolder({ storageUrl }: Source, { images }: Manifest): string | undefined {
  if (!('files' in images)) return undefined;
  if (storageUrl.startsWith('file:')) return fileURLToPath(storageUrl);
  throw new BackupError('The backup has files of images, and IMAGE_STORAGE_URL is a bucket: copy them there yourself.');
}

async function refuseUnlessEmpty(
  { databaseUrl }: Source,
  images: string | undefined,
  { replace }: RestoreOptions,
): Promise<void> {
  if (replace) return;
  const tables = await countTables(databaseUrl);
  const files = images === undefined ? 0 : (await filesBelow(images)).length;
  if (tables + files === 0) return;
  throw new BackupError(
    `The target is not empty: the database has ${tables} tables, the image storage ${files} files. ` +
      'Name another database, or give --replace to remove what is there.',
  );
}
