import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1';

/** Why a sealed text could not be opened. The message contains no part of the text or of a key. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';

  constructor(
    readonly reason: 'malformed' | 'unknown_key' | 'tampered',
    message: string,
  ) {
    super(message);
  }
}

interface Key {
  id: string;
  bytes: Buffer;
}

/**
 * Encrypts short secrets for storage: AES-256-GCM with a random nonce for each text.
 *
 * A sealed text has the form `v1.<key id>.<base64url of nonce, ciphertext and tag>`. The key id (8 hex digits of the
 * key's SHA-256) finds the right key after a rotation: put the new key first and keep the old ones until no text is
 * sealed with them. The context is authenticated but not stored: a text that was copied to another row or column can't
 * be opened.
 */
export class SecretBox {
  private readonly newest: Key;
  private readonly keys: ReadonlyMap<string, Key>;

  /**
   * @param keys base64 of 32 bytes each, newest first; the first one seals
   * @throws {Error} if there is no key, or a key is not 32 bytes long
   */
  constructor(keys: readonly string[]) {
    const parsed = keys.map(parseKey);
    const [newest] = parsed;
    if (!newest) throw new Error('at least one encryption key is needed');
    this.newest = newest;
    this.keys = new Map(parsed.map((key) => [key.id, key]));
  }

  /** @param context the place of the text, for example `<retailer id>:access_token`; `open` needs the same context */
  seal(plain: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.newest.bytes, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${FORMAT}.${this.newest.id}.${sealed.toString('base64url')}`;
  }

  /** The beginning of all texts that are sealed with the newest key. */
  get newestPrefix(): string {
    return `${FORMAT}.${this.newest.id}.`;
  }

  /** @throws {SecretBoxError} */
  open(sealed: string, context: string): string {
    const { key, bytes } = this.read(sealed);
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      return text.toString('utf8');
    } catch {
      throw new SecretBoxError('tampered', 'a sealed text was altered or belongs to another context');
    }
  }

  private read(sealed: string): { key: Key; bytes: Buffer } {
    const [format, keyId, body, ...rest] = sealed.split('.');
    const bytes = Buffer.from(body ?? '', 'base64url');
    if (format !== FORMAT || !keyId || rest.length > 0 || bytes.length < NONCE_BYTES + TAG_BYTES) {
      throw new SecretBoxError('malformed', 'a sealed text has an unknown form');
    }
    const key = this.keys.get(keyId);
    if (!key) throw new SecretBoxError('unknown_key', `no encryption key has the id ${JSON.stringify(keyId)}`);
    return { key, bytes };
  }
}

function parseKey(base64: string, index: number): Key {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== KEY_BYTES) {
    throw new Error(`encryption key ${index + 1} is not the base64 of ${KEY_BYTES} bytes`);
  }
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}
