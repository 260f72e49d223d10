import { fieldsOf } from './claims.js';
import { readAllV3 } from './paging.js';
import { PlatformBError } from './platform-b-error.js';
import { orUndefined } from './reads.js';
import type { PlatformBRest } from './rest.js';
import type { WirePromotion } from './wire-types.js';

/** What a promotion takes off. Amounts and percentages are texts; `10` is 10 %. */
export type PromotionAction =
  { readonly percent: string } | { readonly amount: string } | { readonly freeShipping: true };

export interface PromotionInput {
  /** The inner name. The platform does not say that it is unique. */
  name: string;
  /** What shoppers see. */
  displayName?: string | undefined;
  action: PromotionAction;
  /** The least value of the cart; null for none. */
  minimumSpend: string | null;
  /** `*` for every currency, which the platform allows for percentages only. */
  currency: string;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Creates an active coupon promotion for codes that the platform generates. The call is not idempotent: look for the
 * name first, and again after a lost answer.
 */
export async function createPromotion(rest: PlatformBRest, input: PromotionInput): Promise<string> {
  const body = {
    redemption_type: 'COUPON',
    // The type can't be changed later, and only this one has generated codes.
    coupon_type: 'BULK',
    name: input.name,
    display_name: input.displayName,
    rules: [ruleOf(input)],
    status: 'ENABLED',
    currency_code: input.currency,
    start_date: timeOf(input.startsAt),
    end_date: timeOf(input.endsAt),
  };
  return idOf(await rest.call('POST', '/v3/promotions', {}, body));
}

function ruleOf({ action, minimumSpend }: PromotionInput): object {
  const condition = minimumSpend === null ? {} : { condition: { cart: { minimum_spend: minimumSpend } } };
  return { action: actionOf(action), apply_once: true, stop: false, ...condition };
}

function actionOf(action: PromotionAction): object {
  if ('freeShipping' in action) return { shipping: { free_shipping: true, zone_ids: '*' } };
  const discount = 'percent' in action ? { percentage_amount: action.percent } : { fixed_amount: action.amount };
  return { cart_value: { discount } };
}

/** `2026-05-01T10:00:00+00:00`: the platform's samples have an offset and whole seconds. */
const timeOf = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, '+00:00');

/** The coupon promotions with exactly this name, the oldest first. */
export async function findPromotionsByName(rest: PlatformBRest, name: string): Promise<WirePromotion[]> {
  const query = { name, redemption_type: 'coupon' };
  const found = await readAllV3<WirePromotion>(rest, '/v3/promotions', query);
  // The platform does not say whether its filter also finds parts of a name.
  return found.filter((each) => each.name === name).sort((a, b) => Number(a.id) - Number(b.id));
}

/** The promotions that have this code. The codes themselves do not name their promotion. */
export async function findPromotionsByCode(rest: PlatformBRest, code: string): Promise<WirePromotion[]> {
  return readAllV3<WirePromotion>(rest, '/v3/promotions', { code });
}

/** Stops the promotion with all of its codes. @returns false where the promotion no longer exists */
export async function disablePromotion(rest: PlatformBRest, promotionId: string): Promise<boolean> {
  const path = `/v3/promotions/${encodeURIComponent(promotionId)}`;
  return (await orUndefined(rest.call('PUT', path, {}, { status: 'DISABLED' }))) !== undefined;
}

/** Deletes promotions. The platform refuses it while codes belong to one of them. */
export async function deleteEmptyPromotions(rest: PlatformBRest, promotionIds: readonly string[]): Promise<void> {
  if (promotionIds.length === 0) throw new RangeError('a deletion needs ids');
  await rest.call('DELETE', '/v3/promotions', { 'id:in': promotionIds.join(',') });
}

function idOf(body: unknown): string {
  const { id } = fieldsOf(fieldsOf(body)['data']);
  if (typeof id === 'number' || typeof id === 'string') return String(id);
  throw new PlatformBError('bad_answer', 'the answer of platform B is not a promotion');
}
