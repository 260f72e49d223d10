import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { ClicksQueries } from './clicks/clicks.queries.js';

/** A person's clicks and opens. The targets of links name nobody. */
@Injectable()
export class LinksPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'links';
  readonly layer = 'feature';
  readonly tables = ['link_clicks', 'email_opens', 'link_targets'];
  readonly erasesOnly = ['link_clicks', 'email_opens'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly clicks: ClicksQueries,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  exportCustomer(sql: Sql, { retailerId, customerIds }: Person): Promise<Record<string, unknown>> {
    return this.clicks.ofCustomers(sql, retailerId, customerIds);
  }

  async eraseCustomer(tx: Tx, { retailerId, customerIds }: Person): Promise<ErasureStep> {
    return { removed: await this.clicks.eraseCustomers(tx, retailerId, customerIds) };
  }
}
