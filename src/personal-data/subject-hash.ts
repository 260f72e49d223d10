import { hmacSha256 } from '#libs/crypto';

export type SubjectKind = 'customer' | 'order' | 'email';

/** Names people without naming them: keyed, so that nobody without the key can try out all ids of a platform. */
export class SubjectHasher {
  private readonly keys: readonly Buffer[];

  /** @param encryptionKeys newest first; the newest makes new hashes, all of them recognize */
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
