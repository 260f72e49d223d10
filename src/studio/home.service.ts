import { Injectable } from '@nestjs/common';
import { clockOf, Database } from '#libs/database';
import { decimalOf, formatMoney } from '#libs/kernel';
import { type LiftLanguage, NO_CURRENCY } from '#libs/lift';
import { LapsedCustomersQueries, type RfmCell } from '../email/decision/lapsed-customers.queries.js';
import { BrandsService } from '../retailers/brands.service.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { RfmRepository } from '../segmentation/rfm/rfm.repository.js';
import { SequenceResultsService } from '../sequences/results/sequence-results.service.js';
import { BackfillRepository } from '../stores/backfill/backfill.repository.js';
import type { HomeAnswer } from './home.dto.js';
import { StoreTroublesService } from './store-troubles.service.js';
import { WaitingDecisionsService } from './waiting-decisions.service.js';

const LAPSED_DAYS = 90;
const DAY_MS = 86_400_000;

/** The first page of the studio. */
@Injectable()
export class HomeService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly brands: BrandsService,
    private readonly rfm: RfmRepository,
    private readonly lapsed: LapsedCustomersQueries,
    private readonly results: SequenceResultsService,
    private readonly backfills: BackfillRepository,
    private readonly decisions: WaitingDecisionsService,
    private readonly troubles: StoreTroublesService,
  ) {}

  async read(retailerId: string, wanted: string | undefined, language: LiftLanguage): Promise<HomeAnswer> {
    const brandId = wanted ?? (await this.brands.list(retailerId, 1)).items[0]?.id ?? '';
    const brand = await this.brands.ofRetailer(retailerId, brandId);
    const sql = this.database.of(retailerId);
    const asOf = await clockOf(sql);
    const { currency } = await this.retailers.get(retailerId);
    const { boundaries } = await this.rfm.compute(sql, retailerId);
    const since = new Date(asOf.getTime() - LAPSED_DAYS * DAY_MS);
    const cells = await this.lapsed.cells(sql, retailerId, since, boundaries, brand.settings.mailUnknownConsent);
    const people = peopleOf(cells, currency ?? NO_CURRENCY);
    return {
      brandId,
      asOf,
      lapsed: {
        days: LAPSED_DAYS,
        criteria: { lastOrderOlderThanDays: LAPSED_DAYS },
        ...people('lapsed', 'lapsedSpent'),
        mailable: people('mailable', 'mailableSpent'),
        first: people('first', 'firstSpent'),
      },
      rfm: cells,
      currency,
      wonBack: await this.wonBack(brandId, language),
      decisions: await this.decisions.of(retailerId, brandId),
      troubles: await this.troubles.of(retailerId, brand),
      backfill: await this.backfills.progress(retailerId),
    };
  }

  private async wonBack(brandId: string, language: LiftLanguage): Promise<HomeAnswer['wonBack']> {
    const { experiment, sentences, customers, revenue } = await this.results.ofBrand(brandId, undefined, language);
    const chart = `/retailer/brands/${brandId}/results.svg`;
    return experiment && { sentences, customers, revenue, chart };
  }
}

type Count = 'lapsed' | 'mailable' | 'first';

const peopleOf =
  (cells: readonly RfmCell[], currency: string) =>
  (count: Count, spent: `${Count}Spent`): HomeAnswer['lapsed']['first'] => ({
    customers: cells.reduce((sum, cell) => sum + cell[count], 0),
    spent: { amount: formatMoney(cells.reduce((sum, cell) => sum + decimalOf(cell[spent]), 0n)), currency },
  });
