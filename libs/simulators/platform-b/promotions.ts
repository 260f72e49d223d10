import { randomInt } from 'node:crypto';
import { isoSeconds, type Json } from './json.js';

/** One code of a promotion, as the API shows it. */
export interface PromotionCode {
  readonly id: number;
  readonly code: string;
  readonly max_uses: number;
  readonly max_uses_per_customer: number;
  readonly created: string;
  /** The orders that used it, with the email address of their buyer. */
  readonly uses: { readonly orderId: string; readonly buyer: string | null }[];
}

/** A promotion as the API shows it, with its codes. */
export interface Promotion {
  readonly id: number;
  readonly fields: Json;
  readonly codes: Map<number, PromotionCode>;
}

/** The platform's answer instead of what was asked for. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

export const isRefusal = (result: object): result is Refusal => 'status' in result && 'body' in result;

/** The form of 422 in this API: an array, unlike in the other APIs of V3. */
export const invalid = (...titles: readonly string[]): Refusal => ({
  status: 422,
  body: { errors: titles.map((title) => ({ status: 422, title })) },
});

const refused = (status: number, title: string, detail: string): Refusal => ({
  status,
  body: { status, title, type: '/api-docs/getting-started/api-status-codes', detail },
});

const notFound = refused(404, 'Not Found', 'The requested resource was not found.');

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
const MOST_CODES_AT_ONCE = 250;
const MOST_PROMOTIONS_AT_ONCE = 50;
const PREFIX = /^[A-Z0-9_-]{0,20}$/;

/** The promotions of one store (V3) with their codes, and its older coupons (V2). */
export class PromotionBook {
  /** Coupons of V2 as the API shows them, made by the merchant. */
  readonly coupons: Json[] = [];
  /** The time that the platform takes for codegen and for a list of codes. */
  answerMs = 0;
  /** Such calls at this moment, and the most at one moment so far. */
  underWay = 0;
  mostUnderWay = 0;
  private readonly promotions = new Map<number, Promotion>();
  /** The promotion of each code, by the text in upper case. */
  private readonly owners = new Map<string, { readonly promotionId: number; readonly code: PromotionCode }>();
  private lastId = 0;
  private lastCodeId = 237_000;

  /** @param origin who makes it: merchants use the control panel */
  create(body: Json, origin: 'api' | 'react_ui' = 'api'): Promotion | Refusal {
    const fresh = {
      status: 'ENABLED',
      channels: [],
      customer: { group_ids: [], minimum_order_count: 0, excluded_group_ids: [], segments: null },
      notifications: [],
      stop: false,
      currency_code: 'USD',
      coupon_type: 'SINGLE',
      max_uses: null,
      start_date: isoSeconds(Date.now()).replace('Z', '+00:00'),
      end_date: null,
      can_be_used_with_other_promotions: true,
      coupon_overrides_other_promotions: false,
    };
    const fields = { ...fresh, ...body, created_from: origin };
    const problems = problemsOf(fields);
    if (problems.length > 0) return invalid(...problems);
    const promotion = { id: (this.lastId += 1), fields, codes: new Map<number, PromotionCode>() };
    this.promotions.set(promotion.id, promotion);
    return promotion;
  }

  update(id: number, body: Json): Promotion | Refusal {
    const known = this.promotions.get(id);
    if (!known) return notFound;
    const fields = { ...known.fields, ...body };
    const isOtherType = fields['coupon_type'] !== known.fields['coupon_type'];
    const problems = [...problemsOf(fields), ...(isOtherType ? ['coupon_type cannot be changed'] : [])];
    if (problems.length > 0) return invalid(...problems);
    const promotion = { ...known, fields };
    this.promotions.set(id, promotion);
    return promotion;
  }

  get(id: number): Promotion | undefined {
    return this.promotions.get(id);
  }

  all(): readonly Promotion[] {
    return [...this.promotions.values()];
  }

  /** Refuses all of them while codes belong to one of them. */
  delete(ids: readonly number[]): Refusal | undefined {
    if (ids.length > MOST_PROMOTIONS_AT_ONCE) return invalid(`at most ${MOST_PROMOTIONS_AT_ONCE} ids are allowed`);
    const held = ids.filter((id) => (this.promotions.get(id)?.codes.size ?? 0) > 0);
    if (held.length > 0) {
      const meta = { total: ids.length, success: 0, failed: ids.length };
      const constraint = 'You cannot delete promotions that still have coupon codes attached.';
      return { status: 422, body: { status: 422, errors: { '0.constraint': constraint }, meta } };
    }
    for (const id of ids) this.promotions.delete(id);
    return undefined;
  }

  /**
   * Mints a batch of codes, whose texts the platform chooses.
   * @param most the platform breaks off after so many codes
   */
  generate(id: number, body: Json, most = Number.POSITIVE_INFINITY): readonly PromotionCode[] | Refusal {
    const { fields, codes } = this.promotions.get(id) ?? {};
    if (!fields || !codes) return notFound;
    if (fields['redemption_type'] !== 'COUPON' || fields['coupon_type'] !== 'BULK') {
      return refused(405, 'Method Not Allowed', 'Codes are generated for bulk coupon promotions only.');
    }
    const { batch_size: size, prefix = '', delimiter = '', code_length: length = 16 } = body;
    const { max_uses: uses = 1, max_uses_per_customer: each = 1, exclude_characters: without = [] } = body;
    const isSize = Number.isInteger(size) && Number(size) >= 1 && Number(size) <= MOST_CODES_AT_ONCE;
    if (!isSize) return invalid(`batch_size must be an integer from 1 to ${MOST_CODES_AT_ONCE}`);
    if (!PREFIX.test(String(prefix))) return invalid('prefix is invalid');
    if (!/^[_-]?$/.test(String(delimiter))) return invalid('delimiter is invalid');
    if (!Number.isInteger(length) || Number(length) < 6 || Number(length) > 16) {
      return invalid('code_length is invalid');
    }
    const excluded = new Set(Array.isArray(without) ? without : []);
    const characters = CHARACTERS.filter((one) => !excluded.has(one));
    const text = (): string =>
      Array.from({ length: Number(length) }, () => characters[randomInt(characters.length)] ?? '').join('');
    const head = prefix === '' ? '' : `${String(prefix)}${String(delimiter)}`;
    const minted: PromotionCode[] = [];
    while (minted.length < Math.min(Number(size), most)) {
      const code = this.add(id, codes, head + text(), Number(uses), Number(each));
      if (code) minted.push(code);
    }
    return minted;
  }

  /** One code with a text of the caller's; used without limit unless the caller says otherwise. */
  addCode(id: number, body: Json): PromotionCode | Refusal {
    const promotion = this.promotions.get(id);
    if (!promotion) return notFound;
    const { code, max_uses: uses = 0, max_uses_per_customer: each = 0 } = body;
    if (typeof code !== 'string' || !/^[a-zA-Z0-9_ -]{1,50}$/.test(code)) return invalid('code is invalid');
    return this.add(id, promotion.codes, code, Number(uses), Number(each)) ?? invalid('code must be unique');
  }

  deleteCodes(id: number, ids: readonly number[]): Refusal | undefined {
    if (ids.length > MOST_CODES_AT_ONCE) return invalid(`at most ${MOST_CODES_AT_ONCE} ids are allowed`);
    const { codes } = this.promotions.get(id) ?? {};
    for (const codeId of ids) {
      this.owners.delete((codes?.get(codeId)?.code ?? '').toUpperCase());
      codes?.delete(codeId);
    }
    return undefined;
  }

  /** The promotion of a code and the code itself. The platform compares codes without their case. */
  byCode(text: string): { readonly promotion: Promotion; readonly code: PromotionCode } | undefined {
    const owner = this.owners.get(text.trim().toUpperCase());
    const promotion = owner && this.promotions.get(owner.promotionId);
    return promotion && { promotion, code: owner.code };
  }

  /** Undefined where another promotion of the store has the code. */
  private add(
    promotionId: number,
    codes: Map<number, PromotionCode>,
    code: string,
    uses: number,
    each: number,
  ): PromotionCode | undefined {
    if (this.byCode(code)) return undefined;
    const id = (this.lastCodeId += 1);
    const created = isoSeconds(Date.now());
    const fresh: PromotionCode = { id, code, max_uses: uses, max_uses_per_customer: each, created, uses: [] };
    codes.set(id, fresh);
    this.owners.set(code.toUpperCase(), { promotionId, code: fresh });
    return fresh;
  }
}

const TIME = /^\d{4}-.*T.*(?:Z|[+-]\d\d:\d\d)$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

function problemsOf(fields: Json): string[] {
  const { name, rules, redemption_type: type, coupon_type: kind, status } = fields;
  const problems: string[] = [];
  if (type !== 'COUPON' && type !== 'AUTOMATIC') problems.push('redemption_type is invalid');
  if (kind !== 'SINGLE' && kind !== 'BULK') problems.push('coupon_type is invalid');
  if (typeof name !== 'string' || name === '') problems.push('name is required');
  if (status !== 'ENABLED' && status !== 'DISABLED') problems.push('status is invalid');
  if (!Array.isArray(rules) || rules.length === 0) problems.push('rules are required');
  else if (!(rules as Json[]).every(isRule)) problems.push('a rule is invalid');
  for (const end of ['start_date', 'end_date']) {
    const value = fields[end];
    if (value !== null && !(typeof value === 'string' && TIME.test(value))) problems.push(`${end} is invalid`);
  }
  const overrides = fields['coupon_overrides_other_promotions'] === true;
  if (overrides && fields['can_be_used_with_other_promotions'] !== false) {
    problems.push('coupon_overrides_other_promotions needs can_be_used_with_other_promotions to be false');
  }
  return problems;
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)[key] : undefined;

/** The platform writes amounts and percentages as texts and refuses numbers. */
function isRule(rule: Json): boolean {
  const minimum = at(at(at(rule, 'condition'), 'cart'), 'minimum_spend');
  if (minimum !== undefined && !isDecimal(minimum)) return false;
  const action = at(rule, 'action');
  if (at(action, 'shipping') !== undefined) return at(at(action, 'shipping'), 'zone_ids') !== undefined;
  const discount = at(at(action, 'cart_value') ?? at(action, 'cart_items'), 'discount');
  return isDecimal(at(discount, 'percentage_amount') ?? at(discount, 'fixed_amount'));
}

const isDecimal = (value: unknown): boolean => typeof value === 'string' && DECIMAL.test(value);
