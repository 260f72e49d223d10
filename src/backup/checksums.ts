import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError, CHECKSUMS, MANIFEST } from './manifest.js';

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Whether an error of the file system says that there is no such file. */
export const isMissing = (error: unknown): error is Error & { readonly path?: string } =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The paths of all files below the folder, sorted, with `/` between their parts; none where there is no folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error) && error.path === folder) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();
}

export async function bytesOf(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const file of await filesBelow(folder)) lines.push(`${await checksumOf(join(folder, file))}  ${file}\n`);
  await writeFile(join(folder, CHECKSUMS), lines.join(''));
}

/** Refuses a backup with a file that is missing, changed or not its own. */
export async function verifyChecksums(folder: string): Promise<void> {
  const lines = (await readFile(join(folder, CHECKSUMS), 'utf8')).split('\n').filter(Boolean);
  const expected = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = (await filesBelow(folder)).filter((file) => file !== CHECKSUMS && file !== MANIFEST);
  const missing = [...expected.keys()].filter((file) => !present.includes(file));
  const foreign = present.filter((file) => !expected.has(file));
  if (missing.length + foreign.length > 0) {
    throw new BackupError(`The backup has ${missing.length} files too few and ${foreign.length} too many.`);
  }
  for (const file of present) {
    if ((await checksumOf(join(folder, file))) !== expected.get(file)) {
      throw new BackupError(`The file ${file} of the backup has changed since it was written.`);
    }
  }
}
