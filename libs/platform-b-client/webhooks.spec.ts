import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

import { judgeWebhookProof, readWebhookEvent, readWebhookHeaders, WEBHOOK_TOKEN_HEADER } from './index.js';

const SECRET = '6f1c2b0e9d3a4785b6c7d8e9f0a1b2c3';
const NOW = 1_700_000_100;
const TOKEN = 'token-of-this-store';
const options = { clientSecrets: [SECRET], expectedToken: TOKEN, now: new Date(NOW * 1000) };
const library = new Webhook(Buffer.from(SECRET).toString('base64'));
const BODY = Buffer.from('{"scope":"store/order/statusUpdated","producer":"stores/abc123","data":{"id":250}}');

interface Signing {
  body?: Buffer;
  at?: number;
  with?: Webhook;
}

const signature = ({ body = BODY, at = NOW, with: webhook = library }: Signing = {}): string =>
  webhook.sign('msg_1', new Date(at * 1000), body.toString());
const headers = (given: Record<string, string> = {}) =>
  readWebhookHeaders({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(NOW),
    'webhook-signature': signature(),
    ...given,
  });
const judge = (given: Record<string, string> = {}, changes: object = {}, body = BODY) =>
  judgeWebhookProof(headers(given), body, { ...options, ...changes }).outcome;
const withToken = { [WEBHOOK_TOKEN_HEADER]: TOKEN };
const stale = { 'webhook-timestamp': String(NOW - 600), 'webhook-signature': signature({ at: NOW - 600 }) };

describe('the proof of a delivery', () => {
  it('is the signature that the recorded vector has', () => {
    const raw =
      '{"scope":"store/order/statusUpdated","store_id":"1025646","data":{"type":"order","id":250,"status":{"previous_status_id":0,"new_status_id":11}},"hash":"7ee67cd1cf2ca60bc1aa9e5fe957d2de373be4ca","created_at":1561479335,"producer":"stores/abc123"}';
    const vector = readWebhookHeaders({
      'webhook-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,BjStBaN1qkWoAXKtUG5cnorpFH2uN3uQjjKeIn+Ubv8=',
    });
    expect(judgeWebhookProof(vector, Buffer.from(raw), options)).toEqual({ outcome: 'ok', by: ['signature'] });
  });

  it('is the signature that the library makes of any body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const body = Buffer.from(text);
        expect(judge({ 'webhook-signature': signature({ body: Buffer.from(body.toString()) }) }, {}, body)).toBe('ok');
      }),
      // The library hashes in plain JavaScript.
      { numRuns: 20 },
    );
  });

  it('is refused for every changed byte of the body', () => {
    fc.assert(
      fc.property(fc.nat({ max: BODY.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const body = Buffer.from(BODY);
        body.writeUInt8((body[at] ?? 0) ^ change, at);
        expect(judge({}, {}, body)).toBe('forged');
      }),
    );
  });

  it('is one of several signatures, but of the first version only', () => {
    expect(judge({ 'webhook-signature': `v1,${'A'.repeat(43)}= ${signature()}` })).toBe('ok');
    expect(judge({ 'webhook-signature': signature().replace('v1,', 'v2,') })).toBe('unproven');
    expect(judge({ 'webhook-signature': signature().replace('v1,', 'v1a,') })).toBe('unproven');
    expect(judge({ 'webhook-signature': signature().replace('v1,', 'v2,'), ...withToken })).toBe('ok');
  });

  it('is refused where the library gets the raw secret or another one', () => {
    const raw = new Webhook(SECRET);
    expect(judge({ 'webhook-signature': signature({ with: raw }) })).toBe('forged');
    expect(judge({}, { clientSecrets: ['other'] })).toBe('forged');
  });

  it('covers the id and the timestamp', () => {
    expect(judge({ 'webhook-id': 'msg_2' })).toBe('forged');
    expect(judge({ 'webhook-timestamp': String(NOW + 1) })).toBe('forged');
    expect(judge({ 'webhook-timestamp': '' })).toBe('forged');
    expect(judge({ 'webhook-timestamp': `${NOW}x` })).toBe('forged');
    expect(judge({ 'webhook-signature': `v1,${' v1,'.repeat(2000)}` })).toBe('forged');
  });

  it('is the token of the store alone, or beside the signature', () => {
    const unsigned = { 'webhook-signature': '', 'webhook-id': '', 'webhook-timestamp': '' };
    expect(judge(unsigned)).toBe('unproven');
    expect(judge({ ...unsigned, ...withToken })).toBe('ok');
    expect(judgeWebhookProof(headers(withToken), BODY, options)).toEqual({ outcome: 'ok', by: ['token', 'signature'] });
  });

  it('is void beside a forged one', () => {
    expect(judge({ [WEBHOOK_TOKEN_HEADER]: 'token-of-another' })).toBe('forged');
    expect(judge({ 'webhook-signature': `v1,${'A'.repeat(43)}=`, ...withToken })).toBe('forged');
    // A store without a token: whoever sends one has made it up.
    expect(judge(withToken, { expectedToken: undefined })).toBe('forged');
  });

  it('is none where the timestamp is too far away, in both directions', () => {
    expect(judge(stale)).toBe('unproven');
    expect(judge({ ...stale, ...withToken })).toBe('ok');
    expect(judge(stale, { toleranceSeconds: 900 })).toBe('ok');
    const ahead = { 'webhook-timestamp': String(NOW + 600), 'webhook-signature': signature({ at: NOW + 600 }) };
    expect(judge(ahead)).toBe('unproven');
    const last = { 'webhook-timestamp': String(NOW - 300), 'webhook-signature': signature({ at: NOW - 300 }) };
    expect(judge(last)).toBe('ok');
  });
});

describe('a body', () => {
  const read = (body: unknown) => readWebhookEvent(Buffer.from(JSON.stringify(body)));

  it('is read in its full form', () => {
    expect(
      read({
        scope: 'store/order/statusUpdated',
        store_id: '1025646',
        data: { type: 'order', id: 250, status: { previous_status_id: 0, new_status_id: 11 } },
        hash: '7ee67cd1cf2ca60bc1aa9e5fe957d2de373be4ca',
        created_at: 1_561_479_335,
        producer: 'stores/abc123',
      }),
    ).toEqual({
      scope: 'store/order/statusUpdated',
      storeHash: 'abc123',
      orderId: '250',
      subscriberId: null,
      hash: '7ee67cd1cf2ca60bc1aa9e5fe957d2de373be4ca',
      createdAt: new Date('2019-06-25T16:15:35Z'),
    });
  });

  it('names a subscriber where it is about one', () => {
    const body = { scope: 'store/subscriber/updated', producer: 'stores/abc123', data: { type: 'subscriber', id: 5 } };
    expect(read(body)).toMatchObject({ subscriberId: '5', orderId: null });
  });

  it('is read without a status, with a number for the store, and as a channel writes it', () => {
    const scope = 'store/order/statusUpdated';
    const producer = 'stores/abc123';
    expect(read({ scope, producer, store_id: 11_111, data: { type: 'order', id: 173_331 } })).toMatchObject({
      orderId: '173331',
      createdAt: null,
    });
    expect(read({ scope: 'store/channel/1/order/updated', producer, data: { order_id: 7 } })).toMatchObject({
      orderId: '7',
    });
    expect(
      read({ scope: 'store/order/refund/created', producer, data: { id: 7, refund: { refund_id: 3 } } }),
    ).toMatchObject({ orderId: '7' });
    expect(read({ scope: 'store/customer/updated', producer, data: { type: 'customer', id: 5 } })).toMatchObject({
      orderId: null,
    });
    expect(read({ scope: 'store/app/uninstalled', producer, data: { type: 'app' } })).toMatchObject({ orderId: null });
  });

  it.each([
    null,
    [],
    7,
    'text',
    {},
    { scope: 'store/order/created' },
    { producer: 'stores/abc' },
    { scope: '', producer: 'stores/abc' },
    { scope: 7, producer: 'stores/abc' },
    { scope: 'store/order/created', producer: 'abc' },
    { scope: 'store/order/created', producer: 'stores/ABC' },
  ])('%j is none', (body) => {
    expect(read(body)).toBeUndefined();
  });

  it('has no order where its id is none', () => {
    for (const id of [0, -1, '7', 1.5, null, {}]) {
      expect(read({ scope: 'store/order/created', producer: 'stores/abc', data: { type: 'order', id } })).toMatchObject(
        {
          orderId: null,
        },
      );
    }
    expect(readWebhookEvent(Buffer.from('{"scope"'))).toBeUndefined();
  });
});
