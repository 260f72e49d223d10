import { Injectable } from '@nestjs/common';
import { clockOf, Database } from '#libs/database';
import { RfmFifthsService } from '../../segmentation/rfm/rfm-fifths.service.js';
import { LapsedCustomersQueries, type RfmCell } from './lapsed-customers.queries.js';

const DAY_MS = 86_400_000;

/** The customers with an order at an instant, by the fifths of that instant. */
export interface LapsedCustomers {
  readonly asOf: Date;
  readonly cells: readonly RfmCell[];
}

/** Finds the customers who have not ordered for a time, and counts those that may be emailed. */
@Injectable()
export class LapsedCustomersService {
  constructor(
    private readonly database: Database,
    private readonly fifths: RfmFifthsService,
    private readonly queries: LapsedCustomersQueries,
  ) {}

  /** `unknownMayBeMailed`: whether the brand emails customers whose consent is unknown. */
  async of(retailerId: string, days: number, unknownMayBeMailed: boolean): Promise<LapsedCustomers> {
    const sql = this.database.of(retailerId);
    const asOf = await clockOf(sql);
    const fifths = await this.fifths.now(sql, retailerId);
    const since = new Date(asOf.getTime() - days * DAY_MS);
    return { asOf, cells: await this.queries.cells(sql, retailerId, since, fifths, unknownMayBeMailed) };
  }
}
