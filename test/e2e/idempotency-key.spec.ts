import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { IdempotencyKey } from '../../src/idempotency/idempotency-key.entity.js';
import { Delivery } from '../../src/inbox/delivery.entity.js';
import { ago, given, stored } from '../factories/given.js';
import { anOrder, json } from '../factories/wire.js';
import { AdminClient, NOBODY } from '../setup/admin-client.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

const ONE = { minOrders: 1 };

let app: TestApp;
let admin: AdminClient;
let brandId: string;

beforeAll(async () => {
  app = await TestApp.start();
  admin = new AdminClient(app);
  ({ brandId } = await installStore(app));
});
afterAll(() => app.stop());

describe('an Idempotency-Key', () => {
  const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
  const named = (name: string, criteria: object = ONE): object => ({ brandId, segments: [{ name, criteria }] });
  const statusOf = (header: Record<string, string>): Promise<{ status: number | null }[]> =>
    stored(app).rows(IdempotencyKey, { key: header['idempotency-key'] }, 'status');

  it('repeats the same answer and marks it as a repeat', async () => {
    const header = key();
    const first = await admin.upsert(named('Keyed'), header);
    const second = await admin.upsert(named('Keyed'), header);
    expect(first.body.segments[0]?.outcome).toBe('created');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toContain('application/json');
  });

  it('runs one of many concurrent requests', async () => {
    const header = key();
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.upsert(named('At once'), header)));
    const done = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(done.length + waiting.length).toBe(20);
    expect(done.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(new Set(done.map(({ body }) => json(body))).size).toBe(1);
    for (const answer of waiting) {
      expect(answer.body.code).toBe('idempotency_key_in_use');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect((await admin.upsert(named('At once'), header)).body.segments[0]?.outcome).toBe('created');
  });

  it('belongs to its sender: another admin can use the same key', async () => {
    const header = key();
    const eve = signToken('admin', { sub: 'eve', fullAccess: true }, app.service.runtime.config.tokenSecrets.admin, 60);
    await admin.upsert(named('Mine'), header);
    const hers = await admin.upsert(named('Hers'), { ...header, authorization: `Bearer ${eve}` });
    expect(hers).toMatchObject({ status: 200, body: { segments: [{ name: 'Hers', outcome: 'created' }] } });
    expect((await admin.upsert(named('Mine'), header)).headers.get('idempotency-replayed')).toBe('true');
    expect(await statusOf(header)).toHaveLength(2);
  });

  it('is refused with another body, and is independent for another route', async () => {
    const header = key();
    await admin.upsert(named('One body'), header);
    expect(await admin.upsert(named('Another body'), header)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    const elsewhere = await app.admin('POST', `/admin/deliveries/${NOBODY}/replay`, named('Another body'), header);
    expect(elsewhere).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });

  it('repeats a refusal too', async () => {
    const header = key();
    const first = await admin.upsert(named('Refused', { minOrders: -1 }), header);
    const second = await admin.upsert(named('Refused', { minOrders: -1 }), header);
    expect(second.status).toBe(422);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toContain('application/problem+json');
  });

  it('can be used again after an error of the service', async () => {
    const header = key();
    await app.sql('ALTER TABLE segments RENAME TO segments_away');
    const failed = await admin.upsert(named('Second try'), header);
    await app.sql('ALTER TABLE segments_away RENAME TO segments');
    expect(failed).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(json(failed.body)).not.toContain('segments_away');
    expect(await statusOf(header)).toEqual([]);
    expect((await admin.upsert(named('Second try'), header)).body.segments[0]?.outcome).toBe('created');
  });

  it('can be used again after a temporary conflict', async () => {
    await deliver(app.url, { topic: 'orders/create', body: json(anOrder()) });
    await app.settled();
    const [delivery] = await app.sql<{ id: string }>(
      `UPDATE deliveries SET status = 'pending', due_at = now() + interval '1 hour' RETURNING id`,
    );
    const header = key();
    const replay = (): Promise<Answer> => app.admin('POST', `/admin/deliveries/${delivery?.id}/replay`, {}, header);
    expect((await replay()).status).toBe(409);
    await given(app).set(Delivery, { status: 'processed' }, { id: delivery?.id });
    expect((await replay()).status).toBe(202);
    await app.settled();
  });

  it('of a request that died is taken over by the next request after a minute', async () => {
    const header = key();
    await admin.upsert(named('Crashed'), header);
    const dead = (age: string): Promise<unknown> =>
      app.sql(
        `UPDATE idempotency_keys SET status = NULL, answer = NULL, created_at = now() - $2::interval,
                                     renewed_at = now() - $2::interval WHERE key = $1`,
        [header['idempotency-key'], age],
      );
    await dead('50 seconds');
    expect(await admin.upsert(named('Crashed'), header)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_in_use' },
    });
    await dead('61 seconds');
    expect(await admin.upsert(named('Other'), header)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect((await admin.upsert(named('Crashed'), header)).body.segments[0]?.outcome).toBe('unchanged');
    expect(await statusOf(header)).toEqual([{ status: 200 }]);
  });

  it('expires after a day', async () => {
    const header = key();
    await admin.upsert(named('Yesterday'), header);
    await given(app).set(IdempotencyKey, { createdAt: ago(25, 'hour') }, { key: header['idempotency-key'] });
    expect((await admin.upsert(named('Yesterday', { minOrders: 2 }), header)).body.segments[0]?.outcome).toBe(
      'updated',
    );
    await given(app).set(IdempotencyKey, { createdAt: ago(25, 'hour') }, { key: header['idempotency-key'] });
    // The sweep deletes the expired key without another request.
    await waitFor(async () => (await statusOf(header)).length === 0);
  });

  it.each([
    [0, 400],
    [1, 200],
    [255, 200],
    [256, 400],
  ])('of %i characters is answered with %i', async (length, status) => {
    expect((await admin.upsert(named('Length'), { 'idempotency-key': 'k'.repeat(length) })).status).toBe(status);
  });

  it('is ignored for methods other than POST', async () => {
    const answer = await app.admin('GET', '/admin/queues', undefined, { 'idempotency-key': '' });
    expect(answer.status).toBe(200);
  });
});
