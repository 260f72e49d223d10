import type { ExperimentScene, Figures } from './experiment-scene.js';

interface OrderRow {
  readonly customer: string;
  readonly net: string;
  readonly other: boolean;
  readonly at: Date;
}

const unitsOf = (decimal: string): bigint => BigInt(Math.round(Number(decimal) * 10_000));

/** Computes every unit from all orders and records, by code that shares nothing with the service. */
export async function recomputed({ app, retailerId, now }: ExperimentScene): Promise<Figures[]> {
  const units = await app.sql<{
    personId: string;
    held: boolean;
    version: number;
    from: Date;
    to: Date;
    spend: string;
    records: string[];
  }>(
    `SELECT u.person_id AS "personId", u.held, u.sequence_version AS version, u.assigned_at AS "from",
            u.closes_at AS "to", u.prior_spend AS spend,
            (SELECT array_agg(customer_id::text) FROM experiment_people p
              WHERE p.retailer_id = u.retailer_id AND p.person_id = u.person_id) AS records
       FROM experiment_units u WHERE u.retailer_id = $1`,
    [retailerId],
  );
  const orders = await app.sql<OrderRow>(
    `SELECT customer_id::text AS customer, net, other_currency AS other, ordered_at AS at FROM orders
      WHERE retailer_id = $1 AND counted AND customer_id IS NOT NULL`,
    [retailerId],
  );
  const noes = await app.sql<{ id: string }>(
    `SELECT id::text FROM customers WHERE retailer_id = $1 AND marketing = 'unsubscribed'`,
    [retailerId],
  );
  return units.map(({ personId, held, version, from, to, spend, records }) => {
    const own = orders.filter(({ customer, at }) => records.includes(customer) && at >= from && at < to);
    return {
      personId,
      held,
      version,
      closed: to.getTime() <= now,
      priorSpend: unitsOf(spend),
      orders: own.length,
      revenue: own.reduce((sum, { net, other }) => sum + (other ? 0n : unitsOf(net)), 0n),
      unsubscribed: noes.some(({ id }) => records.includes(id)),
      erased: 0,
    };
  });
}
