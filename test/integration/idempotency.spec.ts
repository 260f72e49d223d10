import { randomUUID } from 'node:crypto';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { createLogger, NO_RETAILER } from '#libs/kernel';
import { lastValueFrom, of, Subject } from 'rxjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Runtime } from '../../src/config/runtime.js';
import { IdempotencyKey } from '../../src/idempotency/idempotency-key.entity.js';
import { IdempotencyInterceptor } from '../../src/idempotency/idempotency.interceptor.js';
import { IdempotencyRepository, type KeyedRequest } from '../../src/idempotency/idempotency.repository.js';
import { ago, given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { waitFor } from '../setup/wait-for.js';

let app: IdleApp;
let keys: IdempotencyRepository;
beforeAll(async () => {
  app = await IdleApp.start();
  keys = app.get(IdempotencyRepository);
});
afterAll(() => app.stop());
beforeEach(() => app.sql('TRUNCATE idempotency_keys'));

const aRequest = (): KeyedRequest => ({
  retailerId: NO_RETAILER,
  caller: 'admin ada',
  route: 'POST /x',
  key: randomUUID(),
  bodyHash: 'hash',
});

describe('stored answers that mention a person', () => {
  const answered = async (body: string): Promise<string> => {
    const request = aRequest();
    const claim = await keys.claim(request);
    if (claim.status === 'claimed') await keys.store(request, claim.claimedAt, { status: 200, body });
    return request.key;
  };
  /** Erases a person at a store and returns the number of deleted answers. */
  const erase = (pattern: string): Promise<number> =>
    app.transaction((tx) => keys.deleteMentioning(tx, NO_RETAILER, [pattern]));

  it('are deleted by an erasure, and others are not', async () => {
    await answered('{"email":"Jo@example.com"}');
    const other = await answered('{"email":"mo@example.com"}');
    expect(await erase('jo@example\\.com')).toBe(1);
    expect(await stored(app).rows(IdempotencyKey, {}, 'key')).toEqual([{ key: other }]);
  });

  it('include those that no key decrypts, so that these do not block an erasure', async () => {
    const key = await answered('{}');
    const gone = new SecretBox([Buffer.alloc(32, 'gone').toString('base64')]);
    await given(app).set(IdempotencyKey, { answer: gone.seal('{}', 'whatever') }, { key });
    await answered('{}');
    expect(await erase('jo@example\\.com')).toBe(1);
    expect(await erase('jo@example\\.com')).toBe(0);
  });

  it('are not searched among expired answers, which the sweep deletes', async () => {
    await answered('jo@example.com');
    await given(app).set(IdempotencyKey, { createdAt: ago(25, 'hour') });
    expect(await erase('jo@example\\.com')).toBe(0);
    await keys.deleteExpired();
    expect(await stored(app).rows(IdempotencyKey)).toEqual([]);
  });
});

describe('a request that takes longer than a claim lasts', () => {
  /** A POST with the key, whose handler returns the result of `handled`. */
  const post = (key: string, handled: CallHandler['handle']): Promise<unknown> => {
    const caller = { kind: 'admin', subject: 'ada' };
    const request = { method: 'POST', url: '/slow', headers: { 'idempotency-key': key }, id: 'r', caller };
    const reply = { statusCode: 200, code: () => reply, header: () => reply, type: () => reply };
    const http = { getRequest: () => request, getResponse: () => reply };
    const interceptor = new IdempotencyInterceptor(
      keys,
      app.get(Runtime),
      createLogger({ level: 'silent', pretty: false }),
    );
    return lastValueFrom(
      interceptor.intercept({ switchToHttp: () => http } as unknown as ExecutionContext, { handle: handled }),
    );
  };
  const renewed = async (): Promise<boolean> =>
    (await app.sql(`SELECT 1 FROM idempotency_keys WHERE renewed_at > now() - interval '50 seconds'`)).length > 0;

  it('keeps its claim: the same key runs nothing again and gets its answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = new Subject<string>();
    const first = post('slow', () => slow);
    await waitFor(renewed);
    await given(app).set(IdempotencyKey, { renewedAt: ago(61, 'second') });
    vi.advanceTimersByTime(15_000);
    await waitFor(renewed);
    let runs = 0;
    const twice = () => of((runs += 1));
    await expect(post('slow', twice)).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
    slow.next('first');
    slow.complete();
    expect(await first).toBe('first');
    expect(await post('slow', twice)).toBe('"first"');
    expect(runs).toBe(0);
  });
});
