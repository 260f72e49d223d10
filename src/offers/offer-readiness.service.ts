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
const NO_ANSWER = 'could not be looked up, because the store did not answer; a live run looks it up again';
const NO_DISCOUNTS = 'could not be looked up, because the platform of the store has no discounts';

/** What is wrong with an offer, and what could not be checked. */
export interface OfferFindings {
  readonly errors: readonly InputError[];
  readonly warnings: readonly InputError[];
}

/** Whether the store has a code, or why that is not known. */
type CodeCheck = { readonly isKnown: boolean } | { readonly unchecked: string };

/** Checks whether a store can make an offer. */
@Injectable()
export class OfferReadinessService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly connectors: StoreConnectorsService,
  ) {}

  /**
   * Every mistake in the offer. 422 `offer_not_supported` where the platform of the store has no such discount. A
   * shared code is looked up on the store; a warning says where that was not possible. `pointer`: the place of the
   * offer in the request.
   */
  async check(retailerId: string, terms: OfferTerms, pointer: string): Promise<OfferFindings> {
    const errors = checkOffer(terms).map((error) => ({ ...error, pointer: pointer + error.pointer }));
    const discounts = (await this.connectors.of(retailerId))?.discounts;
    if (terms.code === undefined) {
      if (!discounts?.kinds.includes(terms.kind)) throw notSupported(terms, pointer);
      return { errors, warnings: [] };
    }
    const at = `${pointer}/code`;
    const found = await this.lookUp(retailerId, terms.code).catch(() => ({ unchecked: NO_ANSWER }));
    if ('unchecked' in found) return { errors, warnings: [{ pointer: at, detail: found.unchecked }] };
    return { errors: found.isKnown ? errors : [...errors, { pointer: at, detail: NO_SUCH_CODE }], warnings: [] };
  }

  /**
   * For a live run: 409 `scope_missing` with the address where the merchant grants the scope, 409 `offer_code_unknown`
   * where a shared code no longer works. A shared code that the scope hides from us is taken as it is.
   */
  async assertLive(retailerId: string, terms: OfferTerms, pointer: string): Promise<void> {
    if (terms.code !== undefined) {
      const found = await this.lookUp(retailerId, terms.code);
      if ('isKnown' in found && !found.isKnown) throw codeUnknown(terms.code);
      return;
    }
    const found = await this.onStore(retailerId, (discounts, store) => {
      const scopes = discounts.missingScopes(store);
      return Promise.resolve({ scopes, grantUrl: scopes.length > 0 ? discounts.grantUrl(store) : '' });
    });
    if (!found) throw notSupported(terms, pointer);
    if (found.scopes.length > 0) throw scopeMissing(found.scopes, found.grantUrl);
  }

  private async lookUp(retailerId: string, code: string): Promise<CodeCheck> {
    const found = await this.onStore(retailerId, async (discounts, store): Promise<CodeCheck> => {
      try {
        return { isKnown: await discounts.hasCode(store, code) };
      } catch (error) {
        if (!isRefused(error) || error.refusal !== 'scope_missing') throw error;
        return { unchecked: notGranted(discounts.missingScopes(store), discounts.grantUrl(store)) };
      }
    });
    return found ?? { unchecked: NO_DISCOUNTS };
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

const notSupported = ({ kind }: OfferTerms, pointer: string): DomainError =>
  new DomainError(422, 'offer_not_supported', `The platform of the store has no discount of the kind ${kind}.`, {
    errors: [{ pointer: `${pointer}/kind`, detail: 'is not supported by the platform of the store' }],
  });

const notGranted = (scopes: readonly string[], grantUrl: string): string =>
  `could not be looked up, because the merchant has not granted ${scopes.join(', ') || 'the permission'}; ` +
  `see on the store that the code works, or have it granted at ${grantUrl}`;

const scopeMissing = (scopes: readonly string[], grantUrl: string): DomainError =>
  conflict('scope_missing', `The merchant has to grant ${scopes.join(', ')} first, at ${grantUrl}`, {
    scopes,
    grantUrl,
  });

const codeUnknown = (code: string): DomainError =>
  conflict('offer_code_unknown', `The store has no code ${code} that works.`);
