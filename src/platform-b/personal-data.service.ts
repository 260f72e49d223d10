import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { TombstonesService } from '../personal-data/tombstones.service.js';
import { PlatformBSubscribersRepository } from './consents/subscribers.repository.js';
import { subscriberName } from './consents/subscribers.service.js';
import { PlatformBOrderReadsRepository } from './sync/order-reads.repository.js';

/** The tables with personal data of platform B: orders to read, newsletter lists, and users of stores. */
@Injectable()
export class PlatformBPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'platform-b';
  readonly layer = 'feature';
  readonly tables = ['platform_b_order_reads', 'platform_b_subscribers', 'platform_b_users'];
  readonly survives = {
    platform_b_stores: 'the time of the uninstall: payloads that were signed before it stay refused after a reinstall',
    platform_b_used_tokens: 'ids of used tokens, so that none is used twice; deleted once they expire',
  };

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly reads: PlatformBOrderReadsRepository,
    private readonly subscribers: PlatformBSubscribersRepository,
    private readonly tombstones: TombstonesService,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, { retailerId, emails }: Person): Promise<Record<string, unknown>> {
    return { newsletterList: await this.subscribers.rowsOf(sql, retailerId, emails) };
  }

  /** The store keeps its newsletter list, so the addresses are recorded as erased. */
  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    const { retailerId, orderIds, emails } = person;
    await this.tombstones.add(tx, { ...person, externalIds: emails.map(subscriberName), orderIds: [] });
    const reads = await this.reads.forgetOrders(tx, retailerId, orderIds);
    const subscribers = await this.subscribers.erase(tx, retailerId, emails);
    return { removed: { platform_b_order_reads: reads, platform_b_subscribers: subscribers } };
  }
}
