import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Random } from '#libs/random';

const START = Date.UTC(2021, 0, 1);
const SPAN_MS = 5 * 365 * 86_400_000;
/** As in the measured year of a real store: a third of the orders are somebody's second or later. */
const ORDERS_PER_CUSTOMER = 1.5;

/** Writes a CSV file of so many orders of a till, sorted by time. Returns its length in bytes. */
export async function writeHistory(path: string, orders: number): Promise<number> {
  const random = new Random(7);
  const customers = Math.ceil(orders / ORDERS_PER_CUSTOMER);
  const file = createWriteStream(path);
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    bytes += Buffer.byteLength(text);
    if (!file.write(text)) await once(file, 'drain');
  };
  await write('orderId,customerId,email,total,refunded,currency,orderedAt,status,productIds\n');
  for (let from = 0; from < orders; from += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, orders - from) }, (_, index) => {
      const order = from + index;
      const customer = random.integer(customers);
      const at = new Date(START + Math.floor((order / orders) * SPAN_MS)).toISOString();
      const cents = 500 + random.integer(20_000);
      const products = [1, 2, 3].map(() => 8_000_000 + random.integer(500)).join('|');
      const email = `customer-${customer}@example.com`;
      return `R-${order},${customer},${email},${(cents / 100).toFixed(2)},0.00,USD,${at},paid,${products}\n`;
    });
    await write(lines.join(''));
  }
  file.end();
  await once(file, 'finish');
  return bytes;
}
