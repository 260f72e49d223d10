import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, verifyChecksums } from './checksums.js';
import { countTables, dropTables, type Source } from './database.js';
import { isFolder, restoreImages } from './images.js';
import { BackupError, checkKeys, DUMP, IMAGES, type Manifest, readManifest } from './manifest.js';
import { runProgram } from './postgres-programs.js';

export interface RestoreOptions {
  /** Removes what the database and a folder of images have. A bucket keeps its files. */
  readonly replace: boolean;
  /** Creates the roles of row-level security, which the dump names and does not have. */
  readonly prepareRoles: () => Promise<void>;
}

/**
 * Restores a backup. Everything is checked before anything is changed: the checksums, the keys, and that the target is
 * empty. A bucket may have files, because a file never changes.
 * @throws BackupError
 */
export async function restore(target: Source, folder: string, options: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  checkKeys(manifest, target.encryptionKeys);
  await verifyChecksums(folder);
  const isWithImages = 'files' in manifest.images;
  const images = isWithImages && isFolder(target.storageUrl) ? fileURLToPath(target.storageUrl) : undefined;
  await refuseUnlessEmpty(target, images, options);
  await options.prepareRoles();
  if (options.replace) await dropTables(target.databaseUrl);
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner'];
  await runProgram('pg_restore', target.databaseUrl, [...flags, join(folder, DUMP)]);
  if (images && options.replace) await rm(images, { recursive: true, force: true });
  if (isWithImages) await restoreImages(target, join(folder, IMAGES));
  return manifest;
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
