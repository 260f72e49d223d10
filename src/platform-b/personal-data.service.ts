import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { PlatformBOrderReadsRepository } from './sync/order-reads.repository.js';

/** The tables with personal data of platform B: orders to read, and users of stores. */
@Injectable()
export class PlatformBPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'platform-b';
  readonly layer = 'feature';
  readonly tables = ['platform_b_order_reads', 'platform_b_users'];
  readonly survives = {
    platform_b_stores: 'the time of the uninstall: payloads that were signed before it stay refused after a reinstall',
    platform_b_used_tokens: 'ids of used tokens, so that none is used twice; deleted once they expire',
  };

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly reads: PlatformBOrderReadsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async eraseCustomer(tx: Tx, { retailerId, orderIds }: Person): Promise<ErasureStep> {
    return { removed: { platform_b_order_reads: await this.reads.forgetOrders(tx, retailerId, orderIds) } };
  }
}
