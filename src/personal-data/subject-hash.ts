import { hmacSha256 } from '#libs/crypto';

export type SubjectKind = 'customer' | 'order' | 'email';

/** Keyed hashes that stand for persons. Without the key nobody can find the person by hashing all ids of a platform. */
export class SubjectHasher {
  private readonly keys: readonly Buffer[];

  /** @param encryptionKeys newest first; new hashes use the newest key, and hashes of all keys are recognized */
  constructor(encryptionKeys: readonly Buffer[]) {
    this.keys = encryptionKeys.map((key) => hmacSha256(key, 'rekindle/subject-hash/v1'));
  }

  /** The hash to store, 64 hex digits. */
  hash(retailerId: string, kind: SubjectKind, id: string): string {
    const [newest] = this.all(retailerId, kind, id);
    if (newest === undefined) throw new Error('at least one encryption key is needed');
    return newest;
  }

  /** Every hash under which the subject may have been stored. */
  all(retailerId: string, kind: SubjectKind, id: string): string[] {
    return this.keys.map((key) => hmacSha256(key, `${retailerId}:${kind}:${id}`).toString('hex'));
  }
}
