import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { DomainError, type InputError } from '#libs/kernel';
import { lastingRules } from '../../email/decision/lasting-rules.js';
import { EmailService } from '../../email/email.service.js';
import { EmailAssetsService } from '../../email/templates/email-assets.service.js';
import { type OfferFindings, OfferReadinessService } from '../../offers/offer-readiness.service.js';
import { OffersService, type RecipientOffer } from '../../offers/offers.service.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { imagesIn, mentionedOffers, offerContradictions } from '../definitions/offer-check.js';
import { offersIn, placesShown } from '../definitions/offer-places.js';
import { endsInMs, waitUpToMs } from '../definitions/offer-terms.js';
import { type OfferHolder, offersAhead } from './offers-ahead.js';
import { rulesOf, type Run, stepsOf } from './run.js';
import type { NewExecution } from './execution.repository.js';

/** Decisions that are made together. An experiment admits a whole audience, whose decisions would fill the memory. */
const AT_ONCE = 2_000;

/** The offers of a sequence and of its variants: checks them, and opens and ends them with the executions. */
@Injectable()
export class RunOffersService {
  constructor(
    private readonly offers: OffersService,
    private readonly readiness: OfferReadinessService,
    private readonly assets: EmailAssetsService,
    private readonly email: EmailService,
  ) {}

  /** What is wrong with the offers, with pointers into the definition. 422 where the platform has no such discount. */
  async check(retailerId: string, definition: SequenceDefinition): Promise<OfferFindings> {
    const found: OfferFindings[] = [];
    for (const { pointer, terms } of offersIn(definition)) {
      found.push(await this.readiness.check(retailerId, terms, pointer));
    }
    return { errors: found.flatMap(({ errors }) => errors), warnings: found.flatMap(({ warnings }) => warnings) };
  }

  /** The texts and images that promise something else than their offers, or an offer that there is not. */
  async doubts(retailerId: string, definition: SequenceDefinition): Promise<InputError[]> {
    return [...(await this.contradictions(retailerId, definition)), ...mentionedOffers(definition)];
  }

  private async contradictions(
    retailerId: string,
    definition: SequenceDefinition,
    stepIds?: readonly string[],
  ): Promise<InputError[]> {
    if (offersIn(definition).length === 0) return [];
    const images = await this.assets.images(retailerId, definition.brandId, imagesIn(definition));
    const texts = [...images].map(([id, { altText, text = '' }]) => [id, `${altText}\n${text}`] as const);
    return offerContradictions(definition, new Map(texts), stepIds);
  }

  /**
   * The offer that a preview or a test of an email shows, by the index of the email among those of the steps. Undefined
   * for an email without one. Of several it is that of the sequence, or of the first variant.
   */
  example(
    retailerId: string,
    definition: SequenceDefinition,
    email: number,
  ): ((storeUrl: string | undefined) => Promise<RecipientOffer>) | undefined {
    const { steps, language = USUAL_LANGUAGE } = definition;
    const possible = placesShown(steps)[email] ?? [];
    const terms = offersIn(definition).find(({ place }) => possible.includes(place))?.terms;
    if (!terms) return undefined;
    return (storeUrl) => this.offers.example(retailerId, terms, { language, endsInMs: endsInMs(terms), storeUrl });
  }

  /** For a live run of the steps: 409 where the store can't make the offers yet, or where a text contradicts one. */
  async assertLive(retailerId: string, definition: SequenceDefinition, stepIds?: readonly string[]): Promise<void> {
    const found = await this.contradictions(retailerId, definition, stepIds);
    if (found.length > 0) throw contradicted(found);
    for (const { terms, pointer } of offersIn(definition)) await this.readiness.assertLive(retailerId, terms, pointer);
  }

  /** Call it in the transaction that inserts the execution. */
  async open(tx: Tx, execution: NewExecution, definition: SequenceDefinition): Promise<void> {
    const { retailerId, id, sequenceId, mode, trigger, startsAt, stepIds } = execution;
    if (mode === 'dryRun') return;
    const shown = new Set(placesShown(definition.steps, stepIds).flat());
    for (const { place, terms } of offersIn(definition).filter((offer) => shown.has(offer.place))) {
      await this.offers.open(tx, {
        retailerId,
        executionId: id,
        sequenceId,
        place,
        mode,
        trigger,
        startsAt,
        terms,
        language: definition.language ?? USUAL_LANGUAGE,
        endsInMs: endsInMs(terms),
        waitUpToMs: waitUpToMs(terms),
      });
    }
  }

  /**
   * Has codes minted for customers of a live execution who may be emailed. What may change until their step is due does
   * not count; one who may be emailed only then gets a code then. Call it in the transaction that brings them to the
   * step, with the shares of that time.
   */
  async expect(tx: Tx, run: Run, holders: readonly OfferHolder[]): Promise<void> {
    const { retailerId, id: executionId, definition } = run;
    const minted = offersIn(definition).filter(({ terms }) => terms.code === undefined);
    if (minted.length === 0 || holders.length === 0) return;
    const steps = stepsOf(run);
    const wanted = new Map<string, number>();
    for (let start = 0; start < holders.length; start += AT_ONCE) {
      for (const holder of await this.reachable(tx, run, holders.slice(start, start + AT_ONCE))) {
        for (const place of offersAhead(run, steps, holder)) wanted.set(place, (wanted.get(place) ?? 0) + 1);
      }
    }
    for (const { place } of minted) {
      await this.offers.expect(tx, retailerId, { executionId, place }, wanted.get(place) ?? 0);
    }
  }

  private async reachable(tx: Tx, run: Run, holders: readonly OfferHolder[]): Promise<readonly OfferHolder[]> {
    const ids = holders.map(({ customerId }) => customerId);
    const decisions = await this.email.decide(tx, run.retailerId, lastingRules(rulesOf(run)), ids, new Date());
    return holders.filter(({ customerId }) => decisions.get(customerId)?.verdict !== 'skip');
  }

  /** Call it in the transaction that ends the execution, or after it. Idempotent. */
  end(tx: Tx, retailerId: string, executionId: string, revokeSent = false): Promise<void> {
    return this.offers.end(tx, retailerId, executionId, revokeSent);
  }
}

/** Of emails whose sequence names no language. */
const USUAL_LANGUAGE = 'en';

const contradicted = (errors: readonly InputError[]): DomainError =>
  new DomainError(409, 'offer_contradiction', 'A text of the sequence promises something else than its offer.', {
    errors,
  });
