import { Injectable } from '@nestjs/common';
import {
  type AdminConsent,
  missingScopes,
  PlatformAError,
  readConsent,
  updateConsent,
  UserErrorsError,
} from '#libs/platform-a-client';
import type { ConsentRecord } from '../../commerce/model/records.js';
import type { ConsentConnector, ConsentDecision, ConsentWrite } from '../../stores/consents.js';
import { FEATURE_SCOPES } from '../client/feature-scopes.js';
import type { OpenStore } from '../client/store.client.js';
import { marketingOf } from '../mapping/delivery.mapper.js';
import { emailOf, optionalTime } from '../mapping/wire-reader.js';

/** The platform refuses decisions of the future, by its own clock. */
const CLOCK_MARGIN_MS = 5_000;

const STATES = { subscribed: 'SUBSCRIBED', unsubscribed: 'UNSUBSCRIBED' } as const;

/** Consent to marketing emails on the stores of platform A. */
@Injectable()
export class PlatformAConsentsService implements ConsentConnector<OpenStore> {
  async write({ graphql, scopes }: OpenStore, decision: ConsentDecision): Promise<ConsentWrite> {
    if (missingScopes(scopes, FEATURE_SCOPES.consents).length > 0) return 'scope_missing';
    const held = await readConsent(graphql, decision.externalId);
    if (!held || emailOf(held.emailAddress) !== emailOf(decision.email)) return 'gone';
    const marketingState = STATES[decision.marketing];
    if (held.marketingState === marketingState || isNewer(held, decision)) return 'written';
    const latest = Math.min(decision.decidedAt.getTime(), Date.now() - CLOCK_MARGIN_MS);
    try {
      await updateConsent(graphql, decision.externalId, {
        marketingState,
        // The level says how the customer once subscribed. It stays.
        marketingOptInLevel: held.marketingOptInLevel ?? 'UNKNOWN',
        consentUpdatedAt: new Date(latest).toISOString(),
      });
      return 'written';
    } catch (error) {
      return refusalOf(error);
    }
  }

  async read(
    { graphql }: OpenStore,
    { externalId }: Pick<ConsentDecision, 'externalId'>,
  ): Promise<ConsentRecord | undefined> {
    const held = await readConsent(graphql, externalId);
    if (!held) return undefined;
    return {
      externalId,
      email: emailOf(held.emailAddress) ?? null,
      marketing: marketingOf(held.marketingState),
      decidedAt: optionalTime(held.marketingUpdatedAt),
    };
  }
}

/** The platform keeps whole seconds. */
function isNewer({ marketingUpdatedAt }: AdminConsent, { decidedAt }: ConsentDecision): boolean {
  const at = optionalTime(marketingUpdatedAt);
  return at !== null && at.getTime() > decidedAt.getTime();
}

function refusalOf(error: unknown): ConsentWrite {
  if (error instanceof UserErrorsError && error.has('INVALID', 'customerId')) return 'gone';
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return 'scope_missing';
  throw error;
}
