import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeChecksums } from './checksums.js';
import { hasCitus } from '../database/distribute.js';
import { readRows, type Source, schemaOf } from './database.js';
import { saveImages } from './images.js';
import { BackupError, checkValueOf, DUMP, IMAGES, MANIFEST, type Manifest } from './manifest.js';
import { runProgram } from './postgres-programs.js';

/**
 * Writes a backup into the folder, which must be empty or missing. The service may run meanwhile: the dump is the state
 * of one instant, and images are copied after it, so every image that it names is in the copy, unless the image was
 * deleted between the two. `images: false` leaves them out, for a storage that keeps versions of its own.
 * @throws BackupError
 */
export async function backup(source: Source, folder: string, { images: isWithImages = true } = {}): Promise<Manifest> {
  const present = await readdir(folder).catch(() => []);
  if (present.length > 0) throw new BackupError(`${folder} is not empty.`);
  const schema = await schemaOf(source.databaseUrl);
  if (schema === undefined) throw new BackupError('The database has no tables of Rekindle.');
  if (await hasCitus({ query: (text) => readRows(source.databaseUrl, text) })) throw new BackupError(DISTRIBUTED);
  // Only its owner may read it: it has personal data.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await runProgram('pg_dump', source.databaseUrl, ['--format=custom', `--file=${join(folder, DUMP)}`]);
  const images = isWithImages ? await saveImages(source, join(folder, IMAGES)) : elsewhere(source.storageUrl);
  await writeChecksums(folder);
  const keys = source.encryptionKeys.map(checkValueOf);
  const manifest = { createdAt: new Date().toISOString(), version: source.version, schema, keys, images };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

const DISTRIBUTED =
  'The database is distributed by Citus, and a dump of its coordinator would have no rows. Back up the files of every ' +
  'node instead, as docs/operations/distributed-postgres.md says.';

/** Without the credentials. */
function elsewhere(storageUrl: string): Manifest['images'] {
  const { protocol, host, pathname } = new URL(storageUrl);
  return { elsewhere: `${protocol}//${host}${pathname}` };
}
