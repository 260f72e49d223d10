import { PlatformAError, UserErrorsError } from '#libs/platform-a-client';
import { type DiscountRefusal, DiscountRefusedError } from '../../stores/discounts.js';

/** Codes of the platform for a store that has too many discounts or codes. */
const LIMITS = new Set(['MAX_APP_DISCOUNTS', 'EXCEEDED_MAX']);

/** Runs calls about discounts. A refusal that a repetition does not cure becomes a DiscountRefusedError. */
export async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): DiscountRefusedError | undefined {
  if (!(error instanceof PlatformAError)) return undefined;
  if (error.code === 'ACCESS_DENIED') {
    return new DiscountRefusedError('scope_missing', 'The merchant has not granted the scope write_discounts.');
  }
  // The platform's own fault may pass.
  if (!(error instanceof UserErrorsError) || error.has('INTERNAL_ERROR')) return undefined;
  const refusal: DiscountRefusal = error.userErrors.some(({ code }) => LIMITS.has(code ?? '')) ? 'limit' : 'invalid';
  return new DiscountRefusedError(refusal, `The store refused: ${textOf(error)}`);
}

const textOf = ({ userErrors }: UserErrorsError): string =>
  userErrors
    .map(({ message }) => message)
    .join(' ')
    .slice(0, 300);
