/** Somebody with an account: of the control panel, or a shopper. */
export interface StorePerson {
  readonly id: number;
  readonly email: string;
}
