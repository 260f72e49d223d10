import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { json } from '../factories/wire.js';
import { AdminClient, NOBODY, pointersOf, type Problem } from '../setup/admin-client.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

const ONE = { minOrders: 1 };

let app: TestApp;
let admin: AdminClient;
let retailerId: string;
let brandId: string;

beforeAll(async () => {
  app = await TestApp.start();
  admin = new AdminClient(app);
  ({ retailerId, brandId } = await installStore(app));
});
afterAll(() => app.stop());

const withJson = (body: string): RequestInit => ({ body, headers: { 'content-type': 'application/json' } });

describe('access to the admin routes', () => {
  const routes = [
    ['POST', '/admin/segments/upsert'],
    ['POST', '/admin/segments/preview'],
    ['POST', '/admin/segments/estimate'],
    ['GET', '/admin/segments'],
    ['GET', `/admin/segments/${NOBODY}`],
    ['PATCH', `/admin/segments/${NOBODY}`],
    ['DELETE', `/admin/segments/${NOBODY}`],
    ['GET', `/admin/segments/${NOBODY}/members`],
    ['GET', `/admin/segments/${NOBODY}/members.csv`],
    ['GET', `/admin/segments/${NOBODY}/explain?customerId=${NOBODY}`],
    ['GET', '/admin/retailers'],
    ['GET', `/admin/retailers/${NOBODY}`],
    ['GET', `/admin/retailers/${NOBODY}/customers`],
    ['GET', `/admin/retailers/${NOBODY}/orders/1`],
    ['GET', `/admin/retailers/${NOBODY}/products`],
    ['GET', '/admin/deliveries'],
    ['GET', `/admin/deliveries/${NOBODY}`],
    ['POST', `/admin/deliveries/${NOBODY}/replay`],
    ['GET', '/admin/queues'],
    ['GET', '/admin/privacy-requests'],
    ['GET', `/admin/privacy-requests/${NOBODY}`],
    ['GET', `/admin/privacy-requests/${NOBODY}/export`],
  ] as const;

  it.each(routes)('is refused for %s %s without a token', async (method, path) => {
    const answer = await app.admin<Problem>(method, path, undefined, { authorization: '' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status: 401, code: 'token_required' });
  });

  it.each(routes)('is refused for %s %s without full access', async (method, path) => {
    const answer = await app.admin<Problem>(method, path, undefined, { authorization: `Bearer ${app.adminToken({})}` });
    expect(answer).toMatchObject({ status: 403, body: { code: 'full_access_required' } });
  });

  it('is refused for a token of module R', async () => {
    const { tokenSecrets } = app.service.runtime.config;
    const token = signToken('module', { sub: retailerId }, tokenSecrets.module, 60);
    const answer = await app.admin<Problem>('GET', '/admin/queues', undefined, { authorization: `Bearer ${token}` });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  });
});

describe('a refused request', () => {
  it('contains the problem, the field and the request id, and nothing else', async () => {
    const answer = await admin.upsert(
      { brandId, segments: [{ name: 'Bad', criteria: { minOrders: -1 } }] },
      { 'x-request-id': 'mine-1' },
    );
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toEqual({
      type: `${app.url}/problems/invalid-input`,
      title: 'Invalid input',
      status: 422,
      detail: '/segments/0/criteria/minOrders: must not be negative',
      code: 'invalid_input',
      requestId: 'mine-1',
      errors: [{ pointer: '/segments/0/criteria/minOrders', detail: 'must not be negative' }],
    });
  });

  it.each([
    ['no keys', {}, ['/brandId', '/segments']],
    ['an unknown key', { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE }], extra: 1 }, ['/extra']],
    [
      'an unknown key in a segment',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE, color: 1 }] },
      ['/segments/0/color'],
    ],
    [
      'a key that every object has',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE }], toString: 1 },
      ['/toString'],
    ],
    [
      'such a key that is deep inside',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: { any: [{ minOrders: 1, constructor: 1 }] } }] },
      ['/segments/0/criteria/any/0/constructor'],
    ],
    ['a brand id that is not a UUID', { brandId: 'x', segments: [{ name: 'A', criteria: ONE }] }, ['/brandId']],
    ['no segment', { brandId: NOBODY, segments: [] }, ['/segments']],
    [
      'too many segments',
      { brandId: NOBODY, segments: Array.from({ length: 101 }, (_, i) => ({ name: `S${i}`, criteria: ONE })) },
      ['/segments'],
    ],
    ['segments that are not a list', { brandId: NOBODY, segments: 'all' }, ['/segments']],
    ['a name of blanks', { brandId: NOBODY, segments: [{ name: '   ', criteria: ONE }] }, ['/segments/0/name']],
    [
      'a name of 121 letters',
      { brandId: NOBODY, segments: [{ name: 'a'.repeat(121), criteria: ONE }] },
      ['/segments/0/name'],
    ],
    ['a zero byte in a name', { brandId: NOBODY, segments: [{ name: 'a\0b', criteria: ONE }] }, ['/segments/0/name']],
    [
      'half of a character in a value that is deep inside',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: { any: [{ emailDomains: ['\uD83D.org'] }] } }] },
      ['/segments/0/criteria/any/0/emailDomains/0'],
    ],
    ['a name that is a number', { brandId: NOBODY, segments: [{ name: 7, criteria: ONE }] }, ['/segments/0/name']],
    ['no criteria', { brandId: NOBODY, segments: [{ name: 'A' }] }, ['/segments/0/criteria']],
    [
      'criteria that are a list',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: [] }] },
      ['/segments/0/criteria'],
    ],
    ['empty criteria', { brandId: NOBODY, segments: [{ name: 'A', criteria: {} }] }, ['/segments/0/criteria']],
    [
      'a criterion of another world',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: { 'a/b~c': 1 } }] },
      ['/segments/0/criteria/a~1b~0c'],
    ],
    [
      'a dryRun that is text',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE }], dryRun: 'true' },
      ['/dryRun'],
    ],
    ['a dryRun that is null', { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE }], dryRun: null }, ['/dryRun']],
    [
      'the same name twice',
      {
        brandId: NOBODY,
        segments: [
          { name: 'A', criteria: ONE },
          { name: ' A ', criteria: ONE },
        ],
      },
      ['/segments/1/name'],
    ],
  ])('names the place of %s', async (_name, body, pointers) => {
    const answer = await admin.upsert(body);
    expect(answer.status).toBe(422);
    expect([...new Set(pointersOf(answer))].toSorted()).toEqual(pointers);
  });

  it.each([
    ['[]'],
    ['null'],
    ['"text"'],
    ['7'],
    [`{"brandId":"${NOBODY}","segments":[null]}`],
    [`{"brandId":"${NOBODY}","segments":[[]]}`],
  ])('is 422 for the body %s', async (body) => {
    expect(await admin.raw('POST', '/admin/segments/upsert', withJson(body))).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    });
  });

  it('is 422 for deeply nested brackets, and the service keeps running', async () => {
    const deep = `{"brandId":"${NOBODY}","segments":[{"name":"A","criteria":{"minOrders":${'['.repeat(60_000)}${']'.repeat(60_000)}}}]}`;
    expect((await admin.raw('POST', '/admin/segments/upsert', withJson(deep))).status).toBe(422);
    expect((await admin.get('/admin/queues')).status).toBe(200);
  });

  it('lists at most a hundred errors', async () => {
    const answer = await admin.raw(
      'POST',
      '/admin/segments/upsert',
      withJson(json({ brandId, segments: Array.from({ length: 5_000 }, () => ({})) })),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(100);
    const criteria = { any: Array.from({ length: 5_000 }, () => ({})) };
    const preview = await admin.raw('POST', '/admin/segments/preview', withJson(json({ brandId, criteria })));
    expect(preview.status).toBe(422);
    expect(preview.body.errors).toHaveLength(100);
  });

  it.each([['reconcile'], ['admin-sso-tickets']])('names a key that %s does not know', async (action) => {
    const path = `/admin/retailers/${retailerId}/${action}`;
    const refused = await admin.raw('POST', path, withJson('{"wait/long":1}'));
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/wait~1long' }] } });
    expect((await admin.raw('POST', path, withJson('[]'))).status).toBe(422);
    expect((await admin.raw('POST', path, withJson('{}'))).status).toBeLessThan(300);
    expect((await admin.raw('POST', path)).status).toBeLessThan(300);
  });

  it.each([['{'], ['{"brandId":'], ['{"__proto__":{"admin":true}}'], ['not json']])('is 400 for %s', async (body) => {
    expect(await admin.raw('POST', '/admin/segments/upsert', withJson(body))).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
  });

  it('is 413 above 256 kB', async () => {
    expect(await admin.raw('POST', '/admin/segments/upsert', withJson(`"${'a'.repeat(300_000)}"`))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', detail: 'This address accepts a body of at most 256 kB.' },
    });
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/xml']])(
    'is 415 for %s',
    async (type) => {
      const answer = await admin.raw('POST', '/admin/segments/upsert', {
        body: 'a=b',
        headers: { 'content-type': type },
      });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    },
  );

  it('is 405 with the methods that the route allows', async () => {
    const answer = await admin.raw('PUT', '/admin/segments/upsert');
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toContain('POST');
  });

  it.each([
    ['/admin/nothing'],
    [`/admin/segments/${NOBODY}`],
    ['/admin/segments/not-a-uuid'],
    [`/admin/segments/${NOBODY}/members`],
    [`/admin/segments/${NOBODY}/members.csv`],
    [`/admin/segments/${NOBODY}/explain?customerId=${NOBODY}`],
    [`/admin/segments?brandId=${NOBODY}`],
    [`/admin/retailers/${NOBODY}`],
    ['/admin/retailers/not-a-uuid'],
    [`/admin/retailers/${NOBODY}/customers`],
    [`/admin/retailers/${NOBODY}/products`],
    [`/admin/deliveries/${NOBODY}`],
    ['/admin/deliveries/%00'],
  ])('is 404 for %s', async (path) => {
    expect(await admin.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    ['/admin/segments', ['/brandId']],
    ['/admin/segments?brandId=x', ['/brandId']],
    ['/admin/retailers?limit=0', ['/limit']],
    ['/admin/retailers?limit=201', ['/limit']],
    ['/admin/retailers?limit=ten', ['/limit']],
    ['/admin/retailers?limit=0x10', ['/limit']],
    ['/admin/retailers?limit=', ['/limit']],
    ['/admin/retailers?limit=1&limit=2', ['/limit']],
    ['/admin/retailers?cursor=abc', ['/cursor']],
    ['/admin/retailers?cursor=', ['/cursor']],
    [`/admin/retailers?cursor=${Buffer.from('["x"]').toString('base64url')}`, ['/cursor']],
    ['/admin/retailers?platform=platform-z', ['/platform']],
    ['/admin/retailers?externalId=%00', ['/externalId']],
    ['/admin/retailers?sort=name', ['/sort']],
    ['/admin/retailers?constructor=1', ['/constructor']],
    [`/admin/segments/${NOBODY}/members?at=2026-02-30T00:00:00Z`, ['/at']],
    ['/admin/deliveries?status=lost', ['/status']],
    ['/admin/deliveries?retailerId=x', ['/retailerId']],
    [`/admin/deliveries?cursor=${Buffer.from(`["yesterday","${NOBODY}"]`).toString('base64url')}`, ['/cursor']],
  ])('is 400 for %s', async (path, pointers) => {
    const answer = await admin.get<Problem>(path);
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_query' } });
    expect([...new Set(pointersOf(answer))]).toEqual(pointers);
  });
});
