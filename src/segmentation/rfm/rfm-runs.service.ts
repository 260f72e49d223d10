import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { decimalOf, moneyOf } from '#libs/kernel';
import type { CustomerFactsAnswer } from '../../commerce/queries/customer.dto.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { boundariesOf, type RfmScores, scoresOf } from '../criteria/rfm.js';
import type { RfmAnswer } from './rfm.dto.js';
import { RfmRepository } from './rfm.repository.js';

type Scored = Pick<CustomerFactsAnswer, 'lastOrderAt' | 'ordersCount' | 'totalSpent'>;

const NO_RUN: RfmAnswer = { runAt: null, customers: 0, boundaries: { recency: [], frequency: [], monetary: [] } };

/** RFM runs and scores as requests see them. */
@Injectable()
export class RfmRunsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly repository: RfmRepository,
  ) {}

  /** The latest run of the brand, or 404 for an unknown brand. */
  async latest(brandId: string): Promise<RfmAnswer> {
    const { retailerId } = await this.retailers.brand(brandId);
    const run = await this.database.transaction(retailerId, (tx) =>
      this.repository.latest(tx, { retailerId, brandId }),
    );
    if (!run) return NO_RUN;
    const { computedAt, customers, boundaries } = run;
    return { runAt: computedAt, customers, boundaries: { ...boundaries, monetary: boundaries.monetary.map(moneyOf) } };
  }

  /** Scores customers of the retailer by its latest run; null for customers without orders, and without a run. */
  async scorer(retailerId: string): Promise<(customer: Scored) => RfmScores | null> {
    const run = await this.repository.latestOfRetailer(this.database.of(retailerId), retailerId);
    const boundaries = run ? boundariesOf(run.boundaries) : null;
    return ({ lastOrderAt, ordersCount, totalSpent }) =>
      scoresOf(
        { lastOrderAt: lastOrderAt?.getTime() ?? null, ordersCount, totalSpent: decimalOf(totalSpent) },
        boundaries,
      );
  }
}
