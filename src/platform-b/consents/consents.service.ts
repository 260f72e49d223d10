import { Injectable } from '@nestjs/common';
import {
  findSubscriber,
  missingScopes,
  NEWSLETTER,
  parsePlatformTime,
  PlatformBError,
  updateSubscriber,
} from '#libs/platform-b-client';
import type { ConsentRecord } from '../../commerce/model/records.js';
import type { ConsentConnector, ConsentDecision, ConsentWrite } from '../../stores/consents.js';
import type { OpenStore } from '../client/store.client.js';
import { hasConsent, mapSubscriber } from '../mapping/subscriber.mapper.js';

const SCOPE = 'store_v2_customers';

/** Writes decisions to the newsletter list of the store. Never adds an address to the list. */
@Injectable()
export class PlatformBConsentsService implements ConsentConnector<OpenStore> {
  async write(store: OpenStore, decision: ConsentDecision): Promise<ConsentWrite> {
    if (missingScopes(store.scopes.join(' '), SCOPE).length > 0) return 'scope_missing';
    try {
      return await writeTo(store, decision);
    } catch (error) {
      if (error instanceof PlatformBError && error.kind === 'forbidden') return 'scope_missing';
      throw error;
    }
  }

  async read(
    { rest }: OpenStore,
    { externalId, email }: Pick<ConsentDecision, 'externalId' | 'email'>,
  ): Promise<ConsentRecord | undefined> {
    try {
      const row = await findSubscriber(rest, email);
      if (!row) return undefined;
      const { marketing, decidedAt } = mapSubscriber(row);
      return { externalId, email, marketing, decidedAt };
    } catch (error) {
      if (error instanceof PlatformBError && error.kind === 'forbidden') return undefined;
      throw error;
    }
  }
}

async function writeTo(
  { rest }: OpenStore,
  { email, marketing, decidedAt }: ConsentDecision,
): Promise<Extract<ConsentWrite, 'written' | 'gone'>> {
  const row = await findSubscriber(rest, email);
  if (!row) return 'gone';
  const isSaid = hasConsent(row) === (marketing === 'subscribed');
  const isOlder = (parsePlatformTime(row.date_modified)?.getTime() ?? 0) > decidedAt.getTime();
  if (isSaid || isOlder) return 'written';
  const others = (row.consents ?? []).filter((consent) => consent !== NEWSLETTER);
  const consents = marketing === 'subscribed' ? [NEWSLETTER, ...others] : others;
  return (await updateSubscriber(rest, row, consents)) ? 'written' : 'gone';
}
