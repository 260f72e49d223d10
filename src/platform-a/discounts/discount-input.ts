import { parseDecimal } from '#libs/kernel';
import type { DiscountBasicInput, DiscountFreeShippingInput } from '#libs/platform-a-client';
import { DiscountRefusedError, type DiscountRule } from '../../stores/discounts.js';

export type DiscountInput =
  | { readonly kind: 'basic'; readonly input: DiscountBasicInput }
  | { readonly kind: 'free_shipping'; readonly input: DiscountFreeShippingInput };

const LONGEST_TITLE = 255;

/**
 * The discount in the words of the platform, with its first code. Pure.
 * @throws DiscountRefusedError for rules that the platform would refuse, or take although they mean nothing
 */
export function discountInput(rule: DiscountRule, code: string): DiscountInput {
  if (rule.endsAt <= rule.startsAt) throw invalid('The discount ends before it starts.');
  const common = {
    title: rule.title.slice(0, LONGEST_TITLE),
    code,
    startsAt: wholeSeconds(rule.startsAt),
    endsAt: wholeSeconds(rule.endsAt),
    context: { all: 'ALL' },
    appliesOncePerCustomer: true,
    // For each code: every recipient has a code of their own.
    usageLimit: 1,
    ...minimumOf(rule.minimum),
  } as const;
  if (rule.kind === 'free_shipping') return { kind: 'free_shipping', input: { ...common, destination: { all: true } } };
  return { kind: 'basic', input: { ...common, customerGets: { value: valueOf(rule), items: { all: true } } } };
}

function valueOf({ kind, value }: DiscountRule): DiscountBasicInput['customerGets']['value'] {
  const given = positive(value, 'The value of the discount');
  if (kind === 'amount') return { discountAmount: { amount: given, appliesOnEachItem: false } };
  if (Number(given) > 100) throw invalid('The discount must not be more than 100 percent.');
  // A share of one, written without the noise of a division: 7 percent is 0.07.
  return { percentage: Number((Number(given) / 100).toFixed(6)) };
}

function minimumOf(minimum: string | null): Pick<DiscountBasicInput, 'minimumRequirement'> {
  if (minimum === null) return {};
  const least = positive(minimum, 'The least order value');
  return { minimumRequirement: { subtotal: { greaterThanOrEqualToSubtotal: least } } };
}

function positive(text: string | null, what: string): string {
  const value = text === null ? undefined : parseDecimal(text);
  if (text === null || value === undefined || value <= 0n) throw invalid(`${what} must be above zero.`);
  return text;
}

const invalid = (message: string): DiscountRefusedError => new DiscountRefusedError('invalid', message);

/** As the platform keeps times. */
const wholeSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
