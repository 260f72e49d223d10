import { Injectable } from '@nestjs/common';
import { decimalOf, formatMoney, type Page } from '#libs/kernel';
import { type LiftLanguage, NO_CURRENCY } from '#libs/lift';
import type { RfmCell } from '../email/decision/lapsed-customers.queries.js';
import { LapsedCustomersService } from '../email/decision/lapsed-customers.service.js';
import type { BrandAnswer } from '../retailers/brand.dto.js';
import { BrandsService } from '../retailers/brands.service.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { HomeAnswer, HomeStatusAnswer, LapsedPeopleQuery, LapsedPersonAnswer } from './home.dto.js';
import { StoreTroublesService } from './store-troubles.service.js';
import { WaitingDecisionsService } from './waiting-decisions.service.js';
import { WonBackService } from './won-back.service.js';

const LAPSED_DAYS = 90;
const LAPSED = { lastOrderOlderThanDays: LAPSED_DAYS };
const GOOD = { minOrders: 2, rfm: { monetary: [4, 5] } };

const mayBeEmailed = (alsoUnknown: boolean) =>
  alsoUnknown ? { not: { marketing: 'unsubscribed' } } : { marketing: 'subscribed' };

/** The first page of the studio. */
@Injectable()
export class HomeService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly brands: BrandsService,
    private readonly lapsed: LapsedCustomersService,
    private readonly decisions: WaitingDecisionsService,
    private readonly troubles: StoreTroublesService,
    private readonly wonBack: WonBackService,
  ) {}

  async read(retailerId: string, wanted: string | undefined, language: LiftLanguage): Promise<HomeAnswer> {
    const brand = await this.brand(retailerId, wanted);
    const { currency } = await this.retailers.get(retailerId);
    // First, so that figures beside a finished backfill have all that it read.
    const { brandId, wonBack, decisions, troubles, backfill, reading } = await this.statusOf(
      retailerId,
      brand,
      language,
    );
    const [{ asOf, cells }, ofSender] = await Promise.all([
      this.lapsed.of(retailerId, LAPSED_DAYS, brand.settings.mailUnknownConsent),
      this.troubles.ofSender(brand),
    ]);
    const people = peopleOf(cells, currency ?? NO_CURRENCY);
    const mailable = { ...LAPSED, ...mayBeEmailed(brand.settings.mailUnknownConsent) };
    const lapsed = people('lapsed', 'lapsedSpent');
    return {
      brandId,
      wonBack,
      decisions,
      troubles: [...troubles, ...ofSender],
      backfill,
      reading,
      asOf,
      lapsed: {
        days: LAPSED_DAYS,
        criteria: LAPSED,
        customers: lapsed.customers,
        spent: lapsed.spent,
        mailable: { ...people('mailable', 'mailableSpent'), criteria: mailable },
        first: { ...people('first', 'firstSpent'), criteria: { ...mailable, ...GOOD } },
      },
      rfm: cells,
      currency,
    };
  }

  /** The page without what has to be counted over all customers. 404 where the brand is unknown. */
  async status(retailerId: string, wanted: string | undefined, language: LiftLanguage): Promise<HomeStatusAnswer> {
    return this.statusOf(retailerId, await this.brand(retailerId, wanted), language);
  }

  /** The people behind the counts. 404 where the brand is unknown. */
  async people(retailerId: string, query: LapsedPeopleQuery): Promise<Page<LapsedPersonAnswer>> {
    const { settings } = await this.brand(retailerId, query.brandId);
    const currency = (await this.retailers.get(retailerId)).currency ?? NO_CURRENCY;
    const { group } = query;
    const page = await this.lapsed.people(retailerId, LAPSED_DAYS, settings.mailUnknownConsent, group, query);
    return { ...page, items: page.items.map(({ spent, ...row }) => ({ ...row, spent: { amount: spent, currency } })) };
  }

  private async statusOf(
    retailerId: string,
    brand: Pick<BrandAnswer, 'retailerId' | 'id' | 'sender'>,
    language: LiftLanguage,
  ): Promise<HomeStatusAnswer> {
    const troubles = await this.troubles.of(retailerId, brand);
    const wonBack = await this.wonBack.of(brand, language);
    return { brandId: brand.id, wonBack, decisions: await this.decisions.of(retailerId, brand.id), ...troubles };
  }

  private async brand(retailerId: string, wanted: string | undefined): Promise<BrandAnswer> {
    const brandId = wanted ?? (await this.brands.list(retailerId, 1)).items[0]?.id ?? '';
    return this.brands.ofRetailer(retailerId, brandId);
  }
}

type Count = 'lapsed' | 'mailable' | 'first';

const peopleOf =
  (cells: readonly RfmCell[], currency: string) =>
  (count: Count, spent: `${Count}Spent`): Pick<HomeAnswer['lapsed'], 'customers' | 'spent'> => ({
    customers: cells.reduce((sum, cell) => sum + cell[count], 0),
    spent: { amount: formatMoney(cells.reduce((sum, cell) => sum + decimalOf(cell[spent]), 0n)), currency },
  });
