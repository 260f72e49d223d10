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

/** What other modules may ask about partitions by month. */
@Injectable()
export class MonthsQueries {
  constructor(private readonly database: Database) {}

  figures(): Promise<readonly MonthFigures[]> {
    return this.database.acrossRetailers.query<MonthFigures>('SELECT "table", ahead, outside FROM month_figures()');
  }
}
