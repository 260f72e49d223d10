import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminAction } from '../../src/admin-actions/admin-action.entity.js';
import { signToken } from '../../src/auth/sign-token.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { ago, given } from '../factories/given.js';
import { earlier } from '../setup/earlier.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

interface Action {
  readonly id: string;
  readonly at: string;
  readonly subject: string;
  readonly action: string;
  readonly target: string;
  readonly retailerId: string | null;
  readonly requestId: string;
  readonly outcome: string;
}
interface Listed {
  readonly items: readonly Action[];
  readonly nextCursor: string | null;
}

let app: TestApp;
let retailerId: string;
let brandId: string;
beforeAll(async () => {
  app = await TestApp.start();
  ({ retailerId, brandId } = await installStore(app));
});
afterAll(() => app?.stop());

const actions = async (query = ''): Promise<Listed> => (await app.admin<Listed>('GET', `/admin/actions${query}`)).body;
const last = async (): Promise<Action | undefined> => (await actions('?limit=1')).items[0];
const segments = (name: string): object => ({ brandId, segments: [{ name, criteria: { minOrders: 1 } }] });

describe("the log of admins' actions", () => {
  it('records the admin, the action, the retailer, the request and the outcome', async () => {
    const { headers } = await app.admin('PATCH', `/admin/brands/${brandId}`, { name: 'Hush hush' });
    expect(await last()).toEqual({
      id: expect.any(String) as string,
      at: expect.stringMatching(/Z$/) as string,
      subject: 'tester',
      action: 'PATCH /admin/brands/{id}',
      target: `/admin/brands/${brandId}`,
      retailerId,
      requestId: headers.get('x-request-id'),
      outcome: 'ok',
    });
  });

  it('contains no body, no query and no email address from a path', async () => {
    await app.admin('PATCH', `/admin/brands/${brandId}?token=hush`, { name: 'Hush hush' });
    await app.admin('DELETE', '/admin/segments/jane%40example.com');
    await app.admin('DELETE', '/admin/segments/+49-170-1234567');
    const kept = await app.sql<{ text: string }>(`SELECT string_agg(a::text, ' ') AS text FROM admin_actions a`);
    expect(kept[0]?.text).not.toMatch(/hush|jane|1234567/i);
    expect((await last())?.target).toBe('/admin/segments/…');
  });

  it('finds the retailer from the body, from the path, and after a deletion', async () => {
    const made = await app.admin<{ segments: { id: string }[] }>('POST', '/admin/segments/upsert', segments('Gone'));
    expect(await last()).toMatchObject({ action: 'POST /admin/segments/upsert', retailerId, outcome: 'ok' });
    const id = made.body.segments[0]?.id ?? '';
    await app.admin('DELETE', `/admin/segments/${id}`);
    expect(await last()).toMatchObject({ target: `/admin/segments/${id}`, retailerId, outcome: 'ok' });
    await app.admin('DELETE', `/admin/tokens/${randomUUID()}`);
    expect(await last()).toMatchObject({ action: 'DELETE /admin/tokens/{jti}', retailerId: null, outcome: 'ok' });
  });

  it.each<[what: string, ask: () => Promise<unknown>, outcome: string]>([
    ['a body that is refused', () => app.admin('PATCH', `/admin/brands/${brandId}`, { nam: 'x' }), 'invalid_input'],
    ['an unknown key', () => app.admin('DELETE', `/admin/tokens/x`, { more: 1 }), 'invalid_input'],
    ['an unknown resource', () => app.admin('PATCH', `/admin/brands/${randomUUID()}`, { name: 'x' }), 'not_found'],
    [
      'a conflict',
      async () => {
        await given(app).set(Retailer, { status: 'uninstalled' });
        await app.admin('POST', `/admin/retailers/${retailerId}/module-tokens`);
        await given(app).set(Retailer, { status: 'installed' });
      },
      'not_installed',
    ],
    [
      'a token without full access',
      () =>
        fetch(`${app.url}/admin/brands/${brandId}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${app.adminToken({})}`, 'content-type': 'application/json' },
          body: '{}',
        }),
      'full_access_required',
    ],
  ])('records the outcome of %s', async (_what, ask, outcome) => {
    const before = await last();
    await ask();
    const written = await last();
    expect(written).toMatchObject({ subject: 'tester', outcome });
    expect(written?.id).not.toBe(before?.id);
  });

  it('distinguishes a repeated answer from another run', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await app.admin('POST', '/admin/segments/upsert', segments('Once'), key);
    await app.admin('POST', '/admin/segments/upsert', segments('Once'), key);
    expect((await actions('?limit=2')).items.map(({ outcome }) => outcome)).toEqual(['replayed', 'ok']);
  });

  it('has no entry for requests that only read, or for callers without a valid token', async () => {
    const before = await last();
    await app.admin('GET', `/admin/brands/${brandId}`);
    await fetch(`${app.url}/admin/brands/${brandId}`, { method: 'PATCH' });
    expect(await last()).toEqual(before);
  });

  it('is read by subject, action and retailer, page by page', async () => {
    const ada = signToken('admin', { sub: 'ada', fullAccess: true }, app.service.runtime.config.tokenSecrets.admin, 60);
    for (const name of ['One', 'Two', 'Three']) {
      await app.admin('PATCH', `/admin/brands/${brandId}`, { name }, { authorization: `Bearer ${ada}` });
    }
    const first = await actions('?subject=ada&limit=2');
    const rest = await actions(`?subject=ada&limit=2&cursor=${first.nextCursor}`);
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null]);
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(3);
    const action = encodeURIComponent('PATCH /admin/brands/{id}');
    expect((await actions(`?subject=ada&action=${action}&retailerId=${retailerId}`)).items).toHaveLength(3);
    expect((await actions(`?subject=ada&retailerId=${randomUUID()}`)).items).toEqual([]);
    expect((await actions(`?subject=ada&action=POST`)).items).toEqual([]);
    expect((await app.admin('GET', '/admin/actions?retailerId=1')).status).toBe(400);
  });

  it('is append-only: Postgres refuses changes, and deletions within 400 days', async () => {
    const all = `SELECT * FROM admin_actions ORDER BY id`;
    const before = await app.sql(all);
    await app.sql(`UPDATE admin_actions SET subject = 'eve', ${earlier('at', "interval '2 years'")}`);
    await given(app).delete(AdminAction);
    expect(await app.sql(all)).toEqual(before);
    expect(before.length).toBeGreaterThan(5);
    await given(app).insert(AdminAction, {
      retailerId,
      id: randomUUID(),
      at: ago(401, 'day'),
      subject: 'ada',
      action: 'x',
      target: 'x',
      requestId: 'x',
      outcome: 'ok',
    });
    await app.sql(`DELETE FROM admin_actions WHERE at < now() - interval '400 days'`);
    expect(await app.sql(all)).toEqual(before);
  });
});

describe('an admin token', () => {
  const token = (expiresIn: number): string =>
    signToken('admin', { sub: 'ada', fullAccess: true }, app.service.runtime.config.tokenSecrets.admin, expiresIn);
  const ask = async (bearer: string): Promise<number> =>
    (await fetch(`${app.url}/admin/queues`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  const jtiOf = (bearer: string): string =>
    (JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti;

  it('is refused if its lifetime exceeds a day', async () => {
    expect([await ask(token(86_400)), await ask(token(86_401))]).toEqual([200, 401]);
  });

  it('is refused by every process once it is revoked, and other tokens are not', async () => {
    const other = await app.startAnother();
    try {
      const [found, kept] = [token(600), token(600)];
      const elsewhere = (bearer: string): Promise<Response> =>
        fetch(`${other.url}/admin/queues`, { headers: { authorization: `Bearer ${bearer}` } });
      expect([await ask(found), (await elsewhere(found)).status]).toEqual([200, 200]);
      expect((await app.admin('DELETE', `/admin/tokens/${jtiOf(found)}`)).status).toBe(204);
      expect([await ask(found), (await elsewhere(found)).status]).toEqual([401, 401]);
      expect([await ask(kept), (await elsewhere(kept)).status]).toEqual([200, 200]);
    } finally {
      await other.stop();
    }
  });
});
