import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { CustomerReadsRepository } from './customers/customer-reads.repository.js';

/** The tables that serve the reading and watching of stores. */
@Injectable()
export class StoresPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'stores';
  readonly layer = 'feature';
  readonly tables = ['customer_reads', 'store_watches', 'store_catch_ups', 'backfills'];
  readonly erasesOnly = ['customer_reads'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly reads: CustomerReadsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    return { removed: { customer_reads: await this.reads.erase(tx, person) } };
  }
}
