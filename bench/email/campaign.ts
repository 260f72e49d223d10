import { randomUUID } from 'node:crypto';
import { entityId } from '#libs/kernel';
import type { Client } from 'pg';
import { compileSource } from '../../src/email/templates/compile.js';
import { BRAND_ID, RETAILER_ID } from '../support/tenant.js';

/** Twelve links to the store, two of them personal, as a step with products and an offer has. */
const LINKS = [
  ...Array.from({ length: 9 }, (_, n) => `[Product ${n}]({{ shop.url }}/products/p${n}?variant=${n})`),
  '[For you]({{ shop.url }}/you?mail={{ customer.email }})',
  '[Come back]({{ shop.url }}/?c={{ customer.ordersCount }})',
].join(' ');

/** An email of about 12 kB in the brand's layout, with the customer's name, figures and code in it. */
const SOURCE = {
  subject: '{{ customer.firstName }}, we kept your place',
  preheader: 'A letter from the shop',
  body: `# Dear {{ customer.name | default: "friend" }}\n\n${'A paragraph about what is new in the shop this autumn, and what it has to do with you. '.repeat(30)}\n\nYou came {{ customer.ordersCount }} times and spent {{ customer.totalSpent }}.\n\n:::offer\nHere is {{ offer.label }}. It ends {{ offer.endsOn }}.\n:::\n\n:::button\nCome back in\n:::\n\n${LINKS}`,
};

export async function compiledEmail(): Promise<{ subject: string; html: string; text: string }> {
  const result = await compileSource(SOURCE, {}, {});
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.compiled;
}

/** Subscribed customers with the facts of an order, numbered from `first` to `last`. */
export async function saveCustomers(client: Client, first: number, last: number): Promise<void> {
  await client.query(
    `INSERT INTO customers (retailer_id, id, external_id, email, first_name, last_name, marketing, orders_count, total_spent)
     SELECT $1, gen_random_uuid(), 'c' || n, 'c' || n || '@bench.example', 'Name' || n, 'Surname' || n, 'subscribed', n % 9, n
       FROM generate_series($2::int, $3::int) n`,
    [RETAILER_ID, first, last],
  );
}

/** One message for each customer, due now. Returns the execution. */
export async function planDispatch(client: Client): Promise<string> {
  const { subject, html, text } = await compiledEmail();
  const [templateId, executionId] = [randomUUID(), randomUUID()];
  await client.query(
    `INSERT INTO email_templates (retailer_id, id, brand_id, subject, html, text) VALUES ($1, $2, $3, $4, $5, $6)`,
    [RETAILER_ID, templateId, BRAND_ID, subject, html, text],
  );
  await client.query(
    `INSERT INTO dispatches (retailer_id, execution_id, brand_id, mode, tracking) VALUES ($1, $2, $3, 'live', $4)`,
    [RETAILER_ID, executionId, BRAND_ID, JSON.stringify({ campaign: 'bench' })],
  );
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM customers WHERE retailer_id = $1`, [RETAILER_ID]);
  await saveOffer(client, executionId, rows.length);
  const messages = rows.map(({ id }) => ({
    id: entityId(RETAILER_ID, 'message', JSON.stringify([executionId, 'one', id])),
    customer: id,
  }));
  await client.query(
    `INSERT INTO messages (retailer_id, execution_id, id, step_id, template_id, customer_id, due_at)
     SELECT $1, $2, id, 'one', $3, customer, now() FROM json_to_recordset($4::json) AS r (id uuid, customer uuid)`,
    [RETAILER_ID, executionId, templateId, JSON.stringify(messages)],
  );
  return executionId;
}

/** An offer whose codes are minted already. Sending gives each recipient one of them. */
async function saveOffer(client: Client, executionId: string, count: number): Promise<void> {
  const offerId = randomUUID();
  await client.query(
    `INSERT INTO offers (retailer_id, id, sequence_id, place, mode, terms, wait_seconds, language, currency, time_zone,
                         starts_at, ends_at, wanted, called, discount_id)
     VALUES ($1, $2, 'bench', '', 'live', $3, 7200, 'en', 'USD', 'UTC', now(), now() + interval '7 days', $4, true, 'bench')`,
    [RETAILER_ID, offerId, JSON.stringify({ kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' }), count],
  );
  await client.query(`INSERT INTO offer_executions (retailer_id, execution_id, offer_id) VALUES ($1, $2, $3)`, [
    RETAILER_ID,
    executionId,
    offerId,
  ]);
  await client.query(
    `INSERT INTO offer_codes (retailer_id, code, offer_id) SELECT $1, 'BENCH' || n, $2 FROM generate_series(1, $3::int) n`,
    [RETAILER_ID, offerId, count],
  );
}
