import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from '../privacy/registry/person.js';
import { type ErasureStep, PersonalData, type PersonalDataSource } from '../privacy/registry/personal-data.js';
import { CustomerReadsRepository } from './customer-reads/customer-reads.repository.js';

/** What is kept to look after a store and to sign its customers on. */
@Injectable()
export class PlatformAPersonalData implements PersonalDataSource, OnModuleInit {
  readonly name = 'platform-a';
  readonly layer = 'feature';
  readonly tables = ['customer_reads', 'used_proofs', 'app_subscription_copies', 'store_watches', 'store_catch_ups'];
  /** A purge must not break the install with which the store comes back. */
  readonly survives = { oauth_states: 'hashes of random values, of no use after ten minutes' };

  constructor(
    private readonly personalData: PersonalData,
    private readonly reads: CustomerReadsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    return { removed: { customer_reads: await this.reads.erase(tx, person) } };
  }
}
