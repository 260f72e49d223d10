import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { PlatformACustomerReadsRepository } from './sync/customer-reads.repository.js';

/** What is kept to look after a store and to sign its customers on. */
@Injectable()
export class PlatformAPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'platform-a';
  readonly layer = 'feature';
  readonly tables = ['customer_reads', 'used_proofs', 'app_subscription_copies', 'store_watches', 'store_catch_ups'];
  /** A purge must not break the install with which the store comes back. */
  readonly survives = { oauth_states: 'hashes of random values, of no use after ten minutes' };

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly reads: PlatformACustomerReadsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    return { removed: { customer_reads: await this.reads.erase(tx, person) } };
  }
}
