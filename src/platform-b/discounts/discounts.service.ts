import { Injectable } from '@nestjs/common';
import {
  createPromotion,
  deleteEmptyPromotions,
  deletePromotionCodes,
  disablePromotion,
  findCoupons,
  findPromotionCode,
  findPromotionsByCode,
  findPromotionsByName,
  generateCodes,
  installUrl,
  listPromotionCodes,
  missingScopes,
  MOST_CODES,
  parsePlatformTime,
  PlatformBError,
  type PlatformBRest,
  type PromotionAction,
  type WirePromotionCode,
} from '#libs/platform-b-client';
import { Runtime } from '../../config/runtime.js';
import {
  type CodeBatch,
  type DiscountConnector,
  type DiscountRule,
  type Minting,
  OFFER_KINDS,
} from '../../stores/discounts.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { codeUrl } from './code-url.js';
import { refusing } from './refusals.js';

const SCOPE = 'store_v2_marketing';
const DELIMITER = '-';
/** Of the random part. Without letters and digits that look alike, the chance to guess one of 100,000 is 1 in 10^7. */
const CODE_LENGTH = 8;
const ALIKE = ['0', 'O', '1', 'I'];
/** Above this number the list of all codes costs fewer calls than a search for each. */
const FEW = 20;
const MOST_PROMOTIONS = 50;

/** Creates discounts as coupon promotions of the store. The platform chooses the texts of their codes. */
@Injectable()
export class PlatformBDiscountsService implements DiscountConnector<OpenStore> {
  readonly kinds = OFFER_KINDS;

  constructor(
    private readonly runtime: Runtime,
    private readonly stores: PlatformBStoresRepository,
  ) {}

  missingScopes({ scopes }: OpenStore): readonly string[] {
    return missingScopes(scopes.join(' '), SCOPE);
  }

  /** The platform asks the merchant for the scopes that the app's profile has gained. */
  grantUrl(): string {
    const { loginBaseUrl, clientId } = this.runtime.platformB();
    return installUrl(loginBaseUrl, clientId);
  }

  /**
   * The platform does not keep names unique, so two calls at once, or one that was still under way when its answer was
   * taken for lost, may make two promotions. The oldest is kept.
   */
  create({ rest, retailer }: OpenStore, rule: DiscountRule): Promise<string> {
    return refusing(async () => {
      if (rule.kind === 'free_shipping') await this.stores.recordFreeShipping(retailer.id);
      const [oldest, ...others] = (await findPromotionsByName(rest, rule.title)).map(({ id }) => String(id));
      if (oldest !== undefined) {
        await deleteUnused(rest, others);
        return oldest;
      }
      return createPromotion(rest, {
        name: rule.title,
        displayName: displayNameOf(rule),
        action: actionOf(rule),
        minimumSpend: rule.minimum,
        currency: rule.kind === 'percent' && rule.minimum === null ? '*' : rule.currency,
        startsAt: rule.startsAt,
        endsAt: rule.endsAt,
      });
    });
  }

  /**
   * A second call of codegen would leave codes that nobody gets. So the codes with the batch's prefix are listed first,
   * and only the rest is minted; an answer that is lost fails this call, and the next one lists again.
   */
  mint({ rest }: OpenStore, discountId: string, { prefix, texts, called = true }: CodeBatch): Promise<Minting> {
    return refusing(async () => {
      const known = called ? await mintedBefore(rest, discountId, prefix) : [];
      while (known.length < texts.length) {
        const size = Math.min(MOST_CODES, texts.length - known.length);
        const format = { prefix, delimiter: DELIMITER, length: CODE_LENGTH, without: ALIKE };
        const codes = await generateCodes(rest, discountId, { size, ...format });
        if (codes.length === 0) throw new PlatformBError('bad_answer', 'platform B has minted no code');
        known.push(...codes);
      }
      return { status: 'minted', codes: known.slice(0, texts.length) };
    });
  }

  /** Keeps the promotion and its codes, because orders refer to them. */
  async deactivate({ rest }: OpenStore, discountId: string): Promise<void> {
    await refusing(() => disablePromotion(rest, discountId));
  }

  removeCodes({ rest }: OpenStore, discountId: string, codes: readonly string[]): Promise<void> {
    return refusing(async () => {
      const wanted = new Set(codes.map((code) => code.toUpperCase()));
      const found = codes.length > FEW ? await listOrNone(rest, discountId) : await findEach(rest, discountId, codes);
      const ids = found.filter(({ code }) => wanted.has(code.toUpperCase())).map(({ id }) => String(id));
      await deletePromotionCodes(rest, discountId, ids);
    });
  }

  hasCode({ rest }: OpenStore, code: string): Promise<boolean> {
    return refusing(async () => {
      const promotions = await findPromotionsByCode(rest, code);
      if (promotions.some(({ status, end_date: end }) => status === 'ENABLED' && !isOver(end))) return true;
      if (promotions.length > 0) return false;
      return (await findCoupons(rest, code)).some(({ enabled, expires }) => enabled === true && !isOver(expires));
    });
  }

  codeUrl(storefrontUrl: string, code: string, path: string): string {
    return codeUrl(storefrontUrl, code, path);
  }
}

function actionOf({ kind, value }: DiscountRule): PromotionAction {
  if (kind === 'free_shipping') return { freeShipping: true };
  return kind === 'percent' ? { percent: value ?? '' } : { amount: value ?? '' };
}

/** Shoppers see it in the cart, whatever their language. Undefined where the platform's own words say it. */
function displayNameOf({ kind, value, currency }: DiscountRule): string | undefined {
  if (kind === 'free_shipping') return undefined;
  return kind === 'percent' ? `-${value} %` : `-${value} ${currency}`;
}

/** Promotions with codes stay: the platform refuses their deletion, and an earlier call may have used them. */
async function deleteUnused(rest: PlatformBRest, promotionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < promotionIds.length; from += MOST_PROMOTIONS) {
    await deleteEmptyPromotions(rest, promotionIds.slice(from, from + MOST_PROMOTIONS)).catch(ignoreRefusal);
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof PlatformBError) || error.kind !== 'bad_answer') throw error;
}

/** The codes of the batch that the store has, the oldest first. */
async function mintedBefore(rest: PlatformBRest, discountId: string, prefix: string): Promise<string[]> {
  const codes = await listPromotionCodes(rest, discountId);
  return codes
    .filter(({ code, max_uses: uses }) => code.startsWith(`${prefix}${DELIMITER}`) && uses === 1)
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ code }) => code);
}

async function findEach(rest: PlatformBRest, discountId: string, codes: readonly string[]) {
  const found: WirePromotionCode[] = [];
  for (const code of codes) {
    const known = await noneIfGone(findPromotionCode(rest, discountId, code));
    if (known) found.push(known);
  }
  return found;
}

const listOrNone = async (rest: PlatformBRest, discountId: string): Promise<WirePromotionCode[]> =>
  (await noneIfGone(listPromotionCodes(rest, discountId))) ?? [];

/** A promotion that the merchant has deleted has no codes. */
async function noneIfGone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof PlatformBError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

const isOver = (end: unknown): boolean => (parsePlatformTime(end)?.getTime() ?? Number.POSITIVE_INFINITY) < Date.now();
