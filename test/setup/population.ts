import { entityId, formatDecimal } from '#libs/kernel';
import type { Person } from '../factories/people.js';
import type { IdleApp } from './idle-app.js';

export const customerIdOf = (retailerId: string, index: number): string =>
  entityId(retailerId, 'customer', String(index));

/** Makes these people the store's only customers, with the facts that the service works out of their orders. */
export async function populate(app: IdleApp, retailerId: string, people: readonly Person[]): Promise<void> {
  for (const table of ['segments', 'rfm_runs', 'segment_events', 'customer_changes', 'orders', 'customers']) {
    await app.sql(`DELETE FROM ${table} WHERE retailer_id = $1`, [retailerId]);
  }
  const customers = people.map(({ email, country, marketing }, index) => ({
    id: customerIdOf(retailerId, index),
    index,
    email,
    country,
    marketing,
  }));
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id, email, country, marketing)
     SELECT $1, id, index::text, email, country, marketing
       FROM json_to_recordset($2::json) AS r (id uuid, index int, email text, country text, marketing text)`,
    [retailerId, JSON.stringify(customers)],
  );
  for (const [index, person] of people.entries()) await addOrders(app, retailerId, index, person.orders);
  await app.recomputeFacts(
    retailerId,
    people.map((_, index) => customerIdOf(retailerId, index)),
  );
}

async function addOrders(app: IdleApp, retailerId: string, index: number, orders: Person['orders']): Promise<void> {
  const rows = orders.map((order, place) => ({
    ...order,
    id: `${index}-${String(place).padStart(3, '0')}`,
    at: new Date(order.at).toISOString(),
    net: formatDecimal(order.counted ? order.net : 0n),
  }));
  await app.sql(
    `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                         financial_status, test, product_ids, billing_country, ordered_at, platform_updated_at)
     SELECT $1, id, $2, 'USD', net, 0, net, counted, 'paid', 'paid', false,
            ARRAY(SELECT json_array_elements_text(products)), "billingCountry", at, at
       FROM json_to_recordset($3::json) AS r (id text, net numeric, counted boolean, products json,
            "billingCountry" text, at timestamptz)`,
    [retailerId, customerIdOf(retailerId, index), JSON.stringify(rows)],
  );
}
