import { PlatformBError } from '#libs/platform-b-client';
import { type DiscountRefusal, DiscountRefusedError } from '../../stores/discounts.js';

/**
 * Runs calls about promotions.
 * @throws {DiscountRefusedError} in place of an answer that a repetition would get again
 */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PlatformBError ? (refusalOf(error) ?? error) : error;
  }
}

function refusalOf({ kind, status, detail }: PlatformBError): DiscountRefusedError | undefined {
  const refused = (refusal: DiscountRefusal, message: string): DiscountRefusedError =>
    new DiscountRefusedError(refusal, detail === undefined ? message : `${message} The store says: ${detail}`);
  if (kind === 'forbidden') {
    return new DiscountRefusedError('scope_missing', 'The app may not create discounts in this store yet.');
  }
  if (kind === 'not_found') return refused('invalid', 'The promotion no longer exists in the store.');
  if (status === 405) return refused('invalid', 'The promotion in the store can have a single code only.');
  // Without a status the answer could not be read, which may be different next time.
  return kind === 'bad_answer' && status !== undefined && status >= 400
    ? refused('invalid', 'The store refuses the discount.')
    : undefined;
}
