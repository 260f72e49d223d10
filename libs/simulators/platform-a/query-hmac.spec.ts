import { expect, it } from 'vitest';
import { queryHmac } from './query-hmac.js';

it("the hmac of a query equals the example of the platform's old documentation", () => {
  const parameters = {
    code: '0907a61c0c8d55e99db179b68161bc00',
    shop: 'some-shop.myshopify.com',
    state: '0.6784241404160823',
    timestamp: '1337178173',
    hmac: 'left out',
  };
  expect(queryHmac(parameters, 'hush')).toBe('700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf');
});

it('the hmac of a query does not depend on the order of the parameters', () => {
  expect(queryHmac({ b: '2', a: '1' }, 'hush')).toBe(queryHmac({ a: '1', b: '2' }, 'hush'));
});
