import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { LedgerQueries } from './ledger/ledger.queries.js';
import type { MessageView } from './mailing.js';

/** What mails know of persons: for requests to see it and to erase it. */
@Injectable()
export class EmailPrivacy {
  constructor(private readonly queries: LedgerQueries) {}

  /** Address and name of the customer leave the ledger; what waits for him is skipped. Suppression keeps only hashes. */
  eraseCustomer(tx: Tx, retailerId: string, customerId: string): Promise<void> {
    return this.queries.eraseCustomer(tx, retailerId, customerId);
  }

  exportCustomer(sql: Sql, retailerId: string, customerId: string): Promise<Omit<MessageView, 'messageId'>[]> {
    return this.queries.exportCustomer(sql, retailerId, customerId);
  }

  eraseRetailer(tx: Tx, retailerId: string): Promise<void> {
    return this.queries.eraseRetailer(tx, retailerId);
  }

  /** How many messages still hold the address; 0 after an erasure. */
  rescan(sql: Sql, retailerId: string, address: string): Promise<number> {
    return this.queries.strayAddresses(sql, retailerId, address);
  }
}
