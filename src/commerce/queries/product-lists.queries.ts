import { Injectable } from '@nestjs/common';
import { columnsOf, type Sql } from '#libs/database';
import { Product } from '../model/product.entity.js';
import { type ShownProduct, shownProduct } from './recipient.queries.js';

export const PRODUCT_LISTS = ['new', 'priceDrop', 'backInStock', 'bestsellers'] as const;
export type ProductListName = (typeof PRODUCT_LISTS)[number];
export type ProductLists = Readonly<Record<ProductListName, readonly ShownProduct[]>>;

/** So long a change is news. */
export const NEWS_DAYS: Readonly<Record<ProductListName, number>> = {
  new: 60,
  priceDrop: 30,
  backInStock: 30,
  bestsellers: 90,
};

const DAY = 24 * 60 * 60_000;
const LONGEST = 10;

const SHOWN = columnsOf(Product, 'p', ['title', 'pagePath', 'imageUrl', 'price', 'compareAtPrice']);
/** A product without known availability may be shown. */
const CAN_BE_BOUGHT = `p.retailer_id = $1 AND p.status = 'active' AND p.page_path IS NOT NULL AND p.available IS NOT FALSE`;

const recent = (columns: string, since: string): string =>
  `SELECT ${columns} FROM products p WHERE ${CAN_BE_BOUGHT} AND ${since} >= $2 AND ${since} <= $3
    ORDER BY ${since} DESC, p.external_id LIMIT ${LONGEST}`;

/** $2 and $3 are the first and the last instant that count. */
const STATEMENTS: Readonly<Record<ProductListName, string>> = {
  new: recent(SHOWN, 'p.published_at'),
  priceDrop: recent(
    `p.title, p.page_path AS "pagePath", p.image_url AS "imageUrl", p.price, p.former_price AS "compareAtPrice"`,
    'p.price_dropped_at',
  ),
  backInStock: recent(SHOWN, 'p.back_in_stock_at'),
  bestsellers: `
    SELECT ${SHOWN}
      FROM (SELECT o.retailer_id, line.product_id, count(*) AS orders
              FROM orders o CROSS JOIN LATERAL unnest(o.product_ids) AS line (product_id)
             WHERE o.retailer_id = $1 AND o.counted AND o.ordered_at >= $2 AND o.ordered_at <= $3
             GROUP BY o.retailer_id, line.product_id) sold
      JOIN products p ON p.retailer_id = sold.retailer_id AND p.external_id = sold.product_id
     WHERE ${CAN_BE_BOUGHT}
     ORDER BY sold.orders DESC, p.external_id LIMIT ${LONGEST}`,
};

/** Lists of products that a store has news about: active ones that have a page and can be bought, at most ten each. */
@Injectable()
export class ProductListsQueries {
  /** The named lists as of the instant; the others are empty. */
  async lists(sql: Sql, retailerId: string, names: Iterable<ProductListName>, at: Date): Promise<ProductLists> {
    const lists: Record<ProductListName, readonly ShownProduct[]> = {
      new: [],
      priceDrop: [],
      backInStock: [],
      bestsellers: [],
    };
    for (const name of names) {
      const since = new Date(at.getTime() - NEWS_DAYS[name] * DAY);
      const rows = await sql.query<ShownProduct>(STATEMENTS[name], [retailerId, since, at]);
      lists[name] = rows.map(shownProduct);
    }
    return lists;
  }

  /** The number of products that the store shows. */
  async shown(sql: Sql, retailerId: string): Promise<number> {
    const [row] = await sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM products
        WHERE retailer_id = $1 AND status = 'active' AND page_path IS NOT NULL`,
      [retailerId],
    );
    return row?.count ?? 0;
  }
}
