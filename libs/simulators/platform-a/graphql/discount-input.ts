import { GraphQLError } from 'graphql';
import type { DiscountClass, DiscountRules, DiscountValue } from '../discounts/discount.js';

/** The arguments of both mutations that create a discount with a code. */
export interface DiscountInput {
  readonly title?: string | null;
  readonly code?: string | null;
  readonly startsAt?: string | null;
  readonly endsAt?: string | null;
  readonly context?: { readonly all?: string | null } | null;
  readonly customerGets?: {
    readonly value?: {
      readonly percentage?: number | null;
      readonly discountAmount?: { readonly amount?: unknown } | null;
    } | null;
    readonly items?: { readonly all?: boolean | null } | null;
    readonly appliesOnSubscription?: boolean | null;
    readonly appliesOnOneTimePurchase?: boolean | null;
  } | null;
  readonly appliesOncePerCustomer?: boolean | null;
  readonly usageLimit?: number | null;
  readonly combinesWith?: Readonly<Record<`${DiscountClass}Discounts`, boolean>> | null;
  readonly minimumRequirement?: {
    readonly subtotal?: { readonly greaterThanOrEqualToSubtotal?: unknown } | null;
    readonly quantity?: unknown;
  } | null;
  readonly appliesOnSubscription?: boolean | null;
  readonly appliesOnOneTimePurchase?: boolean | null;
  readonly recurringCycleLimit?: number | null;
}

export interface DiscountUserError {
  readonly code: string | null;
  readonly extraInfo: null;
  readonly field: readonly string[];
  readonly message: string;
}

export const userError = (code: string | null, field: readonly string[], message: string): DiscountUserError => ({
  code,
  extraInfo: null,
  field,
  message,
});

const LONGEST = 255;

/** What is wrong with the input, as the platform says it. The uniqueness of the code is not judged here. */
export function problemsOf(input: DiscountInput, name: string): DiscountUserError[] {
  const at = (...path: string[]): string[] => [name, ...path];
  const problems: DiscountUserError[] = [];
  const add = (code: string, path: string[], message: string) => problems.push(userError(code, at(...path), message));
  const { title, code, startsAt, endsAt, usageLimit, minimumRequirement, customerGets } = input;
  if (!title) add('BLANK', ['title'], "Title can't be blank");
  else if (title.length > LONGEST) add('TOO_LONG', ['title'], `Title is too long (maximum is ${LONGEST} characters)`);
  if (!code) add('BLANK', ['code'], "Code can't be blank");
  else if (code.length > LONGEST) add('TOO_LONG', ['code'], `Code is too long (maximum is ${LONGEST} characters)`);
  else if (/[\r\n]/.test(code)) add('INVALID', ['code'], 'Code cannot contain newline characters.');
  if (!startsAt) add('BLANK', ['startsAt'], "Starts at can't be blank");
  else if (endsAt && Date.parse(endsAt) <= Date.parse(startsAt)) {
    add('END_DATE_BEFORE_START_DATE', ['endsAt'], 'Ends at needs to be after starts_at');
  }
  if (!input.context?.all) add('BLANK', ['context'], "Context can't be blank");
  if (typeof usageLimit === 'number' && usageLimit <= 0) {
    add('GREATER_THAN', ['usageLimit'], 'Usage limit must be greater than 0');
  }
  if (minimumRequirement?.subtotal && minimumRequirement.quantity) {
    const message = 'Only one minimum requirement can be used';
    add('MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT', ['minimumRequirement'], message);
  }
  if ([input, customerGets ?? {}].some((part) => part.appliesOnSubscription ?? part.appliesOnOneTimePurchase)) {
    add('INVALID', ['appliesOnSubscription'], 'The shop does not sell subscriptions');
  }
  if (name === 'freeShippingCodeDiscount' && input.combinesWith?.shippingDiscounts) {
    const message = 'The combinesWith settings are not valid for the discount class.';
    add('INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS', ['combinesWith'], message);
  }
  return name === 'basicCodeDiscount' ? [...problems, ...valueProblems(customerGets, at)] : problems;
}

function valueProblems(gets: DiscountInput['customerGets'], at: (...path: string[]) => string[]): DiscountUserError[] {
  const { percentage = null, discountAmount = null } = gets?.value ?? {};
  if (percentage !== null && discountAmount !== null) {
    throw new GraphQLError('A discount can only have one of percentage, discountAmount or discountOnQuantity.', {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  const path = at('customerGets', 'value', percentage === null ? 'discountAmount' : 'percentage');
  if (!gets?.items?.all) return [userError('BLANK', at('customerGets', 'items'), "Items can't be blank")];
  if (percentage !== null) {
    const isWithin = percentage >= 0 && percentage <= 1;
    return isWithin ? [] : [userError('VALUE_OUTSIDE_RANGE', path, 'Value must be between 0.0 and 1.0')];
  }
  const amount = Number(discountAmount?.amount);
  return amount > 0 ? [] : [userError('GREATER_THAN', [...path, 'amount'], 'Amount must be greater than 0')];
}

/** The rules of an input without problems. Times have whole seconds, as on the platform. */
export function rulesOf(input: DiscountInput): DiscountRules {
  const minimum = input.minimumRequirement?.subtotal?.greaterThanOrEqualToSubtotal;
  const combines = Object.entries(input.combinesWith ?? {}).filter(([, isAllowed]) => isAllowed);
  return {
    title: input.title ?? '',
    value: valueOf(input.customerGets?.value),
    startsAt: wholeSeconds(input.startsAt ?? ''),
    endsAt: input.endsAt ? wholeSeconds(input.endsAt) : null,
    minimumCents: minimum === undefined ? null : Math.round(Number(minimum) * 100),
    usageLimit: input.usageLimit ?? null,
    oncePerCustomer: input.appliesOncePerCustomer ?? false,
    combinesWith: combines.map(([name]) => name.replace('Discounts', '') as DiscountClass),
  };
}

function valueOf(value: NonNullable<DiscountInput['customerGets']>['value']): DiscountValue {
  if (!value) return { kind: 'shipping' };
  if (typeof value.percentage === 'number') return { kind: 'percentage', share: value.percentage };
  return { kind: 'fixed_amount', cents: Math.round(Number(value.discountAmount?.amount) * 100) };
}

const wholeSeconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000) * 1000;
