import { Database } from '#libs/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ProductListName,
  ProductListsQueries,
  type ProductLists,
} from '../../src/commerce/queries/product-lists.queries.js';
import { anOrder } from '../factories/wire.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';

const DAY = 24 * 60 * 60_000;
const NOW = Date.parse('2026-06-01T00:00:00Z');
const daysAgo = (days: number): string => new Date(NOW - days * DAY).toISOString();

interface Body {
  readonly id: number;
  readonly title: string;
  readonly at: number;
  readonly price?: string;
  readonly stock?: number;
  readonly published?: number | null;
  readonly status?: string;
}

/** A body of products/update. `at` and `published` are days ago. */
const product = ({ id, title, at, price = '20.00', stock = 5, published = 400, status = 'active' }: Body): object => ({
  id,
  title,
  handle: title.toLowerCase(),
  status,
  published_at: published === null ? null : daysAgo(published),
  updated_at: daysAgo(at),
  image: { src: `https://cdn.example/${id}.jpg` },
  variants: [{ id, price, compare_at_price: '30.00', inventory_quantity: stock, inventory_policy: 'deny' }],
  variant_gids: [{}],
});

let app: IdleApp;
let retailerId: string;
let posted = 0;

beforeAll(async () => {
  app = await IdleApp.start();
  ({ retailerId } = await installStore(app));
});
afterAll(() => app.stop());

async function tell(topic: string, ...bodies: readonly object[]): Promise<void> {
  await app.post(
    retailerId,
    bodies.map((body) => ({ id: `told-${(posted += 1)}`, topic, body })),
  );
  await app.workOff(retailerId);
}

const listed = (names: readonly ProductListName[]): Promise<ProductLists> =>
  app.get(ProductListsQueries).lists(app.get(Database).of(retailerId), retailerId, names, new Date(NOW));
const titles = async (name: ProductListName): Promise<readonly string[]> =>
  (await listed([name]))[name].map(({ title }) => title);

describe('the lists of a store', () => {
  it('have what the store has shown for at most 60 days, newest first', async () => {
    await tell(
      'products/update',
      product({ id: 1, title: 'Old', at: 3, published: 61 }),
      product({ id: 2, title: 'Newer', at: 3, published: 5 }),
      product({ id: 3, title: 'New', at: 3, published: 59 }),
      product({ id: 4, title: 'Draft', at: 3, published: 1, status: 'draft' }),
      product({ id: 5, title: 'Hidden', at: 3, published: null }),
    );
    expect(await titles('new')).toEqual(['Newer', 'New']);
  });

  it('have what was reduced from a price that had held, with that price', async () => {
    const reduced = (id: number, title: string, held: number) => [
      product({ id, title, at: 10 + held, price: '20.00' }),
      product({ id, title, at: 10, price: '15.00' }),
    ];
    await tell('products/update', ...reduced(11, 'Reduced', 30), ...reduced(12, 'Raised before', 29));
    expect((await listed(['priceDrop'])).priceDrop).toEqual([
      {
        title: 'Reduced',
        pagePath: '/products/reduced',
        imageUrl: 'https://cdn.example/11.jpg',
        price: '15.00',
        compareAtPrice: '20.00',
      },
    ]);
    await tell('products/update', product({ id: 11, title: 'Reduced', at: 1, price: '18.00' }));
    expect(await titles('priceDrop')).toEqual([]);
  });

  it('have what was sold out and is there again, once it is known that the store counts its stock', async () => {
    const lifeOf = (id: number, title: string) => [
      product({ id, title, at: 9, stock: 0 }),
      product({ id, title, at: 8, stock: 4 }),
    ];
    await tell(
      'products/update',
      product({ id: 21, title: 'Back', at: 20 }),
      product({ id: 22, title: 'Made', at: 20 }),
    );
    await app.sql(`UPDATE products SET tracks_stock = external_id = '21' WHERE external_id IN ('21', '22')`);
    await tell('products/update', ...lifeOf(21, 'Back'), ...lifeOf(22, 'Made'), ...lifeOf(23, 'Unknown'));
    expect(await titles('backInStock')).toEqual(['Back']);
    await tell('products/update', product({ id: 21, title: 'Back', at: 7, stock: 0 }));
    expect(await titles('backInStock')).toEqual([]);
  });

  it('have what most counted orders of 90 days contain, without what is sold out', async () => {
    await tell(
      'products/update',
      ...[31, 32, 33].map((id) => product({ id, title: `P${id}`, at: 20 })),
      product({ id: 34, title: 'Gone', at: 20, stock: 0 }),
    );
    await app.sql(`UPDATE products SET available = false WHERE external_id = '34'`);
    const order = (days: number, ids: readonly number[], more: object = {}): object =>
      anOrder({
        processedAt: daysAgo(days),
        updatedAt: daysAgo(days),
        ...more,
        extra: { line_items: ids.map((id) => ({ id, product_id: id, quantity: 3, price: '1.00' })) },
      });
    await tell(
      'orders/create',
      order(1, [31, 34]),
      order(2, [31, 32, 34]),
      order(91, [32]),
      order(92, [32]),
      order(3, [33], { test: true }),
    );
    expect(await titles('bestsellers')).toEqual(['P31', 'P32']);
  });

  it('have at most ten products, and only those of the asked names', async () => {
    await tell(
      'products/update',
      ...Array.from({ length: 12 }, (_, index) =>
        product({ id: 100 + index, title: `N${index}`, at: 3, published: 4 }),
      ),
    );
    const lists = await listed(['new']);
    expect(lists.new).toHaveLength(10);
    expect(lists.bestsellers).toEqual([]);
  });
});
