import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ServedFormat } from '#libs/compositor';
import { hmacSha256 } from '#libs/crypto';
import { Database, lockExclusive, lockShared, type Tx } from '#libs/database';
import { DomainError, Slots } from '#libs/kernel';
import { Runtime } from '../../config/runtime.js';
import { LOCKS } from '../../database/locks.js';
import type { Removing } from '../../personal-data/personal-data.service.js';
import { ImageFilesRepository } from './image-files.repository.js';
import { IMAGE_STORAGE, type ImageStorage, StorageError } from './image-storage.js';

export const EXTENSIONS: Readonly<Record<ServedFormat, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };
const BYTES = 'application/octet-stream';
/** Each file keeps a connection to Postgres while it is stored, so this must stay far below the pool's size. */
const KEEPS_AT_ONCE = 3;

/** The files of retailers in the storage, named by their content. */
@Injectable()
export class ImageFilesService {
  private readonly slots = new Slots(KEEPS_AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly runtime: Runtime,
    private readonly repository: ImageFilesRepository,
    @Inject(IMAGE_STORAGE) private readonly storage: ImageStorage,
  ) {}

  /** Stores a finished image, or a countdown but for its time. Returns its key, the path of its address. */
  async keepImage(retailerId: string, bytes: Buffer, format: ServedFormat): Promise<string> {
    if (format === 'gif') return this.keepCountdown(retailerId, bytes);
    const key = `images/${sha256(bytes)}.${EXTENSIONS[format]}`;
    await this.keep(retailerId, key, bytes, `image/${format}`);
    return key;
  }

  /**
   * Stores an image that shows data of a person. Its name is a keyed hash: who knows what the image shows can't compute
   * its address.
   */
  async keepPersonal(retailerId: string, bytes: Buffer, format: ServedFormat): Promise<string> {
    const [secret] = this.runtime.config.email.linkSecrets;
    const name = hmacSha256(secret, Buffer.concat([Buffer.from(`image ${retailerId} `), bytes])).toString('hex');
    const key = `images/${name}.${EXTENSIONS[format]}`;
    await this.keep(retailerId, key, bytes, `image/${format}`);
    return key;
  }

  private async keepCountdown(retailerId: string, bytes: Buffer): Promise<string> {
    const key = `countdowns/${sha256(bytes)}.gif`;
    await this.keep(retailerId, key, bytes, BYTES);
    return key;
  }

  /** Stores a provider's image unchanged. Returns its key. */
  async keepOriginal(retailerId: string, bytes: Buffer): Promise<string> {
    const key = `originals/${sha256(bytes)}`;
    await this.keep(retailerId, key, bytes, BYTES);
    return key;
  }

  /** Stores a fetched image. Returns its sha256, hex. */
  async keepSource(retailerId: string, bytes: Buffer): Promise<string> {
    const hash = sha256(bytes);
    await this.keep(retailerId, `sources/${hash}`, bytes, BYTES);
    return hash;
  }

  /** Stores a prepared product under the sha256 of what it is made of, hex. */
  keepPrepared(retailerId: string, name: string, bytes: Buffer): Promise<void> {
    return this.keep(retailerId, `prepared/${name}`, bytes, BYTES);
  }

  /** Undefined if no retailer has prepared the product. */
  findPrepared(name: string): Promise<Buffer | undefined> {
    return this.storage.get(`prepared/${name}`);
  }

  /** The bytes. Throws a problem if the storage has lost them. */
  async read(key: string): Promise<Buffer> {
    const bytes = await this.storage.get(key);
    if (!bytes) throw new DomainError(503, 'image_storage_unavailable', 'A stored image is missing from the storage.');
    return bytes;
  }

  /** A fetched image by its sha256. Throws as `read`. */
  readSource(hash = ''): Promise<Buffer> {
    return this.read(`sources/${hash}`);
  }

  /** Deletes the retailer's uses of files, and the files that no other retailer uses. A rollback restores no files. */
  async eraseAll(retailerId: string, removing: Removing): Promise<void> {
    for (const key of await this.repository.keysOf(this.database.of(retailerId), retailerId)) {
      await this.database.transactionAcrossRetailers(async (tx) => {
        // Blocks other retailers that are storing the same bytes at this moment.
        await lockExclusive(tx, LOCKS.imageFiles, key);
        await removing(tx, { image_files: await this.repository.forget(tx, retailerId, key) });
        if (!(await this.repository.isUsed(tx, key))) await this.storage.delete(key);
      });
    }
  }

  /** Deletes the retailer's use of a file, and the file if nobody else uses it. A rollback restores no file. */
  async erase(tx: Tx, retailerId: string, key: string): Promise<number> {
    await lockExclusive(tx, LOCKS.imageFiles, key);
    const removed = await this.repository.forget(tx, retailerId, key);
    if (!(await this.repository.isUsed(tx, key))) await this.storage.delete(key);
    return removed;
  }

  /** Holds the lock until the file is stored: an erasure in between would leave a row without its file. */
  private keep(retailerId: string, key: string, bytes: Buffer, contentType: string): Promise<void> {
    return this.slots.run(() =>
      this.database.transaction(retailerId, async (tx) => {
        await lockShared(tx, LOCKS.imageFiles, key);
        await this.repository.save(tx, retailerId, key, bytes.length);
        await this.storage.put(key, bytes, contentType);
      }),
    );
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The problem of a job whose storage failed. */
export const asStorageProblem = (error: StorageError): DomainError =>
  error.full
    ? new DomainError(507, 'image_storage_full', 'The image storage is full or refuses to write.', { cause: error })
    : new DomainError(503, 'image_storage_unavailable', 'The image storage does not answer.', { cause: error });
