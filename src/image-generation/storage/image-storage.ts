/**
 * Where the bytes lie. A key is `images/{sha256}.{ext}`, `originals/{sha256}` or `sources/{sha256}`: it names its
 * content, so a file is never changed, and writing it twice is writing it once.
 */
export interface ImageStorage {
  /** Resolves when the whole file is there. @throws {StorageError} */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Undefined where there is no such file. @throws {StorageError} */
  get(key: string): Promise<Buffer | undefined>;
  /** Its length in bytes; undefined where there is no such file. @throws {StorageError} */
  size(key: string): Promise<number | undefined>;
  /** Does nothing where there is no such file. @throws {StorageError} */
  delete(key: string): Promise<void>;
}

/** Injection token. */
export const IMAGE_STORAGE = Symbol('image-storage');

/** The storage is full, away or refuses us. The message names no path and no credential. */
export class StorageError extends Error {
  override readonly name = 'StorageError';

  constructor(
    message: string,
    /** Trying again makes no sense before somebody has made room or mended the settings. */
    readonly full: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

const KEY = /^(?:images\/[0-9a-f]{64}\.(?:png|jpg|webp)|(?:originals|sources)\/[0-9a-f]{64})$/;

/** Keys are made by us; one that is none of ours must never become a path. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new StorageError('not a key of the image storage', false);
  return key;
}
