/** The package brings no types. */
declare module 'multipassify' {
  export default class Multipassify {
    constructor(secret: string);
    /** Adds `created_at` to the customer, encrypts and signs. */
    encode(customer: Record<string, unknown>): string;
    /** Bytes of IV and ciphertext. */
    encrypt(plaintext: string): Buffer;
    sign(data: Buffer): Buffer;
  }
}
