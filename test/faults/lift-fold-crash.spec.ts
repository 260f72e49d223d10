import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Experiment } from '../../src/lift/experiments/experiment.entity.js';
import { ExperimentUnit } from '../../src/lift/experiments/experiment-unit.entity.js';
import type { ResultsAnswer } from '../../src/lift/results/results.dto.js';
import { stored } from '../factories/given.js';
import { customers } from '../setup/email-scene.js';
import { HALF } from '../setup/holdout-scene.js';
import { quietPort } from '../setup/quiet-port.js';
import { step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

/** A batch has 1,000 units, the oldest first. These belong to version 1, and all others to version 2. */
const [UNITS, FIRST_BATCH] = [2_400, 1_000];
const SEQUENCE = 'fold-crash';

/** The api stays up. A separate worker process folds, and is killed. */
let api: TestApp;
let other: pg.Client;
let worker: ServiceProcess | undefined;
let retailerId: string;
let experimentId: string;

beforeEach(async () => {
  api = await TestApp.start({ ROLE: 'api' });
  other = new pg.Client(api.environment['DATABASE_URL']);
  await other.connect();
  const { brandId, ...store } = await installStore(api, 'fold-crash.myshopify.com');
  ({ retailerId } = store);
  const segments = [{ name: 'All', criteria: { minOrders: 0 } }];
  await api.admin('POST', '/admin/segments/upsert', { brandId, segments });
  const definition = { brandId, name: 'Fold', segment: 'All', ...HALF, steps: [step('one')] };
  expect((await api.admin('PUT', `/admin/sequences/${SEQUENCE}`, definition)).status).toBe(201);
  experimentId = (await stored(api).rows(Experiment, { retailerId }))[0]?.id ?? '';
  await closedUnits();
});
afterEach(async () => {
  await other.end();
  if (worker && !worker.exit) await worker.end('SIGKILL');
  await api.stop();
  await rm(api.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** Units whose windows have closed. Nobody has computed the orders of a third of them. */
async function closedUnits(): Promise<void> {
  const people = await customers(api, retailerId, UNITS);
  const values = [retailerId, experimentId, people];
  await api.sql(
    `INSERT INTO experiment_units (retailer_id, experiment_id, person_id, held, x, assigned_at, closes_at, execution_id,
                                   sequence_version, prior_spend)
     SELECT $1, $2, id, place % 2 = 0, 1, at, at + interval '14 days', gen_random_uuid(),
            CASE WHEN place <= ${FIRST_BATCH} THEN 1 ELSE 2 END, place % 50
       FROM unnest($3::uuid[]) WITH ORDINALITY AS r (id, place),
            LATERAL (SELECT date_trunc('second', now()) - interval '20 days' + place * interval '1 second' AS at) t`,
    values,
  );
  await api.sql(
    `INSERT INTO experiment_people (retailer_id, experiment_id, customer_id, person_id)
     SELECT $1, $2, id, id FROM unnest($3::uuid[]) AS id`,
    values,
  );
  await api.sql(
    `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                         financial_status, test, product_ids, ordered_at, platform_updated_at)
     SELECT $1, 'o' || place, id, 'USD', net, 0, net, true, 'paid', 'paid', false, '{}', at, at
       FROM unnest($2::uuid[]) WITH ORDINALITY AS r (id, place),
            LATERAL (SELECT now() - interval '15 days' AS at, place % 97 + 0.37 AS net) t
      WHERE place % 3 = 0`,
    [retailerId, people],
  );
}

const startWorker = async (): Promise<ServiceProcess> =>
  ServiceProcess.start({ ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) });

const SUMS = 'n::float8, x::float8, sum_x::float8, sum_y::float8, sum_yy::float8, sum_xy::float8, sum_o::float8';
const sums = () => api.sql(`SELECT held, sequence_version AS version, ${SUMS} FROM experiment_sums ORDER BY 1, 2`);

const folded = () => stored(api).count(ExperimentUnit, { folded: true });

/** The same from every unit and order. */
const recomputed = () =>
  api.sql(
    `SELECT held, version, ${SUMS} FROM (
       SELECT u.held, u.sequence_version AS version, count(*) AS n, count(*) FILTER (WHERE o.count > 0) AS x,
              sum(u.prior_spend) AS sum_x, sum(o.net) AS sum_y, sum(o.net * o.net) AS sum_yy,
              sum(u.prior_spend * o.net) AS sum_xy, sum(o.count) AS sum_o
         FROM experiment_units u,
              LATERAL (SELECT count(*), coalesce(sum(net), 0) AS net FROM orders o WHERE o.customer_id = u.person_id) o
        GROUP BY 1, 2) s ORDER BY 1, 2`,
  );

/** Everything that depends on the figures. */
async function results() {
  const { body } = await api.admin<ResultsAnswer>('GET', `/admin/sequences/${SEQUENCE}/results`);
  const { closed, soFar, customers: effect, revenue, orders, versions, sentences } = body;
  return { closed, soFar, effect, revenue, orders, versions, sentences };
}

describe('kill -9 of the worker while it adds closed units to the sums', () => {
  it('leaves whole batches in the sums, and the next worker adds each other unit once', async () => {
    const [expected, before] = [await recomputed(), await results()];
    expect(before.closed.treated).toMatchObject({ customers: UNITS / 2, cameBack: UNITS / 6 });
    // The lock stops the second batch between its units and its sums.
    await api.sql(
      `INSERT INTO experiment_sums (retailer_id, experiment_id, held, sequence_version)
       VALUES ($1, $2, false, 2), ($1, $2, true, 2)`,
      [retailerId, experimentId],
    );
    await other.query('BEGIN');
    await other.query('SELECT FROM experiment_sums FOR UPDATE');
    worker = await startWorker();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await waitFor(async () => (await api.sql(waiting)).length > 0, 40_000);
    // Two jobs at once fold one batch each, so the second may wait before the first has committed.
    await waitFor(async () => (await folded()) === FIRST_BATCH, 40_000);
    await worker.end('SIGKILL');
    await other.query('ROLLBACK');
    await waitFor(async () => (await api.sql(waiting)).length === 0);
    expect(await folded()).toBe(FIRST_BATCH);
    expect(await sums()).toEqual(
      expected.map((row) => (row['version'] === 1 ? row : { ...row, n: 0, x: 0, ...NOTHING })),
    );
    expect(await results()).toEqual(before);

    worker = await startWorker();
    await waitFor(async () => (await stored(api).count(ExperimentUnit, { folded: false })) === 0, 40_000);
    expect(await sums()).toEqual(expected);
    expect(await results()).toEqual(before);
  }, 150_000);
});

const NOTHING = { sum_x: 0, sum_y: 0, sum_yy: 0, sum_xy: 0, sum_o: 0 };
