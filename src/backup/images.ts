import { cp, mkdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OutboundHttp } from '#libs/outbound-http';
import { EVERY_KEY } from '../image-generation/storage/every-key.sql.js';
import { isTemporary } from '../image-generation/storage/file-storage.js';
import type { ImageStorage } from '../image-generation/storage/image-storage.js';
import { storageAt } from '../image-generation/storage/storage-url.js';
import { bytesOf, filesBelow, isMissing } from './checksums.js';
import { readRows, type Source } from './database.js';

const AT_ONCE = 8;
/** Other files of the storage have no extension. */
const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.webp': 'image/webp' };
const BYTES = 'application/octet-stream';

/** The number of files, and the sum of their lengths. */
interface Copied {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies the files of the storage to a new folder, in the form that a storage in a folder has. The service may run
 * meanwhile: a file that is deleted before its turn is left out.
 */
export async function saveImages(source: Source, to: string): Promise<Copied> {
  await mkdir(to, { mode: 0o700 });
  if (isFolder(source.storageUrl)) await copyFolder(fileURLToPath(source.storageUrl), to, { isInUse: true });
  else {
    const folder = pathToFileURL(to).href;
    await withHttp((http) => download(source.databaseUrl, storageAt(source.storageUrl, http), storageAt(folder, http)));
  }
  const files = await filesBelow(to);
  return { files: files.length, bytes: await bytesOf(to, files) };
}

/** Copies the files of a backup to the storage. A file that is there already has the same content. */
export async function restoreImages({ storageUrl }: Source, from: string): Promise<void> {
  if (isFolder(storageUrl)) return copyFolder(from, fileURLToPath(storageUrl), { isInUse: false });
  await withHttp(async (http) => {
    const bucket = storageAt(storageUrl, http);
    await eachOf(await imagesBelow(from), async (file) => {
      const [space = '', , name = ''] = file.split('/');
      await bucket.put(`${space}/${name}`, await readFile(join(from, file)), TYPES[extname(name)] ?? BYTES);
    });
  });
}

export const isFolder = (storageUrl: string): boolean => storageUrl.startsWith('file:');

const imagesBelow = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).filter((file) => !isTemporary(file));

async function copyFolder(from: string, to: string, { isInUse }: { isInUse: boolean }): Promise<void> {
  for (const file of await imagesBelow(from)) {
    await cp(join(from, file), join(to, file), { recursive: true }).catch((error: unknown) => {
      if (!isInUse || !isMissing(error)) throw error;
    });
  }
}

async function download(databaseUrl: string, bucket: ImageStorage, folder: ImageStorage): Promise<void> {
  await eachOf(await readRows<{ key: string }>(databaseUrl, EVERY_KEY), async ({ key }) => {
    const bytes = await bucket.get(key);
    if (bytes) await folder.put(key, bytes, BYTES);
  });
}

async function withHttp(work: (http: OutboundHttp) => Promise<void>): Promise<void> {
  const http = new OutboundHttp();
  try {
    await work(http);
  } finally {
    await http.close();
  }
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
  }
}
