import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  createBasicDiscount,
  createFreeShippingDiscount,
  deactivateDiscount,
  deleteDiscountCodes,
  findDiscountByCode,
  isJobDone,
  LARGEST_CODE_LIST,
  missingScopes,
  PlatformAError,
  type PlatformAGraphql,
  UserErrorsError,
} from '#libs/platform-a-client';
import { Runtime } from '../../config/runtime.js';
import {
  type CodeBatch,
  type DiscountConnector,
  DiscountRefusedError,
  type DiscountRule,
  type Minting,
  OFFER_KINDS,
} from '../../stores/discounts.js';
import { FEATURE_SCOPES, grantUrlOf } from '../client/feature-scopes.js';
import type { OpenStore } from '../client/store.client.js';
import { PlatformACodeIdsService } from './code-ids.service.js';
import { type DiscountInput, discountInput } from './discount-input.js';
import { discountLink } from './discount-link.js';
import { PlatformAMintingService } from './minting.service.js';
import { orRefused } from './refusals.js';

/** The waits for a job that deletes codes. */
const JOB_WAITS_MS = [0, 1_000, 2_000, 4_000, 8_000];

/** Discounts and their codes on the stores of platform A. */
@Injectable()
export class PlatformADiscountsService implements DiscountConnector<OpenStore> {
  readonly kinds = OFFER_KINDS;

  constructor(
    private readonly runtime: Runtime,
    private readonly minting: PlatformAMintingService,
    private readonly codeIds: PlatformACodeIdsService,
  ) {}

  missingScopes({ scopes }: OpenStore): readonly string[] {
    return missingScopes(scopes, FEATURE_SCOPES.discounts);
  }

  grantUrl({ retailer }: OpenStore): string {
    return grantUrlOf(this.runtime.publicUrl, retailer.externalId, 'discounts');
  }

  create({ graphql, retailer }: OpenStore, rule: DiscountRule, { texts }: CodeBatch): Promise<string> {
    if (retailer.currency !== null && retailer.currency !== rule.currency) {
      const message = `The discount is in ${rule.currency}, and the store sells in ${retailer.currency}.`;
      return Promise.reject(new DiscountRefusedError('invalid', message));
    }
    return orRefused(() => this.createWith(graphql, rule, texts));
  }

  mint(store: OpenStore, discountId: string, batch: CodeBatch): Promise<Minting> {
    return orRefused(() => this.minting.mint(store, discountId, batch));
  }

  async deactivate(store: OpenStore, discountId: string): Promise<void> {
    await orRefused(() => deactivateDiscount(store.graphql, discountId).catch(unlessGone));
    await this.minting.forget(store, discountId);
  }

  async removeCodes({ graphql }: OpenStore, discountId: string, codes: readonly string[]): Promise<void> {
    await orRefused(async () => {
      const ids = await this.codeIds.find(graphql, discountId, codes);
      const entries = [...ids];
      for (let from = 0; from < entries.length; from += LARGEST_CODE_LIST) {
        const some = entries.slice(from, from + LARGEST_CODE_LIST);
        const numbers = some.map(([, id]) => id);
        await untilDone(graphql, await deleteDiscountCodes(graphql, discountId, numbers));
        this.codeIds.forget(
          discountId,
          some.map(([code]) => code),
        );
      }
    });
  }

  async hasCode({ graphql }: OpenStore, code: string): Promise<boolean> {
    const found = await orRefused(() => findDiscountByCode(graphql, code));
    return found !== null && found.status !== 'EXPIRED';
  }

  codeUrl(storefrontUrl: string, code: string, path: string): string {
    return discountLink(storefrontUrl, code, path);
  }

  /**
   * Each discount has a code from the beginning; it is the first free one of the batch. Where our own discount has the
   * code, an earlier call has created it. A code of another discount is left to the minting, which reports it.
   */
  private async createWith(graphql: PlatformAGraphql, rule: DiscountRule, texts: readonly string[]): Promise<string> {
    for (const text of texts) {
      const created = await createUnlessTaken(graphql, discountInput(rule, text));
      if (created !== undefined) return created;
      const owner = await findDiscountByCode(graphql, text);
      if (!owner) throw new PlatformAError('unavailable', 'the store has a code and does not find its discount');
      if (owner.title.includes(rule.key)) return owner.id;
    }
    throw new DiscountRefusedError('invalid', 'Other discounts of the store have every code of the batch.');
  }
}

async function createUnlessTaken(graphql: PlatformAGraphql, discount: DiscountInput): Promise<string | undefined> {
  try {
    return discount.kind === 'basic'
      ? await createBasicDiscount(graphql, discount.input)
      : await createFreeShippingDiscount(graphql, discount.input);
  } catch (error) {
    if (error instanceof UserErrorsError && error.has('TAKEN', 'code')) return undefined;
    throw error;
  }
}

/** A discount that the merchant has deleted needs no end. */
function unlessGone(error: unknown): void {
  if (!(error instanceof UserErrorsError && error.has('INVALID', 'id'))) throw error;
}

async function untilDone(graphql: PlatformAGraphql, job: string): Promise<void> {
  for (const wait of JOB_WAITS_MS) {
    await sleep(wait);
    if (await isJobDone(graphql, job)) return;
  }
  throw new PlatformAError('unavailable', 'the store is still deleting codes', { retryAfterSeconds: 15 });
}
