import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MetricsPageService } from '../../src/operations/metrics-page.service.js';
import { customers, emailStore, plan } from '../setup/email-scene.js';
import { IdleApp } from '../setup/idle-app.js';

const HOUR = 3_600_000;

let app: IdleApp;

beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());

const payload = (): { payload: object } => ({ payload: { retailerId: randomUUID() } });
const hoursAgo = (hours: number): number => Date.now() - hours * HOUR;
/** Options of a job that was added so long ago. The types of Bull leave the time out. */
const added = (hours: number, delayHours = 0): { timestamp: number; delay: number } => ({
  timestamp: hoursAgo(hours),
  delay: delayHours * HOUR,
});
const page = (): Promise<string> => app.get(MetricsPageService).read();
/** Whole hours. */
const agesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/^rekindle_queue_oldest_seconds\{queue="(.+)"\} (\d+)$/gm)].map(([, queue = '', seconds]) => [
      queue,
      Math.floor((Number(seconds) * 1_000) / HOUR),
    ]),
  );

it('the age of a queue is that of its oldest waiting job, without a delay that was asked for', async () => {
  await app.queues.get('email.send')?.add(payload(), added(3));
  await app.queues.get('email.send')?.add(payload(), added(1));
  const delayed = await app.queues.get('stores.watch')?.add(payload(), added(5, 7));
  const over = await app.queues.get('images.personal')?.add(payload(), added(5, 4));
  await over?.promote();
  expect(await delayed?.getState()).toBe('delayed');
  expect(agesIn(await page())).toMatchObject({
    'email.send': 3,
    'images.personal': 1,
    'stores.watch': 0,
    'privacy.work': 0,
  });
});

it('the age of emails is that of the message that is due for longest, is not held, and has no worker', async () => {
  const store = await emailStore(app);
  const [held, leased, first, second, ahead] = await customers(app, store.retailerId, 5);
  const executionId = await plan(app, store, { customerIds: [held, leased, first, second, ahead].map(String) });
  for (const [customer, hours] of [
    [held, 9],
    [leased, 8],
    [first, 6],
    [second, 2],
    [ahead, -1],
  ] as const) {
    await app.sql(
      'UPDATE messages SET due_at = $3, held = $4, leased_until = $5 WHERE execution_id = $1 AND customer_id = $2',
      [
        executionId,
        customer,
        new Date(hoursAgo(hours)),
        customer === held,
        customer === leased ? new Date(hoursAgo(-24)) : null,
      ],
    );
  }
  const gauge = /^rekindle_emails_oldest_due_seconds ([\d.]+)$/m;
  await expect.poll(async () => Math.floor((Number(gauge.exec(await page())?.[1]) * 1_000) / HOUR)).toBe(6);
});
