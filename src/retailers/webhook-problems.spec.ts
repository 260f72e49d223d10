import { expect, it } from 'vitest';
import { hostBlocked, partsOf, topicRefused, topicWithoutScope } from './webhook-problems.js';

it.each([
  [
    topicWithoutScope('CUSTOMERS_MERGE', 'read_customer_merge'),
    'scope_missing',
    { topic: 'CUSTOMERS_MERGE', scope: 'read_customer_merge' },
  ],
  [
    topicRefused('ORDERS_PAID', 'Address is taken: twice'),
    'refused',
    { topic: 'ORDERS_PAID', reason: 'Address is taken: twice' },
  ],
  [topicRefused('store/order/*'), 'refused', { topic: 'store/order/*' }],
  [hostBlocked('app.example'), 'blocked', { host: 'app.example' }],
  ['anything else', 'refused', { reason: 'anything else' }],
])('reads “%s” as its parts', (problem, code, values) => {
  expect(partsOf(problem)).toEqual({ code, values });
});
