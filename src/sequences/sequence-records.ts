import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { SequenceRecordsRepository, type SequenceRecord } from './sequence-records.repository.js';

/** What sequences know of a person, for those who may ask for it or have it erased. */
@Injectable()
export class SequenceRecords {
  constructor(private readonly repository: SequenceRecordsRepository) {}

  /** The sequences that the customer was in and is in. */
  exportCustomer(sql: Sql, retailerId: string, customerId: string): Promise<SequenceRecord[]> {
    return this.repository.ofCustomer(sql, retailerId, customerId);
  }

  /** Forgets that the customer was in any sequence; the mails themselves are those of e-mail to erase. */
  eraseCustomer(tx: Tx, retailerId: string, customerId: string): Promise<void> {
    return this.repository.deleteCustomer(tx, retailerId, customerId);
  }

  /** Deletes all sequences of the retailer with their executions. */
  eraseRetailer(tx: Tx, retailerId: string): Promise<void> {
    return this.repository.deleteRetailer(tx, retailerId);
  }
}
