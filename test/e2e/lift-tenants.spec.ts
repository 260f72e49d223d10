import { beforeAll, describe, expect, it } from 'vitest';
import type { Experiment } from '../../src/lift/experiments/experiment.entity.js';
import type { ResultsAnswer } from '../../src/lift/results/results.dto.js';
import { experimentsOf, HALF, many, unitsOf } from '../setup/holdout-scene.js';
import { documentedRoutes, type Route } from '../setup/routes.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { TokenForge } from '../setup/tokens.js';

const WAIT = { prefer: 'wait=20' };
const [OURS, THEIRS] = ['tenant-ours', 'tenant-theirs'];
const scene = sequenceStores('tenants', 1);
const routes = (await documentedRoutes()).filter(({ path }) =>
  /results|assignments|backtest|\/lift\/|holdout/.test(path),
);

/** Two stores with an experiment each. Theirs has a second one. */
let ours: SequenceStore;
let theirs: SequenceStore;
let experiment: Experiment | undefined;

async function opened(id: string, people: number): Promise<SequenceStore> {
  const store = await SequenceStore.start(scene.app, scene.sink, `${id}.myshopify.com`, many(people));
  await scene.app.admin('PATCH', `/admin/brands/${store.brandId}`, { settings: { globalHoldout: { percent: 5 } } });
  await store.put(id, { ...HALF, steps: [step('one')] });
  expect(await store.execute(id, {}, WAIT)).toMatchObject({ status: 200, body: { status: 'completed' } });
  return store;
}

beforeAll(async () => {
  ours = await opened(OURS, 12);
  theirs = await opened(THEIRS, 5);
  await theirs.put(THEIRS, { holdout: { percent: 40 }, steps: [step('one')] });
  [experiment] = await experimentsOf(ours, OURS);
});

const get = <T>(path: string) => scene.app.admin<T>('GET', `/admin/${path}`);
const items = async (path: string): Promise<unknown[]> => {
  const { status, body } = await get<{ items: unknown[] }>(path);
  expect(status).toBe(200);
  return body.items;
};

describe('a token of another store', () => {
  const call = async ({ method, path }: Route, token: string) => {
    const id = path.includes('/brands/') ? ours.brandId : OURS;
    const answer = await fetch(`${scene.app.url}${path.replace('{id}', id)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it.each(routes)('learns nothing from $method $path', async (route) => {
    const { tokenSecrets } = scene.app.service.runtime.config;
    const forge = new TokenForge(tokenSecrets, theirs.retailerId, theirs.idOf('p1'));
    const tokens = [
      { kind: 'retailer', token: forge.good('retailer') },
      { kind: 'retailer', token: forge.good('retailer', { role: 'member' }) },
      { kind: 'module', token: forge.good('module') },
      { kind: 'customer', token: forge.good('customer') },
    ];
    for (const { kind, token } of tokens) {
      const { status, text } = await call(route, token);
      // A route takes one kind of token. The users of another store find nothing.
      expect(status).toBe(kind === route.caller ? 404 : 401);
      expect(text).not.toContain(experiment?.salt);
      expect(text).not.toContain(ours.idOf('p1'));
    }
  });

  it('is tried on every route', () => {
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/admin/brands/{id}/results',
        '/admin/brands/{id}/assignments',
        '/admin/sequences/{id}/results',
        '/admin/sequences/{id}/results.csv',
        '/admin/sequences/{id}/results.svg',
        '/admin/sequences/{id}/assignments',
        '/admin/sequences/{id}/backtest',
        '/admin/lift/calculate',
      ]),
    );
  });
});

describe('an id of another store', () => {
  it('names no experiment and nobody in it', async () => {
    for (const [scope, id, count] of [
      ['sequences', OURS, (await unitsOf(ours, experiment)).length],
      ['brands', ours.brandId, 12],
    ] as const) {
      expect(await items(`${scope}/${id}/assignments`)).toHaveLength(count);
      expect(await items(`${scope}/${id}/assignments?customerId=${theirs.idOf('p1')}`)).toEqual([]);
      const { body } = await get<ResultsAnswer>(`${scope}/${id}/results`);
      expect(body.assigned.treated + body.assigned.holdout).toBe(count);
      expect(body.earlier).toEqual([]);
    }
    expect(await get(`sequences/${THEIRS}/results?experiment=2`)).toMatchObject({ status: 200 });
    for (const file of ['results', 'results.csv', 'results.svg']) {
      expect(await statusOf(`sequences/${OURS}/${file}?experiment=2`)).toBe(404);
      expect(await statusOf(`sequences/${theirs.brandId}/${file}`)).toBe(404);
      expect(await statusOf(`brands/${THEIRS}/${file}`)).toBe(404);
    }
  });

  it('takes no sequence over, and a sequence of the same name has nothing of the deleted one', async () => {
    const taken = await theirs.put(OURS, { holdout: { percent: 10 }, steps: [step('one')] });
    expect(taken.status).toBe(409);
    expect(await experimentsOf(ours, OURS)).toEqual([experiment]);
    await scene.app.admin('DELETE', `/admin/sequences/${OURS}`);
    expect((await theirs.put(OURS, { steps: [step('one')] })).status).toBe(201);
    expect((await get<ResultsAnswer>(`sequences/${OURS}/results`)).body).toMatchObject({
      status: 'off',
      experiment: null,
      earlier: [],
      assigned: { treated: 0, holdout: 0 },
    });
    expect(await items(`sequences/${OURS}/assignments`)).toEqual([]);
  });
});

async function statusOf(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${scene.app.adminToken()}` };
  return (await fetch(`${scene.app.url}/admin/${path}`, { headers })).status;
}
