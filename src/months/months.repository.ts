import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';

/**
 * The partitions by month of all tables. Functions of the database change them with the rights of its owner, each in a
 * transaction of its own. They throw where a lock is not free within 300 ms.
 */
@Injectable()
export class MonthsRepository {
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
   * Drops the oldest month of a table whose rows are all older than `days`. Returns the name of its partition, or null
   * where no month is due. Rows that still have something to do, such as pending deliveries, stay.
   */
  async dropOldest(table: string, days: number): Promise<string | null> {
    const [row] = await this.database.acrossRetailers.query<{ dropped: string | null }>(
      'SELECT drop_month($1, $2) AS dropped',
      [table, days],
    );
    return row?.dropped ?? null;
  }
}
