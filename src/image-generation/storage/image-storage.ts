/**
 * Stores the bytes of images. A key is `images/{sha256}.{ext}`, `countdowns/{sha256}.gif`, `originals/{sha256}`,
 * `sources/{sha256}` or `prepared/{sha256}`: it is derived from the content, or from all that the content is made of.
 * So a file never changes, and a repeated write has no effect. A countdown is stored without its time, as the
 * compositor takes it.
 */
export interface ImageStorage {
  /** Resolves when the whole file is stored. @throws {StorageError} */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Undefined if the file does not exist. @throws {StorageError} */
  get(key: string): Promise<Buffer | undefined>;
  /** The length in bytes; undefined if the file does not exist. @throws {StorageError} */
  size(key: string): Promise<number | undefined>;
  /** Does nothing if the file does not exist. @throws {StorageError} */
  delete(key: string): Promise<void>;
}

/** Injection token. */
export const IMAGE_STORAGE = Symbol('image-storage');

/** The storage is full, unreachable or refuses access. The message contains no path and no credential. */
export class StorageError extends Error {
  override readonly name = 'StorageError';

  constructor(
    message: string,
    /** True if a retry can't succeed until somebody frees space or corrects the settings. */
    readonly full: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

const KEY =
  /^(?:images\/[0-9a-f]{64}\.(?:png|jpg|webp)|countdowns\/[0-9a-f]{64}\.gif|(?:originals|sources|prepared)\/[0-9a-f]{64})$/;

/** Refuses a malformed key, which must never become part of a path. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new StorageError('malformed key of the image storage', false);
  return key;
}
