import { afterAll, beforeAll, expect, it } from 'vitest';
import { step } from '../setup/sequence-store.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

let app: TestApp;
let brandId: string;
beforeAll(async () => {
  app = await TestApp.start();
  ({ brandId } = await installStore(app));
  const segment = await app.admin('POST', '/admin/segments/upsert', {
    brandId,
    segments: [{ name: 'All', criteria: { minOrders: 0 } }],
  });
  expect(segment.status).toBeLessThan(300);
  const body = { brandId, name: 'Results', segment: 'All', steps: [step('one')] };
  expect((await app.admin('PUT', '/admin/sequences/results', body)).status).toBe(201);
});
afterAll(() => app?.stop());

it.each(['/admin/sequences/results/results', '/admin/brands/BRAND/results'])(
  'answers %s as JSON, CSV and SVG',
  async (route) => {
    const path = route.replace('BRAND', brandId);
    const { status, body } = await app.admin('GET', path, undefined, { 'accept-language': 'de' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'off', brandId, experiment: null, earlier: [] });
    expect((body as { sentences: string[] }).sentences[0]).toMatch(/^Es /);
    const read = (suffix: string) =>
      fetch(`${app.url}${path}${suffix}`, { headers: { authorization: `Bearer ${app.adminToken()}` } });
    const [csv, svg] = [await read('.csv'), await read('.svg?theme=dark&accent=%231a7f5a')];
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await csv.text()).toMatch(/^experiment,asOf,metric,group,value,low,high,unit\r\n,/);
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(await svg.text()).toMatch(/^<svg/);
  },
);

it('refuses an unknown sequence, an unknown experiment, and a query that makes no sense', async () => {
  const statusOf = async (path: string): Promise<number> => (await app.admin('GET', `/admin/${path}`)).status;
  expect(await statusOf('sequences/unknown/results')).toBe(404);
  expect(await statusOf('sequences/results/results?experiment=1')).toBe(404);
  expect(await statusOf('sequences/results/results?experiment=x')).toBe(400);
  expect(await statusOf('sequences/results/results.svg?accent=red')).toBe(400);
});
