import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { EventLogRepository } from './log/event-log.repository.js';

/** The events about a person. Endpoints and attempts name nobody. */
@Injectable()
export class EventsPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'events';
  readonly layer = 'feature';
  readonly tables = ['event_attempts', 'event_endpoints', 'events', 'event_heads'];
  readonly erasesOnly = ['events'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly log: EventLogRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, { retailerId, customerIds }: Person): Promise<Record<string, unknown>> {
    const events = await this.log.ofCustomers(sql, retailerId, customerIds);
    return { events: events.map(({ id, type, at, data }) => ({ id, type, at, data })) };
  }

  async eraseCustomer(tx: Tx, { retailerId, customerIds }: Person): Promise<ErasureStep> {
    return { removed: { events: await this.log.eraseCustomers(tx, retailerId, customerIds) } };
  }
}
