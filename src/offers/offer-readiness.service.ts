import { Injectable } from '@nestjs/common';
import { conflict, DomainError, type InputError } from '#libs/kernel';
import { notUsable } from '../retailers/install-state.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { DiscountConnector } from '../stores/discounts.js';
import type { OpenStore } from '../stores/store-connector.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import { checkOffer } from './check-offer.js';
import { isRefused } from './minter.service.js';
import type { OfferTerms } from './offer.dto.js';

const NO_SUCH_CODE = 'is no code of the store that works';

/** Checks whether a store can make an offer. */
@Injectable()
export class OfferReadinessService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly connectors: StoreConnectorsService,
  ) {}

  /**
   * Every mistake in the offer, with pointers into the offer. 422 `offer_not_supported` where the platform of the store
   * has no such discount. A shared code is looked up on the store; where that fails, the live run looks it up again.
   */
  async check(retailerId: string, terms: OfferTerms): Promise<InputError[]> {
    const errors = checkOffer(terms);
    const discounts = (await this.connectors.of(retailerId))?.discounts;
    if (terms.code === undefined) {
      if (!discounts?.kinds.includes(terms.kind)) throw notSupported(terms);
      return errors;
    }
    const isKnown = await this.hasCode(retailerId, terms.code).catch(() => undefined);
    return isKnown === false ? [...errors, { pointer: '/code', detail: NO_SUCH_CODE }] : errors;
  }

  /**
   * For a live run: 409 `scope_missing` with the address where the merchant grants the scope, 409 `offer_code_unknown`
   * where a shared code no longer works.
   */
  async assertLive(retailerId: string, terms: OfferTerms): Promise<void> {
    if (terms.code !== undefined) {
      if ((await this.hasCode(retailerId, terms.code)) === false) throw codeUnknown(terms.code);
      return;
    }
    const found = await this.onStore(retailerId, (discounts, store) => {
      const scopes = discounts.missingScopes(store);
      return Promise.resolve({ scopes, grantUrl: scopes.length > 0 ? discounts.grantUrl(store) : '' });
    });
    if (!found) throw notSupported(terms);
    if (found.scopes.length > 0) throw scopeMissing(found.scopes, found.grantUrl);
  }

  /** Undefined where the store can't be asked: the platform has no discounts, or the scope is missing. */
  private async hasCode(retailerId: string, code: string): Promise<boolean | undefined> {
    try {
      return await this.onStore(retailerId, (discounts, store) => discounts.hasCode(store, code));
    } catch (error) {
      if (isRefused(error) && error.refusal === 'scope_missing') return undefined;
      throw error;
    }
  }

  /** Undefined where the platform has no discounts. */
  private async onStore<T>(
    retailerId: string,
    work: (discounts: DiscountConnector<OpenStore>, store: OpenStore) => Promise<T>,
  ): Promise<T | undefined> {
    const answer = await this.connectors.withStore(
      retailerId,
      async ({ discounts }, store) => ({ found: discounts && (await work(discounts, store)) }),
      'brief',
    );
    if (!answer) throw notUsable((await this.retailers.get(retailerId)).status);
    return answer.found;
  }
}

const notSupported = ({ kind }: OfferTerms): DomainError =>
  new DomainError(422, 'offer_not_supported', `The platform of the store has no discount of the kind ${kind}.`, {
    errors: [{ pointer: '/offer/kind', detail: 'is not supported by the platform of the store' }],
  });

const scopeMissing = (scopes: readonly string[], grantUrl: string): DomainError =>
  conflict('scope_missing', `The merchant has to grant ${scopes.join(', ')} first, at ${grantUrl}`, {
    scopes,
    grantUrl,
  });

const codeUnknown = (code: string): DomainError =>
  conflict('offer_code_unknown', `The store has no code ${code} that works.`);
