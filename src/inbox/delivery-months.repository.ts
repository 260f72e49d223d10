import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';

/** The partitions of a table that has one for each month. */
export interface MonthFigures {
  readonly table: string;
  /** How many whole months after this one have a partition. */
  readonly ahead: number;
  /** Rows of the last, this and the next month that only the default partition could take. */
  readonly outside: number;
}

/**
 * The partitions of the deliveries. Functions of the database change them with the rights of its owner, each in a
 * transaction of its own. They throw where a lock is not free within 300 ms.
 */
@Injectable()
export class DeliveryMonthsRepository {
  constructor(private readonly database: Database) {}

  /** Makes the missing partitions of this month and the `ahead` next ones. Returns their names. */
  async make(ahead: number): Promise<readonly string[]> {
    const [row] = await this.database.acrossRetailers.query<{ made: readonly string[] }>(
      'SELECT make_months($1) AS made',
      [ahead],
    );
    return row?.made ?? [];
  }

  /**
   * Drops the oldest month whose deliveries all came more than `days` ago, at least 31. Returns the name of its
   * partition, or null where no month is due. Pending and failed deliveries stay.
   */
  async dropOldest(days: number): Promise<string | null> {
    const [row] = await this.database.acrossRetailers.query<{ dropped: string | null }>(
      'SELECT drop_delivery_month($1) AS dropped',
      [days],
    );
    return row?.dropped ?? null;
  }

  figures(): Promise<readonly MonthFigures[]> {
    return this.database.acrossRetailers.query<MonthFigures>('SELECT "table", ahead, outside FROM month_figures()');
  }
}
