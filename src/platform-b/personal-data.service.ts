import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { PlatformBOrderReadsRepository } from './sync/order-reads.repository.js';

/** What is kept to read a store's orders and to let its people in. */
@Injectable()
export class PlatformBPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'platform-b';
  readonly layer = 'feature';
  readonly tables = ['platform_b_order_reads', 'platform_b_users'];
  readonly survives = {
    platform_b_stores: 'the moment of the uninstall: what was signed before it must open nothing after a reinstall',
    platform_b_used_tokens: 'ids of used tokens, which may not be used again; gone once they expire',
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
