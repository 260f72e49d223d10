import { join } from 'node:path';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { requestsIn, send, variablesOf } from '../setup/bruno.js';
import { documentedRoutes } from '../setup/routes.js';
import { SequenceStore } from '../setup/sequence-store.js';
import { TestApp } from '../setup/test-app.js';

const COLLECTION = join(import.meta.dirname, '../../docs/bruno');
const requests = requestsIn(COLLECTION);

let app: TestApp;
let sink: SmtpSink;
let variables: Map<string, string>;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
  const { retailerId } = await SequenceStore.start(app, sink, 'bruno.myshopify.com', { ann: {} });
  const claims = { sub: 'bruno', retailerId, role: 'member' } as const;
  variables = new Map([
    ['url', app.url],
    ['adminToken', app.adminToken()],
    ['retailerToken', signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, 600)],
  ]);
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

describe('the Bruno collection', () => {
  it.each(requests)('$place has the answer that it says', async (placed) => {
    expect(await send(placed, variables)).toEqual([]);
  });

  it('asserts something of each of its 20 requests, and sends no email', () => {
    expect(requests.filter(({ request }) => (request.assertions ?? []).length === 0)).toEqual([]);
    expect(requests).toHaveLength(20);
    expect(sink.emails).toEqual([]);
  });

  it('has an environment with the variables that a person has to set', () => {
    expect(variablesOf(join(COLLECTION, 'environments/local.bru'))).toEqual(['url', 'adminToken', 'retailerToken']);
  });

  it('uses routes that the service has', async () => {
    const documented = await documentedRoutes();
    const routes = new Set(documented.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '*')}`));
    const used = requests.map(({ request: { http } }) => {
      const path = (http?.url ?? '').replace('{{url}}', '').replace(/\?.*/, '');
      return `${http?.method.toUpperCase()} ${path.replaceAll(/\{\{\w+\}\}|win-back-no-offer/g, '*')}`;
    });
    expect(used.filter((route) => !routes.has(route))).toEqual([]);
  });
});
