import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { OfferRepository } from './offer.repository.js';

/** Which code a person got. A code without its customer stays, so that the counts stay right. */
@Injectable()
export class OffersPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'offers';
  readonly layer = 'feature';
  readonly tables = ['offer_redemptions', 'offer_codes', 'offer_batches', 'offer_executions', 'offers', 'offer_works'];
  readonly erasesOnly = ['offer_codes'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly offers: OfferRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, { retailerId, customerIds }: Person): Promise<Record<string, unknown>> {
    return { offerCodes: await this.offers.codesOfCustomers(sql, retailerId, customerIds) };
  }

  async eraseCustomer(tx: Tx, { retailerId, customerIds }: Person): Promise<ErasureStep> {
    return { removed: { offer_codes: await this.offers.forget(tx, retailerId, customerIds) } };
  }
}
