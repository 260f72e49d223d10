import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newSecret, signatureOf } from './webhook-signature.js';

const body = '{"type":"segment.entered"}';
const headersOf = (secrets: readonly string[], text = body) => {
  const [id, timestamp] = ['event-1', Math.floor(Date.now() / 1_000)];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body: text }, secrets),
  };
};

it('is verified by the official library with each of the secrets, and with no other one', () => {
  const secrets = [newSecret(), newSecret()];
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headersOf(secrets))).toEqual(JSON.parse(body));
  expect(() => new Webhook(newSecret()).verify(body, headersOf(secrets))).toThrow('No matching signature');
  expect(() => new Webhook(secrets[0] ?? '').verify(body, headersOf(secrets, '{}'))).toThrow('No matching signature');
});
