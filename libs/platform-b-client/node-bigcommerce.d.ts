/** The part of the library that specs use. The library has no types of its own. */
declare module 'node-bigcommerce' {
  export default class BigCommerce {
    constructor(config: { secret: string; responseType?: string });
    /** @throws where the signature does not match */
    verify(signedPayload: string): Record<string, unknown>;
  }
}
