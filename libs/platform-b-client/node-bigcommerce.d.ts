/** The part of it that specs use; it comes without types. */
declare module 'node-bigcommerce' {
  export default class BigCommerce {
    constructor(config: { secret: string; responseType?: string });
    /** @throws where the signature does not fit */
    verify(signedPayload: string): Record<string, unknown>;
  }
}
