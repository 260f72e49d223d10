import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { DomainError, type InputError } from '#libs/kernel';
import { lastingRules } from '../../email/decision/lasting-rules.js';
import { EmailService } from '../../email/email.service.js';
import { EmailAssetsService } from '../../email/templates/email-assets.service.js';
import { type OfferFindings, OfferReadinessService } from '../../offers/offer-readiness.service.js';
import { OffersService, type RecipientOffer } from '../../offers/offers.service.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { endsInMs, imagesIn, mentionedOffers, offerContradictions, waitUpToMs } from '../definitions/offer-check.js';
import { rulesOf, type Run } from './run.js';
import type { NewExecution } from './execution.repository.js';

/** Decisions that are made together. An experiment admits a whole audience, whose decisions would fill the memory. */
const AT_ONCE = 2_000;

/** The offer of a sequence: checks it, and opens and ends it with the executions. */
@Injectable()
export class RunOffersService {
  constructor(
    private readonly offers: OffersService,
    private readonly readiness: OfferReadinessService,
    private readonly assets: EmailAssetsService,
    private readonly email: EmailService,
  ) {}

  /** What is wrong with the offer, with pointers into the definition. 422 where the platform has no such discount. */
  async check(retailerId: string, { offer }: SequenceDefinition): Promise<OfferFindings> {
    if (!offer) return { errors: [], warnings: [] };
    const { errors, warnings } = await this.readiness.check(retailerId, offer);
    return { errors: errors.map(inDefinition), warnings: warnings.map(inDefinition) };
  }

  /** The texts and images that promise something else than the offer, or an offer that there is not. */
  async contradictions(retailerId: string, definition: SequenceDefinition): Promise<InputError[]> {
    if (!definition.offer) return mentionedOffers(definition);
    const images = await this.assets.images(retailerId, definition.brandId, imagesIn(definition));
    const texts = [...images].map(([id, { altText, text = '' }]) => [id, `${altText}\n${text}`] as const);
    return offerContradictions(definition, new Map(texts));
  }

  /** The offer that a preview shows; undefined for a sequence without one. */
  example(
    retailerId: string,
    { offer, language = USUAL_LANGUAGE }: SequenceDefinition,
  ): ((storeUrl: string | undefined) => Promise<RecipientOffer>) | undefined {
    if (!offer) return undefined;
    return (storeUrl) => this.offers.example(retailerId, offer, { language, endsInMs: endsInMs(offer), storeUrl });
  }

  /** For a live run: 409 where the store can't make the offer yet, or where a text contradicts it. */
  async assertLive(retailerId: string, definition: SequenceDefinition): Promise<void> {
    if (!definition.offer) return;
    const found = await this.contradictions(retailerId, definition);
    if (found.length > 0) throw contradicted(found);
    await this.readiness.assertLive(retailerId, definition.offer);
  }

  /** Call it in the transaction that inserts the execution. */
  async open(tx: Tx, execution: NewExecution, definition: SequenceDefinition): Promise<void> {
    const { retailerId, id, sequenceId, mode, trigger, startsAt } = execution;
    const { offer } = definition;
    if (!offer || mode === 'dryRun') return;
    await this.offers.open(tx, {
      retailerId,
      executionId: id,
      sequenceId,
      mode,
      trigger,
      startsAt,
      terms: offer,
      language: definition.language ?? USUAL_LANGUAGE,
      endsInMs: endsInMs(offer),
      waitUpToMs: waitUpToMs(offer),
    });
  }

  /**
   * Has codes minted for the customers who enter a live execution and may be emailed. What may change until their step
   * is due does not count; one who may be emailed only then gets a code then. Call it in the transaction that enrols
   * them.
   */
  async expect(tx: Tx, run: Run, customerIds: readonly string[]): Promise<void> {
    const { retailerId, id, definition } = run;
    if (!definition.offer || definition.offer.code !== undefined || customerIds.length === 0) return;
    const rules = lastingRules(rulesOf(run));
    let reachable = 0;
    for (let from = 0; from < customerIds.length; from += AT_ONCE) {
      const some = customerIds.slice(from, from + AT_ONCE);
      const decisions = await this.email.decide(tx, retailerId, rules, some, new Date());
      reachable += [...decisions.values()].filter(({ verdict }) => verdict !== 'skip').length;
    }
    await this.offers.expect(tx, retailerId, id, reachable);
  }

  /** Call it in the transaction that ends the execution, or after it. Idempotent. */
  end(tx: Tx, retailerId: string, executionId: string, revokeSent = false): Promise<void> {
    return this.offers.end(tx, retailerId, executionId, revokeSent);
  }
}

const inDefinition = ({ pointer, detail }: InputError): InputError => ({ pointer: `/offer${pointer}`, detail });

/** Of emails whose sequence names no language. */
const USUAL_LANGUAGE = 'en';

const contradicted = (errors: readonly InputError[]): DomainError =>
  new DomainError(409, 'offer_contradiction', 'A text of the sequence promises something else than its offer.', {
    errors,
  });
