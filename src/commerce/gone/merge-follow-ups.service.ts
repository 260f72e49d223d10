import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { CustomerRowsService } from '../../personal-data/customer-rows.service.js';
import { CommerceRepository } from '../storage/commerce.repository.js';
import { GoneRepository } from './gone.repository.js';

/** Gives the rows of merged customers in all modules to the remaining customers. */
@Injectable()
export class MergeFollowUpsService {
  constructor(
    private readonly repository: GoneRepository,
    private readonly commerce: CommerceRepository,
    private readonly rows: CustomerRowsService,
  ) {}

  /** Idempotent. Most stores have no open merge; then this reads one empty index. */
  async followUp(tx: Tx, retailerId: string): Promise<void> {
    for (const { externalId, mergedInto, email } of await this.repository.openMerges(tx, retailerId)) {
      const [from, to] = [externalId, mergedInto].map((id) => entityId(retailerId, 'customer', id)) as [string, string];
      const toEmail = (await this.commerce.customers(tx, retailerId, [to])).get(to)?.email ?? null;
      await this.rows.move(tx, { retailerId, from, to, fromEmail: email, toEmail });
      await this.repository.close(tx, retailerId, externalId, toEmail !== null);
    }
  }
}
