import { Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import {
  addDiscountCodes,
  type CodeCreation as Progress,
  findDiscountIds,
  LARGEST_CODE_LIST,
  readCodeCreation,
  readCodeResults,
} from '#libs/platform-a-client';
import { type CodeBatch, DiscountRefusedError, type Minting } from '../../stores/discounts.js';
import type { OpenStore } from '../client/store.client.js';
import type { CodeCreation } from './code-creation.entity.js';
import { PlatformACodeCreationsRepository } from './code-creations.repository.js';

/** The platform takes seconds for a batch. After ten minutes something is wrong, and asking often does not help. */
const PATIENCE_SECONDS = 600;
const PARKED_SECONDS = 300;
const LONGEST_WAIT_SECONDS = 15;

/**
 * Adds the codes of a batch to a discount. The platform adds them in the background, one creation of a discount at a
 * time. It refuses codes that it has already, so a batch whose answer was lost is added again as it is, and the refused
 * codes are looked up.
 */
@Injectable()
export class PlatformAMintingService {
  constructor(private readonly creations: PlatformACodeCreationsRepository) {}

  async mint(store: OpenStore, discountId: string, { texts }: CodeBatch): Promise<Minting> {
    if (texts.length > LARGEST_CODE_LIST) throw new RangeError(`a batch has at most ${LARGEST_CODE_LIST} codes`);
    const begun = await this.creations.find({ retailerId: store.retailer.id, discountId });
    const progress = begun && (await readCodeCreation(store.graphql, begun.creationId));
    if (begun && progress && !progress.done) return pending(begun.startedAt);
    if (!begun || !progress || begun.textsHash !== hashOf(texts)) return this.begin(store, discountId, texts, texts);
    if (progress.codesCount === texts.length && progress.importedCount === texts.length) {
      return { status: 'minted', codes: texts };
    }
    return this.settle(store, begun, progress, texts);
  }

  forget({ retailer }: OpenStore, discountId: string): Promise<void> {
    return this.creations.forget({ retailerId: retailer.id, discountId });
  }

  /** Looks up the codes that the creation did not add, because the platform's reason is a text for people. */
  private async settle(
    store: OpenStore,
    { discountId, creationId }: CodeCreation,
    progress: Progress,
    texts: readonly string[],
  ): Promise<Minting> {
    // A creation of some texts only is the repetition of an earlier one, whose results say nothing about the others.
    const isWhole = progress.codesCount === texts.length;
    const results = await readCodeResults(store.graphql, creationId);
    const failed = results.filter(({ discountRedeemCode }) => !discountRedeemCode);
    const doubtful = isWhole ? failed.map(({ code }) => code) : texts;
    const owners = await findDiscountIds(store.graphql, doubtful);
    const missing = doubtful.filter((text) => owners.get(text) === null);
    if (missing.length > 0) {
      const isHopeless = progress.importedCount === 0 && missing.length === progress.codesCount;
      if (!isHopeless) return this.begin(store, discountId, texts, missing);
      const reason = failed[0]?.errors[0]?.message ?? 'no reason was given';
      throw new DiscountRefusedError('invalid', `The store refused the codes: ${reason}`);
    }
    const taken = doubtful.filter((text) => owners.get(text) !== discountId);
    if (taken.length === 0) return { status: 'minted', codes: texts };
    const isTaken = new Set(taken);
    return { status: 'taken', texts: taken, codes: texts.filter((text) => !isTaken.has(text)) };
  }

  private async begin(
    { retailer, graphql }: OpenStore,
    discountId: string,
    texts: readonly string[],
    missing: readonly string[],
  ): Promise<Minting> {
    const creationId = await addDiscountCodes(graphql, discountId, missing);
    const startedAt = new Date();
    await this.creations.save({
      retailerId: retailer.id,
      discountId,
      creationId,
      textsHash: hashOf(texts),
      startedAt,
    });
    return pending(startedAt);
  }
}

/** Asks after 1, 2, 4 and 8 seconds, and then every 15. */
function pending(startedAt: Date): Minting {
  const age = Math.ceil((Date.now() - startedAt.getTime()) / 1_000);
  const usual = Math.min(LONGEST_WAIT_SECONDS, Math.max(1, age));
  return { status: 'pending', retryAfterSeconds: age > PATIENCE_SECONDS ? PARKED_SECONDS : usual };
}

const hashOf = (texts: readonly string[]): string => sha256Hex(texts.join('\n'));
