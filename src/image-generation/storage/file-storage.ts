import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedKey, type ImageStorage, StorageError } from './image-storage.js';

/** Errors that a retry can't fix: no space, no write permission, or a file in place of the folder. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST']);

const TEMPORARY = '.tmp';

/** Whether a file of the folder is half written, or was left so by a crash. */
export const isTemporary = (name: string): boolean => name.endsWith(TEMPORARY);

/** Files in a folder with two levels of subfolders. Several processes may share the folder. */
export class FileStorage implements ImageStorage {
  constructor(private readonly folder: string) {}

  async put(key: string, bytes: Buffer): Promise<void> {
    const path = this.pathOf(key);
    if ((await this.size(key)) === bytes.length) return;
    // The file is written under another name and renamed, so that no reader sees half a file, not even after a crash.
    const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeThrough(temporary, bytes);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw failure(error);
    }
  }

  get(key: string): Promise<Buffer | undefined> {
    return unlessMissing(readFile(this.pathOf(key)));
  }

  async size(key: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.pathOf(key))))?.size;
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true }).catch((error: unknown) => {
      throw failure(error);
    });
  }

  private pathOf(key: string): string {
    const [space = '', name = ''] = checkedKey(key).split('/');
    return join(this.folder, space, name.slice(0, 2), name);
  }
}

/** The row of the file is committed after this: the bytes have to be on the disk by then. */
async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw failure(error);
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

function failure(error: unknown): StorageError {
  const code = codeOf(error);
  return new StorageError(`the image storage failed: ${code || 'unknown reason'}`, NO_ROOM.has(code), error);
}
