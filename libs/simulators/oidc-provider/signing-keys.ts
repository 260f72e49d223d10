import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';

/** A signed token before it becomes text. */
export interface Jws {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RS256 keys of a provider: the newest signs, and all that are published verify. */
export class SigningKeys {
  private keys: readonly SigningKey[] = [newKey()];

  /** A new key signs from now on; the older ones stay published or are withdrawn. */
  rotate({ withdraw = false } = {}): void {
    this.keys = [newKey(), ...(withdraw ? [] : this.keys)];
  }

  /** RFC 7517. */
  get jwks(): { readonly keys: readonly object[] } {
    return {
      keys: this.keys.map(({ id, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid: id,
        use: 'sig',
        alg: 'RS256',
      })),
    };
  }

  /** The public key as text, which somebody could take for the secret of an HMAC. */
  get publicPem(): string {
    return this.newest.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  get header(): Readonly<Record<string, unknown>> {
    return { alg: 'RS256', typ: 'JWT', kid: this.newest.id };
  }

  sign({ header, claims }: Jws): string {
    const signed = `${part(header)}.${part(claims)}`;
    return `${signed}.${createSign('sha256').update(signed).sign(this.newest.privateKey).toString('base64url')}`;
  }

  private get newest(): SigningKey {
    const [key] = this.keys;
    if (!key) throw new Error('there is no key');
    return key;
  }
}

const newKey = (): SigningKey => ({ id: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) });
