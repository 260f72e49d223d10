import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { RecipientQueries } from '../../commerce/queries/recipient.queries.js';
import { situationOf } from '../../retailers/brands.queries.js';
import { usualZone } from '../runs/country-zones.js';
import { nextLocalHour } from '../runs/local-hour.js';
import { type Run, stepsOf } from '../runs/run.js';

/** The instant from which the delay of the customer's first step counts. */
export type StartOf = (customerId: string) => Date;

/** When the first step of a run is due, by the schedule of the sequence. */
@Injectable()
export class StartsService {
  constructor(private readonly customers: RecipientQueries) {}

  async of(sql: Sql, run: Run, customerIds: readonly string[]): Promise<StartOf> {
    const { schedule } = run.definition;
    if (schedule?.localHour !== undefined) return this.local(sql, run, schedule.localHour, customerIds);
    const at = new Date(schedule?.at ?? run.createdAt);
    const start = at > run.createdAt ? at : run.createdAt;
    return () => start;
  }

  /**
   * The first step is due in the recipient's hour after its delay. No platform knows a customer's time zone, so it is
   * the usual one of the country.
   */
  private async local(sql: Sql, run: Run, hour: number, customerIds: readonly string[]): Promise<StartOf> {
    const { retailerId, createdAt, definition } = run;
    const delayMs = stepsOf(run)[0]?.delayMs ?? 0;
    const countries = await this.customers.countries(sql, retailerId, customerIds);
    const situation = await situationOf(sql, retailerId, definition.brandId);
    const otherwise = definition.timeZone ?? situation?.timeZone ?? 'UTC';
    const starts = new Map<string, Date>();
    const startIn = (zone: string): Date => {
      const due = nextLocalHour(new Date(createdAt.getTime() + delayMs), hour, zone);
      return new Date(due.getTime() - delayMs);
    };
    return (customerId) => {
      const zone = usualZone(countries.get(customerId)) ?? otherwise;
      const start = starts.get(zone) ?? startIn(zone);
      starts.set(zone, start);
      return start;
    };
  }
}
