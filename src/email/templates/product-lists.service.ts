import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import { Database, type Sql } from '#libs/database';
import {
  NEWS_DAYS,
  PRODUCT_LISTS,
  type ProductListName,
  ProductListsQueries,
} from '../../commerce/queries/product-lists.queries.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { CompiledEmail } from './compiled-email.js';
import { NO_LISTS, type ScopeLists, scopeProduct } from './scope.js';

export type StoreLists = Omit<ScopeLists, 'lastOrder'>;

interface Kept {
  readonly until: number;
  readonly lists: Promise<StoreLists>;
}

const WANTED: Readonly<Record<ProductListName, string>> = {
  new: `that are at most ${NEWS_DAYS.new} days in the store`,
  priceDrop: `whose price was lowered in the last ${NEWS_DAYS.priceDrop} days`,
  backInStock: `that are back in stock since at most ${NEWS_DAYS.backInStock} days`,
  bestsellers: `that were ordered in the last ${NEWS_DAYS.bestsellers} days`,
};

/**
 * A run has many batches, and the bestsellers of a store with a million orders take 0.2 seconds. Most of that is
 * counting. An index on the time of orders would save a quarter, and each new order would pay for it.
 */
const KEEP_MS = 60_000;
const MOST_KEPT = 200;

/** The lists of the store that emails show. */
@Injectable()
export class ProductListsService {
  private readonly kept = new BoundedMap<string, Kept>(MOST_KEPT);

  constructor(
    private readonly database: Database,
    private readonly queries: ProductListsQueries,
    private readonly retailers: RetailersService,
  ) {}

  /** The lists that the emails name, as of now; the others are empty. */
  async read(
    sql: Sql,
    retailerId: string,
    emails: readonly CompiledEmail[],
    storeUrl: string | undefined,
  ): Promise<StoreLists> {
    const names = new Set(emails.flatMap(listsIn));
    if (names.size === 0) return NO_LISTS;
    const { currency } = await this.retailers.get(retailerId);
    const lists = await this.queries.lists(sql, retailerId, names, new Date());
    const shown = (name: ProductListName) => lists[name].map((product) => scopeProduct(product, storeUrl, currency));
    return {
      new: shown('new'),
      priceDrop: shown('priceDrop'),
      backInStock: shown('backInStock'),
      bestsellers: shown('bestsellers'),
    };
  }

  /** What the email shows and the store has nothing of now, in words. */
  async missing(sql: Sql, retailerId: string, email: CompiledEmail): Promise<string[]> {
    const names = listsIn(email);
    if (names.length === 0) return [];
    const lists = await this.queries.lists(sql, retailerId, names, new Date());
    const empty = names.filter((name) => lists[name].length === 0);
    const shown = empty.length > 0 ? await this.queries.shown(sql, retailerId) : 0;
    return empty.map(
      (name) => `shows products ${WANTED[name]}, and 0 of the store's ${shown} are; until then that part is left out`,
    );
  }

  /** As `read`, and at most a minute old. */
  recent(retailerId: string, emails: readonly CompiledEmail[], storeUrl: string | undefined): Promise<StoreLists> {
    const names = [...new Set(emails.flatMap(listsIn))].sort();
    if (names.length === 0) return Promise.resolve(NO_LISTS);
    const key = `${retailerId} ${storeUrl ?? ''} ${names.join()}`;
    const known = this.kept.get(key);
    if (known && known.until > Date.now()) return known.lists;
    const lists = this.read(this.database.of(retailerId), retailerId, emails, storeUrl);
    this.keep(key, lists);
    return lists;
  }

  private keep(key: string, lists: Promise<StoreLists>): void {
    this.kept.delete(key);
    this.kept.set(key, { until: Date.now() + KEEP_MS, lists });
    lists.catch(() => this.kept.delete(key));
  }
}

/** The lists of the store that an email names. `lists[…]` may name any. */
export function listsIn({ subject, html }: Pick<CompiledEmail, 'subject' | 'html'>): readonly ProductListName[] {
  const text = subject + html;
  if (/\blists\s*(?:\[|[|%}])/.test(text)) return PRODUCT_LISTS;
  return PRODUCT_LISTS.filter((name) => new RegExp(`\\blists\\.${name}\\b`).test(text));
}
