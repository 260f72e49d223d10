import { PlatformAError } from './platform-a-error.js';

/** An entry of `userErrors`. Decisions are made by `code`; `message` is for people. */
export interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code: string | null;
}

/** A mutation that the platform has not carried out because of its arguments. */
export class UserErrorsError extends PlatformAError {
  constructor(readonly userErrors: readonly UserError[]) {
    const [first] = userErrors;
    const message = userErrors.map((error) => error.message).join(' ') || 'no reason was given';
    super('bad_answer', `platform A refused: ${message.slice(0, 300)}`, first?.code ? { code: first.code } : {});
  }

  /** Whether one of the errors has the code, about the last part of `field` where that is given. */
  has(code: string, field?: string): boolean {
    return this.userErrors.some((error) => error.code === code && (!field || error.field?.at(-1) === field));
  }
}

/** @throws {UserErrorsError} */
export function checkUserErrors(payload: { readonly userErrors: readonly UserError[] } | null): void {
  if (payload && payload.userErrors.length > 0) throw new UserErrorsError(payload.userErrors);
}
