import { Injectable } from '@nestjs/common';
import { clockOf, Database, type Sql } from '#libs/database';
import type { Page } from '#libs/kernel';
import { RfmFifthsService } from '../../segmentation/rfm/rfm-fifths.service.js';
import {
  LapsedCustomersQueries,
  type LapsedGroup,
  type LapsedPerson,
  type LapsedRules,
  type RfmCell,
} from './lapsed-customers.queries.js';

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
    const { asOf, ...rules } = await this.rulesOf(sql, retailerId, days, unknownMayBeMailed);
    return { asOf, cells: await this.queries.cells(sql, retailerId, rules) };
  }

  /** The people behind the counts of `of`; who spent most comes first. */
  async people(
    retailerId: string,
    days: number,
    unknownMayBeMailed: boolean,
    group: LapsedGroup,
    part: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Page<LapsedPerson>> {
    const sql = this.database.of(retailerId);
    const rules = await this.rulesOf(sql, retailerId, days, unknownMayBeMailed);
    return this.queries.people(sql, retailerId, rules, group, part);
  }

  private async rulesOf(
    sql: Sql,
    retailerId: string,
    days: number,
    unknownMayBeMailed: boolean,
  ): Promise<LapsedRules & Pick<LapsedCustomers, 'asOf'>> {
    const asOf = await clockOf(sql);
    const fifths = await this.fifths.recent(sql, retailerId);
    return { asOf, lapsedSince: new Date(asOf.getTime() - days * DAY_MS), unknownMayBeMailed, fifths };
  }
}
